// A block of an integration: only its name is known here, and its address if it has one.
import { call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { dataOf, textIn } from '../fields.ts'
import { titled } from '../references.ts'
import { plain } from '../text.ts'

export const integration: Format = {
  blocks: {
    integration: (block, context) => {
      const data = dataOf(block)
      const name = [textIn(data, 'integration'), textIn(data, 'block')].filter(Boolean).join(' / ')
      const url = textIn(data, 'url')
      return call('pointer', [str('Integration'), plain(name), url ? titled({ kind: 'url', url }, context) : NONE])
    },
  },
}
