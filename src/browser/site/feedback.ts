// Sends the answer to "Was this page helpful?" without leaving the page.
import { tell, word } from './page.ts'

class Feedback extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form')!
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send(form, event.submitter as HTMLButtonElement | null)
    })
  }

  async #send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
    const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    if (button) fields.set(button.name, button.value)
    try {
      const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'application/json' } })
      if (!answer.ok) throw new Error(`${answer.status}`)
    } catch {
      return tell(word('failed'))
    }
    for (const each of form.querySelectorAll('button')) each.ariaPressed = String(each === button)
    const thanks = form.querySelector<HTMLElement>('.thanks')!
    thanks.classList.add('given')
    // Screen readers tell what changes.
    const text = thanks.textContent
    thanks.textContent = ''
    requestAnimationFrame(() => {
      thanks.textContent = text
    })
  }
}

customElements.define('lectern-feedback', Feedback)
