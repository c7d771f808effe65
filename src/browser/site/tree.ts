// The page tree: branches and the rest of long levels open in place, and it keeps its scroll position from page to page.
import { ask } from './asking.ts'
import { keep, kept, keptList, tell, word } from './page.ts'

const MAX_OPENED = 20

class Tree extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button.toggle')
      if (button) void this.#toggle(button)
      const rest = (event.target as Element).closest<HTMLAnchorElement>('a.rest')
      if (rest && !isForBrowser(event)) {
        event.preventDefault()
        void this.#list(rest)
      }
    })
    void this.#restore()
    addEventListener('pagehide', () => keep('sessionStorage', this.#key('scroll'), this.#box.scrollTop))
  }

  get #box(): HTMLElement {
    return this.closest<HTMLElement>('.side') ?? this
  }

  #key(name: string): string {
    return `tree-${name}:${this.dataset.branches}`
  }

  async #restore(): Promise<void> {
    const place = () => {
      const scroll = kept<number>('sessionStorage', this.#key('scroll'))
      if (scroll !== undefined) this.#box.scrollTop = scroll
      show(this.#box, this.querySelector<HTMLElement>('[aria-current="page"]'))
    }
    place()
    const opened = keptList<string>('sessionStorage', this.#key('opened'))
    // A branch may be inside another that is opened later.
    for (let next = this.#closed(opened); next; next = this.#closed(opened)) {
      try {
        await this.#open(next)
      } catch {
        break
      }
    }
    if (opened.length > 0) place()
  }

  /** A branch among these that is in the tree and closed. */
  #closed(ids: readonly string[]): HTMLButtonElement | undefined {
    const buttons = [...this.querySelectorAll<HTMLButtonElement>('button.toggle[aria-expanded="false"]')]
    return buttons.find(({ dataset }) => ids.includes(dataset.page!))
  }

  async #toggle(button: HTMLButtonElement): Promise<void> {
    const isOpen = button.ariaExpanded === 'true'
    try {
      if (isOpen) this.#close(button)
      else await this.#open(button)
    } catch {
      tell(word('failed'))
      return
    }
    const others = keptList<string>('sessionStorage', this.#key('opened')).filter((id) => id !== button.dataset.page)
    keep('sessionStorage', this.#key('opened'), isOpen ? others : [...others, button.dataset.page].slice(-MAX_OPENED))
  }

  /** Lists pages of a long level in place of the link to them. */
  async #list(link: HTMLAnchorElement): Promise<void> {
    const item = link.closest('li')!
    try {
      const template = document.createElement('template')
      template.innerHTML = await ask(`${this.dataset.branches}?${link.dataset.part}`)
      const items = [...template.content.querySelector('ul')!.children]
      const isEarlier = link.dataset.part!.includes('&to=')
      const height = this.#box.scrollHeight
      item.replaceWith(...items)
      // What was in view stays there.
      if (isEarlier) this.#box.scrollTop += this.#box.scrollHeight - height
      items
        .at(isEarlier ? -1 : 0)
        ?.querySelector('a')
        ?.focus({ preventScroll: true })
    } catch {
      location.assign(link.href)
    }
  }

  #close(button: HTMLButtonElement): void {
    const list = button.closest('li')!.querySelector<HTMLElement>(':scope > ul')
    if (list) list.hidden = true
    button.ariaExpanded = 'false'
  }

  async #open(button: HTMLButtonElement): Promise<void> {
    const item = button.closest('li')!
    const list = item.querySelector<HTMLElement>(':scope > ul')
    if (list) list.hidden = false
    else {
      button.ariaBusy = 'true'
      try {
        const branch = await ask(`${this.dataset.branches}?page=${encodeURIComponent(button.dataset.page!)}`)
        item.insertAdjacentHTML('beforeend', branch)
      } finally {
        button.ariaBusy = null
      }
    }
    button.ariaExpanded = 'true'
  }
}

/** Links that open elsewhere, such as in another tab. */
const isForBrowser = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

/** Scrolls the tree, not the page. */
function show(box: HTMLElement, link: HTMLElement | null): void {
  if (!link || box.scrollHeight <= box.clientHeight) return
  const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()]
  if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 40)
    box.scrollTop += inner.top - outer.top - outer.height / 2
}

customElements.define('lectern-tree', Tree)

// The drawer of a phone begins at the current page.
document.getElementById('lectern-pages')?.addEventListener('toggle', (event) => {
  const box = event.target as HTMLElement
  show(box, box.querySelector<HTMLElement>('[aria-current="page"]'))
})
