// Pairs tags in a list of siblings: an `end` closes the nearest open tag of its name, and tags opened in between stay
// open. One pass, used for reading and writing.

export interface Named {
  /** `hint`, `endhint`; undefined if it is not a tag. */
  name: string | undefined
}

const deepest = 96

// Maps every opening index to the closing index.
export function pairTags(items: Named[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: { name: string; at: number }[] = []
  const waiting = new Map<string, number>()
  for (const [at, { name }] of items.entries()) {
    if (name === undefined) continue
    const closed = name.startsWith('end') ? name.slice(3) : undefined
    if (closed !== undefined && waiting.get(closed)) {
      let top = open.pop()
      while (top) {
        waiting.set(top.name, (waiting.get(top.name) ?? 1) - 1)
        if (top.name === closed) break
        top = open.pop()
      }
      if (top) pairs.set(top.at, at)
    } else if (closed === undefined) {
      open.push({ name, at })
      waiting.set(name, (waiting.get(name) ?? 0) + 1)
    }
  }
  return shallow(pairs, items.length)
}

// Drops pairs that are nested too deeply, to protect recursive readers.
function shallow(pairs: Map<number, number>, length: number): Map<number, number> {
  const ends: number[] = []
  for (let at = 0; at < length; at++) {
    while (ends.length && (ends.at(-1) as number) <= at) ends.pop()
    const end = pairs.get(at)
    if (end === undefined) continue
    if (ends.length >= deepest) pairs.delete(at)
    else ends.push(end)
  }
  return pairs
}
