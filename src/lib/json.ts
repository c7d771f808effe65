// Parses untrusted JSON. Nesting is limited before parsing, so that code may traverse the value recursively.

/** The maximum nesting depth of untrusted JSON. */
export const MAX_DEPTH = 500
/** The maximum number of values: parsing more would block the event loop. */
export const MAX_VALUES = 1_000_000
const MAX_DATA_DEPTH = 64

/** Parses a JSON text; undefined if it is invalid or nested deeper than `levels`. */
export function findJson(text: string, levels = MAX_DEPTH): unknown {
  if (isDeeper(text, levels)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Like `findJson`, with a lower limit for JSON that is embedded in other nested content. */
export const findData = (text: string): unknown => findJson(text, MAX_DATA_DEPTH)

/** True if a JSON text is nested deeper than `levels`. */
export const isDeeper = (text: string, levels: number): boolean => findExcess(text, { levels }) === 'levels'

interface Limits {
  /** The maximum nesting depth. */
  levels: number
  /** The maximum number of lists, objects and their items. */
  values?: number
}

/** The first limit that a JSON text exceeds. The number of values is estimated by counting commas. */
export function findExcess(text: string, { levels, values = text.length }: Limits): keyof Limits | undefined {
  if (text.length <= Math.min(levels, values)) return undefined
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = endOfString(text, at)
    else if (char === COMMA) count++
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth++
      count++
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth--
    if (depth > levels) return 'levels'
    if (count > values) return 'values'
  }
  return undefined
}

/**
 * The offset of the closing quote of the string at `start`. Strings are most of a large body, so they are skipped fast.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

const codeOf = (character: string) => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [...'"\\,{}[]'].map(codeOf)
