// Sends the answer to "Was this page helpful?", and a comment on it, without leaving the page.
import { tell, word } from './page.ts'

class Feedback extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send(event.target as HTMLFormElement, event.submitter as HTMLButtonElement | null)
    })
  }

  async #send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
    const fields = new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>)
    const isComment = fields.has('comment')
    const rating = this.querySelector<HTMLButtonElement>('[aria-pressed="true"]')
    if (isComment && rating) fields.set('rating', rating.value)
    try {
      const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'application/json' } })
      if (!answer.ok) throw new Error(`${answer.status}`)
    } catch {
      return tell(word('failed'))
    }
    if (!isComment) for (const each of form.querySelectorAll('button')) each.ariaPressed = String(each === button)
    const [given, commented] = this.querySelectorAll('.thanks')
    given!.classList.toggle('given', !isComment)
    commented!.classList.toggle('given', isComment)
    this.#announce(isComment ? commented! : given!.querySelector('p')!)
  }

  /** Screen readers tell what changes. */
  #announce(thanks: Element): void {
    const text = thanks.textContent
    thanks.textContent = ''
    requestAnimationFrame(() => {
      thanks.textContent = text
    })
  }
}

customElements.define('lectern-feedback', Feedback)
