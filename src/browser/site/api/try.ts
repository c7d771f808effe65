// The form of an operation. What comes back is shown as text, whatever it is.
import { report } from '../report.ts'
import { type Operation, readForm, serverIn } from './fields.ts'
import { type Answer, Refused, send } from './send.ts'

type Words = Record<'busy' | 'sentDirectly' | 'sentThroughSite' | 'notSent' | 'noText' | 'headers', string>

/** More is not shown. */
const MAX_SHOWN = 200_000

class Try extends HTMLElement {
  #operation!: Operation
  #words!: Words
  #isSending = false

  connectedCallback(): void {
    const { operation, words } = this.dataset
    const form = this.querySelector('form')
    if (!operation || !words || !form) return
    this.#operation = JSON.parse(operation) as Operation
    this.#words = JSON.parse(words) as Words
    const { method, path } = this.#operation
    this.querySelector('details')!.addEventListener('toggle', (event) => {
      if ((event.target as HTMLDetailsElement).open) report('api_client_open', { operation: { method, path } })
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send(form)
    })
    form.addEventListener('change', (event) => this.#follow(form, event.target as HTMLElement))
    this.#showVariables(form)
  }

  /** The fields of the chosen server, and the example of the chosen media type. */
  #follow(form: HTMLFormElement, changed: HTMLElement): void {
    if ('server' in changed.dataset) this.#showVariables(form)
    if (!('type' in changed.dataset)) return
    const { value } = changed as HTMLSelectElement
    const example = form.querySelector<HTMLTextAreaElement>(`[data-example="${CSS.escape(value)}"]`)
    const editor = form.querySelector<HTMLTextAreaElement>('[data-body]')!
    if (example || editor.value === '') editor.value = example?.value ?? editor.defaultValue
    else editor.value = editor.defaultValue
  }

  #showVariables(form: HTMLFormElement): void {
    const chosen = String(serverIn(form))
    for (const each of form.querySelectorAll<HTMLElement>('[data-variable]'))
      each.closest<HTMLElement>('.line')!.hidden = each.dataset.of !== chosen
  }

  async #send(form: HTMLFormElement): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    this.#show(this.#words.busy)
    const { method, path } = this.#operation
    report('api_client_request', { operation: { method, path } })
    const begin = performance.now()
    try {
      const answer = await send(this.#operation, await readForm(form, this.#operation), this.dataset.href!)
      this.#showAnswer(answer, Math.round(performance.now() - begin))
    } catch (error) {
      const reason = error instanceof Refused ? error.message : ''
      this.#show(`${this.#words.notSent} ${reason}`.trim())
    } finally {
      this.#isSending = false
    }
  }

  #show(...parts: (string | Node)[]): Element {
    const place = this.querySelector('.sent')!
    const told = place.querySelector('.told')!
    for (const other of [...place.children]) if (other !== told) other.remove()
    told.replaceChildren(...parts)
    return place
  }

  #showAnswer({ status, headers, size, text, isDirect }: Answer, milliseconds: number): void {
    const badge = make('span', String(status))
    badge.className = `tag ${status < 300 ? 'good' : status < 400 ? '' : 'bad'}`
    const { sentDirectly, sentThroughSite, noText, headers: label } = this.#words
    const facts = make('span', `${milliseconds} ms · ${sizeOf(size)} · ${isDirect ? sentDirectly : sentThroughSite}`)
    const place = this.#show(badge, facts)
    const list = make('details')
    list.append(make('summary', label), block(headers.map((pair) => pair.join(': ')).join('\n')))
    place.append(list, text === undefined ? make('p', noText) : block(pretty(text)))
  }
}

const make = (name: string, text = ''): HTMLElement => {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

function block(text: string): HTMLElement {
  const element = make('pre', text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
  element.tabIndex = 0
  return element
}

const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`)

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

customElements.define('lectern-try', Try)
