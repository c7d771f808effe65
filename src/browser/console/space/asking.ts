// What the person is asked about pages: a dialog is open as long as it is set.
import { signal } from '@preact/signals'
import type { Page } from './content.ts'

export interface Asked {
  about: 'settings' | 'move' | 'send' | 'link'
  pages: readonly Page[]
}

export const asked = signal<Asked | undefined>(undefined)

export const askForPage = (about: Asked): void => {
  asked.value = about
}

export const stopAsking = (): void => {
  asked.value = undefined
}
