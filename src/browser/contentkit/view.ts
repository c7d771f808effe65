// The interface of an integration, alive: what is pressed and filled in goes to the integration, and what it answers is
// shown.
import type { Answer, Host, Json } from './contract.ts'
import { asks, openModal } from './dialogs.ts'
import { listen, tellAll } from './frames.ts'
import { heldBy, type Input, inputsIn, resolved, withFirst } from './inputs.ts'
import { morph } from './morph.ts'

interface Start {
  component: string
  props: Json
  /** Absent: the integration says what inputs hold at first. */
  state?: Json | undefined
}

/** Frames may ask for more than can be done. */
const MAX_WAITING = 8
const PAUSE_MS = 500

export class InterfaceView {
  readonly #root: HTMLElement
  readonly #host: Host
  readonly #close: ((returnValue: Json | undefined) => void) | undefined
  readonly #stop: () => void
  #at: Start & { state: Json }
  #isNew: boolean
  #waiting = 0
  #queue: Promise<unknown> = Promise.resolve()
  #pause: ReturnType<typeof setTimeout> | undefined

  /** `close`: closes the dialog that it is in. The interface is drawn in `root` already, or is asked for with `update`. */
  constructor(root: HTMLElement, host: Host, start: Start, close?: (returnValue: Json | undefined) => void) {
    this.#root = root
    this.#host = host
    this.#close = close
    this.#isNew = start.state === undefined
    this.#at = { ...start, state: withFirst(root, start.state ?? {}) }
    root.addEventListener('click', this.#clicked)
    root.addEventListener('input', this.#typed)
    root.addEventListener('change', this.#changed)
    const unlisten = listen(
      root,
      () => this.#at.state,
      (action) => void this.act(action),
    )
    this.#stop = () => {
      unlisten()
      clearTimeout(this.#pause)
      root.removeEventListener('click', this.#clicked)
      root.removeEventListener('input', this.#typed)
      root.removeEventListener('change', this.#changed)
    }
    this.#settle()
  }

  stop(): void {
    this.#stop()
  }

  /** Asks for the interface again, with an action or without. */
  update(action?: Json): Promise<void> {
    if (this.#waiting >= MAX_WAITING) return Promise.resolve()
    this.#waiting++
    const turn = this.#queue.then(async () => {
      const { component, props } = this.#at
      const state = this.#isNew ? undefined : this.#at.state
      this.#root.setAttribute('aria-busy', 'true')
      try {
        this.#shown(await this.#host.render({ component, props, state, action }))
      } catch {
        this.#fail()
      } finally {
        this.#waiting--
        this.#root.removeAttribute('aria-busy')
      }
    })
    this.#queue = turn
    return turn
  }

  async act(given: Json): Promise<void> {
    const action = resolved(given, this.#at.state) as Json
    switch (action.action) {
      case '@ui.url.open':
        return this.#open(String(action.url))
      case '@ui.modal.open':
        return this.#openModal(action)
      case '@ui.modal.close':
        return this.#close ? this.#close((action.returnValue as Json | undefined) ?? {}) : this.update(action)
      case '@editor.node.updateProps': {
        const props = { ...this.#at.props, ...(action.props as Json | undefined) }
        this.#at = { ...this.#at, props }
        this.#host.keepProps?.(props)
        return this.update()
      }
      default:
        return this.update(action)
    }
  }

  #shown(answer: Answer): void {
    if ('isComplete' in answer) {
      if (this.#close) this.#close(answer.returnValue ?? {})
      else this.#host.completed?.()
      return
    }
    const { html, state, props } = answer
    if (JSON.stringify(props) !== JSON.stringify(this.#at.props)) this.#host.keepProps?.(props)
    const drawn = document.createElement('div')
    drawn.innerHTML = html
    this.#onlyFramed(drawn)
    morph(this.#root, drawn)
    this.#isNew = false
    this.#at = { ...this.#at, props, state: withFirst(this.#root, state) }
    this.#settle()
  }

  /** Begins again with other properties. */
  setProps(props: Json): void {
    if (JSON.stringify(props) === JSON.stringify(this.#at.props)) return
    this.#isNew = true
    this.#at = { ...this.#at, props }
    void this.update()
  }

  async #open(url: string): Promise<void> {
    if (!/^https?:/i.test(url)) return
    if (!this.#host.open) {
      open(url, '_blank', 'noopener')
      return
    }
    await this.#host.open(url)
    await this.update()
  }

  /** Tells frames, and loads options that come from elsewhere. */
  #settle(): void {
    tellAll(this.#root, this.#at.state)
    for (const input of inputsIn(this.#root)) if (input.dataset.options) void this.#loadOptions(input)
  }

  /** Frames that the page may not show are links. */
  #onlyFramed(drawn: Element): void {
    for (const frame of drawn.querySelectorAll('iframe')) {
      if (this.#host.mayFrame?.(frame.src) ?? true) continue
      const link = document.createElement('a')
      Object.assign(link, { href: frame.src, textContent: frame.src, target: '_blank', rel: 'noopener' })
      frame.replaceWith(link)
    }
  }

  async #loadOptions(input: Input): Promise<void> {
    const source = resolved(JSON.parse(input.dataset.options!), this.#at.state) as Json
    const asked = JSON.stringify(source)
    if (input.dataset.loaded === asked) return
    input.dataset.loaded = asked
    const found = await this.#host.loadOptions?.(source, this.#at.state).catch(() => undefined)
    if (!found || input.dataset.loaded !== asked) return
    const held = this.#at.state[input.dataset.state!] ?? input.value
    const chosen = (Array.isArray(held) ? held : [held]).map(String)
    const list = input instanceof HTMLSelectElement ? input : input.parentElement!.querySelector('datalist')
    const first = input instanceof HTMLSelectElement && !input.multiple ? [input.options[0]!] : []
    list?.replaceChildren(...first, ...found.map(({ id, label }) => new Option(label, id, false, chosen.includes(id))))
  }

  /** Dialogs are beside what is drawn. */
  get #around(): Element {
    return this.#root.parentElement ?? document.body
  }

  #fail(): void {
    if (this.#isNew && this.#host.isQuiet) return
    this.#root.querySelector(':scope > .ck-failed')?.remove()
    const message = document.createElement('p')
    message.className = 'ck-failed'
    message.setAttribute('role', 'alert')
    message.textContent = this.#host.words.failed
    this.#root.append(message)
  }

  readonly #clicked = (event: Event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement>('button[data-press]')
    if (!pressed) return
    event.preventDefault()
    void this.#pressed(pressed, pressed.dataset.press!)
  }

  async #pressed(by: HTMLElement, action: string): Promise<void> {
    if (!(await this.#isConfirmed(by))) return
    by.setAttribute('aria-disabled', 'true')
    await this.act(JSON.parse(action) as Json)
    by.removeAttribute('aria-disabled')
  }

  async #isConfirmed({ dataset: { confirm } }: HTMLElement): Promise<boolean> {
    return confirm === undefined || asks(JSON.parse(confirm) as Json, this.#around, this.#host.words.cancel)
  }

  #holds(input: Input): void {
    const key = input.dataset.state!
    const state = { ...this.#at.state, [key]: heldBy(input, this.#at.state) }
    this.#at = { ...this.#at, state }
    this.#settle()
    if (!this.#root.querySelector(`[data-bound="${CSS.escape(key)}"]`)) return
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.update(), PAUSE_MS)
  }

  readonly #typed = ({ target }: Event) => {
    const input = target as Input
    if (input.dataset.state !== undefined && input.dataset.confirm === undefined) this.#holds(input)
  }

  readonly #changed = async ({ target }: Event) => {
    const input = target as Input
    if (input.dataset.state === undefined) return
    if (!(await this.#isConfirmed(input))) {
      if (input instanceof HTMLInputElement) input.checked = !input.checked
      return
    }
    this.#holds(input)
    if (input.dataset.change !== undefined) await this.act(JSON.parse(input.dataset.change) as Json)
  }

  async #openModal(action: Json): Promise<void> {
    const component = String(action.componentId ?? '')
    const props = (action.props as Json | undefined) ?? {}
    const answer = await this.#host.render({ component, props, action }).catch(() => undefined)
    if (!answer || 'isComplete' in answer) return answer ? this.update(closing(answer.returnValue)) : this.#fail()
    const drawn = document.createElement('div')
    drawn.innerHTML = answer.html
    this.#onlyFramed(drawn)
    const modal = drawn.querySelector<HTMLElement>('.ck-modal')
    let returned = modal?.dataset.return === undefined ? undefined : (JSON.parse(modal.dataset.return) as Json)
    const { root, close } = openModal(this.#around, modal?.dataset.title ?? '', this.#host.words.close, () => {
      view.stop()
      if (returned) void this.update(closing(returned))
    })
    root.append(...drawn.childNodes)
    const { keepProps: _, completed: __, ...host } = this.#host
    const view = new InterfaceView(root, host, { component, props: answer.props, state: answer.state }, (value) => {
      returned = value ?? returned
      close()
    })
  }
}

const closing = (returnValue: Json | undefined): Json => ({ action: '@ui.modal.close', returnValue: returnValue ?? {} })
