// Names that nobody else has chosen. `crypto.randomUUID` is missing on pages that were loaded without TLS.
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomName(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}

const KEY_LENGTH = 12

/** A new key of a block, or a new id of a row or a column. */
export const newKey = (): string => randomName(KEY_LENGTH)
