// Reads the values of a specification without trusting their types: whatever an author wrote can be shown.
import { clip } from '../../lib/text.ts'

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const MAX_TEXT = 20_000

/** A text that is not empty. */
export const textOf = (value: unknown, longest = MAX_TEXT): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? clip(value.trim(), longest) : undefined

/** A code, whose lines end as ours do. */
export const codeOf = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** At most this many characters of a value are shown. */
const MAX_SHOWN = 2000

/** A value as people read it: texts as they are, everything else as JSON. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_SHOWN ? `${clip(text, MAX_SHOWN)}…` : text
}
