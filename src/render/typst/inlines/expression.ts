// Expressions, printed as source because they have no value here.

import { dataOf, textIn } from '../../fields.ts'
import { call, str } from '../code.ts'
import type { Format } from '../contract.ts'

export const expression: Format = {
  inlines: { expression: (inline) => call('raw', [str(textIn(dataOf(inline), 'expression') ?? '')]) },
}
