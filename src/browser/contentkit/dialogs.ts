// Dialogs of an interface: a question before an action, and components that open above the page.
import type { Json } from './contract.ts'

function element(name: string, className: string, text?: unknown): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  if (text !== undefined) made.textContent = String(text)
  return made
}

function buttonOf(className: string, text: string, pressed: () => void): HTMLElement {
  const made = element('button', className, text)
  made.setAttribute('type', 'button')
  made.addEventListener('click', pressed)
  return made
}

/** Shows a dialog until it is closed; the function closes it. */
function open(host: Element, body: readonly Element[], label: string, closed: () => void): () => void {
  const dialog = element('dialog', 'ck-dialog') as HTMLDialogElement
  dialog.setAttribute('aria-label', label)
  dialog.append(...body)
  dialog.addEventListener('close', () => {
    dialog.remove()
    closed()
  })
  host.append(dialog)
  dialog.showModal()
  return () => dialog.close()
}

/** Whether the person goes on. */
export function asks({ title, text, confirm, style }: Json, host: Element, cancel: string): Promise<boolean> {
  return new Promise((settle) => {
    let goesOn = false
    const footer = element('footer', '')
    const go = () => {
      goesOn = true
      close()
    }
    footer.append(
      buttonOf('btn', cancel, () => close()),
      buttonOf(style === 'danger' ? 'btn ck-danger' : 'btn main', String(confirm ?? title ?? ''), go),
    )
    const body = [element('h2', '', title ?? ''), element('p', '', text ?? ''), footer]
    const close = open(host, body, String(title ?? ''), () => settle(goesOn))
  })
}

/** Opens a place for a component. */
export function openModal(host: Element, label: string, closeWord: string, closed: () => void) {
  const root = element('div', 'ck')
  const bar = element('div', 'ck-bar')
  bar.append(buttonOf('btn bare s', closeWord, () => close()))
  const close = open(host, [bar, root], label, closed)
  return { root, close }
}
