// The search dialog: answers while typing, arrows and Enter choose, what was opened is offered again.
import { ask } from './asking.ts'
import { keep, keptList } from './page.ts'
import { report } from './report.ts'

interface Opened {
  title: string
  href: string
}

const MAX_RECENT = 6
const WAIT = 40

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

class Search extends HTMLElement {
  #dialog!: HTMLDialogElement
  #form!: HTMLFormElement
  #input!: HTMLInputElement
  #list!: HTMLElement
  #count!: HTMLElement
  #request: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #reported = ''

  connectedCallback(): void {
    const find = <E extends Element>(selector: string) => this.querySelector<E>(selector)!
    this.#dialog = find('dialog')
    this.#form = find('form')
    this.#input = find('input[type=search]')
    this.#list = find('[role=listbox]')
    this.#count = find('[role=status]')
    this.#input.addEventListener('input', () => this.#later())
    this.#input.addEventListener('keydown', (event) => this.#press(event))
    this.#form.addEventListener('change', (event) => event.target !== this.#input && void this.#ask())
    this.#form.addEventListener('submit', (event) => this.#submit(event))
    this.#list.addEventListener('click', (event) => this.#note((event.target as Element).closest('a')))
    this.#list.addEventListener('pointermove', (event) => this.#activate((event.target as Element).closest('a')))
    this.#dialog.addEventListener('click', (event) => event.target === this.#dialog && this.#close())
    // The event comes later; by then, the dialog may be open again, with another query.
    this.#dialog.addEventListener('close', () => this.#dialog.open || this.#leave())
    find('button[data-close]').addEventListener('click', () => this.#close())
    document.addEventListener('keydown', (event) => this.#shortcut(event))
    document.addEventListener('click', (event) => this.#followed(event))
  }

  open(): void {
    if (this.#dialog.open) return
    this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
    if (this.#input.value.trim() === '') this.#offerRecent()
    report('search_open')
  }

  #shortcut(event: KeyboardEvent): void {
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isEditable(event.target)
    if (!isCommand && !isSlash) return
    event.preventDefault()
    this.open()
  }

  /** The link to the search page opens the dialog instead. */
  #followed(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a[data-search]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    this.open()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), WAIT)
  }

  async #ask(): Promise<void> {
    this.#request?.abort()
    const query = this.#input.value.trim()
    if (query === '') return this.#offerRecent()
    const request = new AbortController()
    this.#request = request
    try {
      const asked = new URLSearchParams(new FormData(this.#form) as unknown as Record<string, string>)
      const text = await ask(`${this.#form.action}?options&${asked}`, request.signal)
      if (!request.signal.aborted) this.#show(text)
    } catch {
      // The reader typed on, or the server is away: Enter leads to the search page.
    }
  }

  #show(text: string): void {
    this.#list.innerHTML = text
    const found = this.#list.firstElementChild as HTMLElement | null
    this.#count.textContent = found?.dataset.count ?? ''
    found?.replaceWith(...found.childNodes)
    this.#settle()
  }

  #offerRecent(): void {
    const recent = keptList<Opened>('localStorage', this.#recentKey)
    this.#list.replaceChildren(...recent.map(toOption))
    this.#count.textContent = recent.length > 0 ? (this.dataset.recent ?? '') : ''
    this.#settle()
  }

  /** The first option is chosen until the reader chooses another. */
  #settle(): void {
    const options = this.#options()
    this.#list.hidden = options.length === 0
    this.#input.ariaExpanded = String(options.length > 0)
    this.#activate(options[0])
  }

  #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll<HTMLAnchorElement>('[role=option]')]
  }

  get #active(): HTMLAnchorElement | undefined {
    return this.#options().find((option) => option.ariaSelected === 'true')
  }

  #activate(chosen: HTMLAnchorElement | null | undefined): void {
    if (chosen === null) return
    for (const option of this.#options()) option.ariaSelected = String(option === chosen)
    if (chosen) this.#input.setAttribute('aria-activedescendant', chosen.id)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  #press(event: KeyboardEvent): void {
    // Where the field has text, browsers would clear it first.
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault()
      this.#close()
    }
    if (event.isComposing || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    const options = this.#options()
    if (options.length === 0) return
    event.preventDefault()
    const at = options.indexOf(this.#active!)
    const next = (at + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length
    this.#activate(options[next])
    options[next]!.scrollIntoView({ block: 'nearest' })
  }

  /** Enter opens the chosen option; without one, the form leads to the search page. */
  #submit(event: SubmitEvent): void {
    const active = this.#active
    this.#tellTyped()
    if (!active) return
    event.preventDefault()
    active.click()
  }

  #note(option: HTMLAnchorElement | null): void {
    if (!option) return
    const title = option.querySelector('.title')?.textContent ?? ''
    const others = keptList<Opened>('localStorage', this.#recentKey).filter(({ href }) => href !== option.href)
    keep('localStorage', this.#recentKey, [{ title, href: option.href }, ...others].slice(0, MAX_RECENT))
    const { space, page } = option.dataset
    // Now, because the dialog of a page that is left no longer says that it closes.
    this.#tellTyped()
    const query = this.#input.value.trim()
    if (query !== '' && space && page) report('search_open_result', { query, result: { spaceId: space, pageId: page } })
    // A section of this page needs no new page, and the dialog would stay.
    this.#close()
  }

  #close(): void {
    this.#leave()
    this.#dialog.close()
  }

  #leave(): void {
    this.#request?.abort()
    this.#tellTyped()
  }

  /** Once for each query, whether it led to a page or to nothing. */
  #tellTyped(): void {
    const query = this.#input.value.trim()
    if (query !== '' && query !== this.#reported) report('search_type_query', { query })
    this.#reported = query
  }

  get #recentKey(): string {
    return `recent:${new URL(this.#form.action).pathname}`
  }
}

function toOption({ title, href }: Opened, at: number): HTMLAnchorElement {
  const option = document.createElement('a')
  const name = document.createElement('span')
  name.className = 'title'
  name.textContent = String(title)
  option.append(name)
  // Addresses that were kept come from this site; anything else was put there by somebody else.
  option.href = new URL(String(href), location.href).origin === location.origin ? String(href) : '#'
  option.role = 'option'
  option.id = `recent-${at}`
  option.tabIndex = -1
  return option
}

customElements.define('lectern-search', Search)
