// Highlighted code in little memory: how long each token is and of which kind, without its text.
import { TOKEN_KINDS, type Token } from '../render/html/contract.ts'

/** For each line, pairs of a length and a kind. */
export type Highlighted = Uint16Array[]

const MAX_LENGTH = 0xffff

/** Neighbours of one kind become one token; spaces belong to the token before them. */
export const toCompact = (lines: readonly (readonly Token[])[]): Highlighted =>
  lines.map((line) => {
    const pairs: number[] = []
    for (const { text, kind } of line) {
      const last = pairs.length - 2
      const own = kind === undefined ? 0 : TOKEN_KINDS.indexOf(kind) + 1
      const number = text.trim() === '' ? (pairs[last + 1] ?? 0) : own
      if (pairs[last + 1] === number && pairs[last]! + text.length <= MAX_LENGTH) pairs[last]! += text.length
      else pairs.push(Math.min(text.length, MAX_LENGTH), number)
    }
    return Uint16Array.from(pairs)
  })

export const toTokens = (code: string, lines: Highlighted): Token[][] => {
  const texts = code.split('\n')
  return lines.map((pairs, at) => {
    const tokens: Token[] = []
    let from = 0
    for (let n = 0; n < pairs.length; n += 2) {
      const kind = pairs[n + 1]!
      tokens.push({
        text: texts[at]!.slice(from, from + pairs[n]!),
        kind: kind === 0 ? undefined : TOKEN_KINDS[kind - 1],
      })
      from += pairs[n]!
    }
    if (from < texts[at]!.length) tokens.push({ text: texts[at]!.slice(from) })
    return tokens
  })
}

export const weightOf = (lines: Highlighted): number =>
  lines.reduce((sum, { byteLength }) => sum + byteLength + 100, 100)
