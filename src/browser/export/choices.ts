// What readers choose is kept in the browser: light or dark, and which announcement to see no more.
import { keep, kept } from '../site/page.ts'

const isTheme = (value: unknown): value is string => value === 'light' || value === 'dark' || value === 'system'

function show(theme: unknown): void {
  if (!isTheme(theme)) return
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=theme]'))
    button.ariaPressed = String(button.value === theme)
}

const dismissButton = () => document.querySelector<HTMLButtonElement>('button[name=dismissed]')

function dismiss(name: unknown): void {
  const button = dismissButton()
  if (button?.value === name) button?.closest('.announcement')?.remove()
}

show(kept('localStorage', 'theme'))
dismiss(kept('localStorage', 'dismissed'))

document.addEventListener('submit', (event) => {
  if (!(event.target as HTMLFormElement).action.includes('/~lectern/')) return
  // There is no server to send it to.
  event.preventDefault()
  const button = event.submitter as HTMLButtonElement | null
  if (button?.name === 'theme') show(button.value)
  if (button?.name === 'dismissed') dismiss(button.value)
  if (button?.name === 'theme' || button?.name === 'dismissed') keep('localStorage', button.name, button.value)
})
