// The buttons that create or use a passkey: they ask the server for options and the browser for a credential, which
// they send with the form they belong to. What needs this script is hidden until it runs. Where a field takes passkeys,
// the browser offers them among what it fills in.
import { parseCreation, parseRequest, toJson } from './credentials.ts'

/** Ends the offer in the field: a browser waits for one passkey at a time. */
let offering = new AbortController()

if ('credentials' in navigator && 'PublicKeyCredential' in window) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-scripted]')) part.hidden = false
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]'))
    button.addEventListener('click', () => void press(button))
  void offer()
}

async function press(button: HTMLButtonElement): Promise<void> {
  const form = button.form!
  const note = form.querySelector<HTMLElement>('[data-note]')!
  if (!isFilledIn(form)) return
  offering.abort()
  note.hidden = true
  button.disabled = true
  try {
    const options = await optionsFor(button, form)
    const credential =
      button.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: parseCreation(options) })
        : await navigator.credentials.get({ publicKey: parseRequest(options) })
    send(form, credential)
  } catch (error) {
    note.textContent = explain(error)
    note.hidden = false
    button.disabled = false
    void offer()
  }
}

/** Offers passkeys in the field for the address, again whenever the options have expired. */
async function offer(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('button[data-passkey="get"]')
  if (!button || !document.querySelector('input[autocomplete~="webauthn"]')) return
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  offering = new AbortController()
  const { signal } = offering
  while (!signal.aborted) {
    try {
      const publicKey = parseRequest(await optionsFor(button, button.form!))
      const lifetime = AbortSignal.timeout((publicKey.timeout ?? 60_000) * 0.9)
      const both = AbortSignal.any([signal, lifetime])
      send(button.form!, await navigator.credentials.get({ publicKey, mediation: 'conditional', signal: both }))
      return
    } catch (error) {
      // Only what has expired is offered again; what the browser or the server refuses is not.
      if (!(error instanceof DOMException) || !['AbortError', 'TimeoutError'].includes(error.name)) return
    }
  }
}

function send(form: HTMLFormElement, credential: Credential | null): void {
  const field = form.elements.namedItem('credential') as HTMLInputElement
  field.value = JSON.stringify(toJson(credential as PublicKeyCredential))
  // Without the checks of the browser: a password is not needed any more.
  form.submit()
}

/** Everything but the password, which the passkey replaces. */
const isFilledIn = (form: HTMLFormElement): boolean =>
  [...form.elements].every(
    (field) => !(field instanceof HTMLInputElement) || field.type === 'password' || field.reportValidity(),
  )

async function optionsFor({ dataset }: HTMLButtonElement, form: HTMLFormElement): Promise<unknown> {
  const fields = [...new FormData(form)].filter(([name]) => name !== 'password') as [string, string][]
  const response = await fetch(dataset.options!, { method: 'POST', body: new URLSearchParams(fields) })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}

function explain(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'That was cancelled, or took too long. Try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return 'The browser does not allow passkeys at this address.'
  return 'That did not work. Reload the page and try again.'
}
