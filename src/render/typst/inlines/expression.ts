// An expression that has no value here: what it says.
import { call, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { dataOf, textIn } from '../fields.ts'

export const expression: Format = {
  inlines: { expression: (inline) => call('raw', [str(textIn(dataOf(inline), 'expression') ?? '')]) },
}
