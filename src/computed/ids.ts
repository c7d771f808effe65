// Ids of computed pages. They derive from the source page and a stable key, so a page keeps its id across versions of a
// specification. There may be thousands, so a fast hash is used; an author who forces a collision only affects their
// own pages.
import { hashOf } from '../engine/objects.ts'

/** Returns a function that derives ids for the pages of one source from their keys. */
export function idsFor(seed: string): (key: string) => string {
  const prefix = hashOf(seed).replace(/[-_]/g, 'x').slice(0, 12)
  return (key) => prefix + spread(key, 0x811c9dc5) + spread(key, 0x01000193)
}

/** Hashes a text to 32 bits, in seven characters. */
function spread(text: string, seed: number): string {
  let hash = seed ^ text.length
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35)
  return ((hash ^ (hash >>> 13)) >>> 0).toString(36).padStart(7, '0')
}
