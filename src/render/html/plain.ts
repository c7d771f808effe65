// A document on its own: nothing it refers to is known.
import type { Surroundings } from './contract.ts'
import { ENGLISH } from './words.ts'

const unknown = () => undefined

export const PLAIN: Surroundings = {
  words: ENGLISH,
  direction: 'ltr',
  opensTabs: false,
  target: unknown,
  file: unknown,
  icon: unknown,
  formula: unknown,
  highlight: unknown,
  embed: unknown,
  operation: unknown,
  schema: unknown,
  integration: unknown,
}
