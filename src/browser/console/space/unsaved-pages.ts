// Pages that were left before all of their text was saved: their author is told until it is.
import { signal } from '@preact/signals'
import { findUnsaved, listUnsaved } from './unsaved.ts'

export interface UnsavedPage {
  key: string
  title: string
  address: string
  /** Whether this tab goes on trying to save it. */
  isTried: boolean
}

/** Text that is kept as long as this unchanged is not just being saved in another tab. */
const PATIENCE = 8000

export const unsavedPages = signal<readonly UnsavedPage[]>([])

/** Pages that were opened since: they say themselves whether they are saved. */
const opened = new Set<string>()

const without = (key: string) => unsavedPages.peek().filter((page) => page.key !== key)

export function tellUnsaved(page: UnsavedPage): void {
  opened.delete(page.key)
  unsavedPages.value = [...without(page.key), page]
}

export function tellNoMore(key: string): void {
  if (without(key).length < unsavedPages.peek().length) unsavedPages.value = without(key)
}

export function noteOpened(key: string): void {
  opened.add(key)
  tellNoMore(key)
}

/** Tells of what earlier visits left. */
export async function findUnsavedPages(user: string): Promise<void> {
  const before = new Map((await listUnsaved(user)).map(({ key, text }) => [key, text]))
  if (before.size === 0) return
  await new Promise((resolve) => setTimeout(resolve, PATIENCE))
  for (const { key, text, title, address } of await listUnsaved(user))
    if (text === before.get(key) && !opened.has(key) && without(key).length === unsavedPages.peek().length)
      tellUnsaved({ key, title, address, isTried: false })
}

/** Another tab may have saved what this one only tells of. */
export async function checkUnsavedPages(): Promise<void> {
  for (const { key, isTried } of unsavedPages.peek()) if (!isTried && !(await findUnsaved(key))) tellNoMore(key)
}
