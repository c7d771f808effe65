// A block of an integration: its name, and its address if it has one.

import { dataOf, textIn } from '../../fields.ts'
import { call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { titleCode } from '../references.ts'
import { plain } from '../text.ts'

export const integration: Format = {
  blocks: {
    integration: (block, context) => {
      const data = dataOf(block)
      const name = [textIn(data, 'integration'), textIn(data, 'block')].filter(Boolean).join(' / ')
      const url = textIn(data, 'url')
      return call('pointer', [str('Integration'), plain(name), url ? titleCode({ kind: 'url', url }, context) : NONE])
    },
  },
}
