// Tabs side by side. Tabs of one name change together, and the last choice is remembered.
import { keep, keptList } from './page.ts'

const CHOSEN = 'tabs'
const MAX_CHOSEN = 30

let count = 0

class Tabs extends HTMLElement {
  #panels: HTMLElement[] = []
  #buttons: HTMLButtonElement[] = []

  connectedCallback(): void {
    if (this.#panels.length > 0) return
    this.#panels = [...this.querySelectorAll<HTMLElement>(':scope > .tab')]
    if (this.#panels.length === 0) return
    const list = document.createElement('div')
    list.className = 'tabline'
    list.role = 'tablist'
    this.#buttons = this.#panels.map((panel) => this.#buttonFor(panel))
    list.append(...this.#buttons)
    list.addEventListener('keydown', (event) => this.#move(event))
    this.prepend(list)
    const chosen = keptList<string>('localStorage', CHOSEN)
    const known = chosen.map((title) => this.#titled(title)).find((at) => at >= 0)
    this.select(known ?? 0)
    this.reveal()
  }

  /** Shows the tab that the address leads to. */
  reveal(): void {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const at = target ? this.#panels.findIndex((panel) => panel.contains(target)) : -1
    if (at < 0) return
    this.select(at)
    ;(target as HTMLElement).scrollIntoView()
  }

  select(chosen: number): void {
    for (const [at, panel] of this.#panels.entries()) {
      const button = this.#buttons[at]!
      button.ariaSelected = String(at === chosen)
      button.tabIndex = at === chosen ? 0 : -1
      if (at === chosen) panel.removeAttribute('hidden')
      else panel.setAttribute('hidden', 'until-found')
    }
  }

  selectTitled(title: string): void {
    const at = this.#titled(title)
    if (at >= 0) this.select(at)
  }

  #titled(title: string): number {
    return this.#panels.findIndex((panel) => panel.dataset.title === title)
  }

  #buttonFor(panel: HTMLElement): HTMLButtonElement {
    const id = ++count
    const button = document.createElement('button')
    const name = panel.querySelector<HTMLElement>(':scope > .tab-name')!
    panel.dataset.title = panel.getAttribute('aria-label') ?? ''
    panel.id ||= `tab-panel-${id}`
    panel.role = 'tabpanel'
    panel.removeAttribute('aria-label')
    panel.setAttribute('aria-labelledby', `tab-${id}`)
    // In print, tabs stand one below the other and have their names again.
    button.append(...name.cloneNode(true).childNodes)
    name.classList.add('in-line')
    button.type = 'button'
    button.role = 'tab'
    button.id = `tab-${id}`
    button.setAttribute('aria-controls', panel.id)
    button.addEventListener('click', () => choose(this, panel.dataset.title!, this.#panels.indexOf(panel)))
    panel.addEventListener('beforematch', () => this.select(this.#panels.indexOf(panel)))
    return button
  }

  #move(event: KeyboardEvent): void {
    const forward = getComputedStyle(this).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const [at, last] = [this.#buttons.indexOf(document.activeElement as HTMLButtonElement), this.#buttons.length - 1]
    const steps: Record<string, number> = { [forward]: at === last ? 0 : at + 1, [back]: at <= 0 ? last : at - 1 }
    const next = { ...steps, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    this.#buttons[next]!.focus()
    this.#buttons[next]!.click()
  }
}

/** The tabs that were clicked stay where they are on the screen, whatever changes above them. */
function choose(tabs: Tabs, title: string, at: number): void {
  const before = tabs.getBoundingClientRect().top
  for (const other of document.querySelectorAll<Tabs>('lectern-tabs')) if (other !== tabs) other.selectTitled(title)
  tabs.select(at)
  scrollBy({ top: tabs.getBoundingClientRect().top - before, behavior: 'instant' })
  const others = keptList<string>('localStorage', CHOSEN).filter((each) => each !== title)
  keep('localStorage', CHOSEN, [title, ...others].slice(0, MAX_CHOSEN))
}

customElements.define('lectern-tabs', Tabs)
addEventListener('hashchange', () => {
  for (const tabs of document.querySelectorAll<Tabs>('lectern-tabs')) tabs.reveal()
})
