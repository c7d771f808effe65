// Limits on the size of a document. Hashing, comparing, indexing and presenting walk all of it, and must not block the
// event loop.

/** Objects and arrays: about five for a bold word, about five hundred for a page of a book. */
export const MAX_PARTS = 50_000
export const MAX_CHARACTERS = 2_000_000

export const TOO_MANY_PARTS = `has more than ${MAX_PARTS.toLocaleString('en')} parts (blocks, texts, marks): split the page`
export const TOO_LONG = `has more than ${MAX_CHARACTERS.toLocaleString('en')} characters: split the page`

/** Returns the limit that a document exceeds, as the end of a sentence, or undefined. */
export function findExcess(document: unknown): string | undefined {
  const { parts, characters } = measure(document)
  if (parts > MAX_PARTS) return TOO_MANY_PARTS
  return characters > MAX_CHARACTERS ? TOO_LONG : undefined
}

export const countParts = (document: unknown): number => measure(document).parts

/** Characters that take about as long to process as a part. */
const CHARACTERS_PER_PART = 25

/** How long it takes to process a document, in parts. */
export function effortOf(document: unknown, charactersPerPart = CHARACTERS_PER_PART): number {
  const { parts, characters } = measure(document)
  return parts + Math.ceil(characters / charactersPerPart)
}

/** Stops at the first limit exceeded. */
function measure(document: unknown): { parts: number; characters: number } {
  let parts = 0
  let characters = 0
  const waiting: unknown[] = [document]
  while (waiting.length > 0 && parts <= MAX_PARTS && characters <= MAX_CHARACTERS) {
    const value = waiting.pop()
    if (typeof value === 'string') characters += value.length
    else if (typeof value === 'object' && value !== null) {
      parts++
      for (const inner of Array.isArray(value) ? value : Object.values(value)) waiting.push(inner)
    }
  }
  return { parts, characters }
}
