// What menus ask of the server, asked once.
import type { Item } from '../library.ts'

/** What was found for a text: nothing until it has arrived; then `again` is called. */
export function remembered(load: (typed: string) => Promise<readonly Item[]>) {
  const found = new Map<string, readonly Item[]>()
  return (typed: string, again: () => void): readonly Item[] => {
    if (!found.has(typed)) {
      found.set(typed, [])
      load(typed).then(
        (items) => {
          found.set(typed, items)
          again()
        },
        () => found.delete(typed),
      )
    }
    return found.get(typed) ?? []
  }
}
