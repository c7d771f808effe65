// Light or dark: the server draws the page with the theme of the account; switching it here changes the account.
import { call } from '../api/client.ts'

export function switchTheme(): void {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
  // The page has changed already; the next one gets it from the account.
  call('PATCH /user', { body: { theme: dataset.theme as 'light' | 'dark' } }).catch(() => {})
}
