// The page that was just added: its title is asked for first, unless the person has gone elsewhere meanwhile.
let added: { page: string; from: Element | null } | undefined

/** `from` had the focus when the person asked for the page. */
export const pageAdded = (page: string, from: Element | null): void => {
  added = { page, from }
}

/** Whether the page was just added, and its title may take the focus. True once. */
export function takeAdded(page: string): boolean {
  if (added?.page !== page) return false
  const { from } = added
  added = undefined
  return [from, document.body, null].includes(document.activeElement)
}
