// Updates by date, with tags.

import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { call, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { dateText } from '../dates.ts'
import { targetOf } from '../references.ts'
import { plain } from '../text.ts'

export const updates: Format = {
  layout: `
#let update(date, tags, it) = block(above: 1.4em, below: 1.4em, width: 100%, {
  block(sticky: true, below: 0.8em, { text(0.9em, weight: 600, fill: accent, date); for tag in tags.pos() { h(0.6em); pill(tag, "") } })
  it
})
`,
  blocks: {
    updates: (block, context) =>
      call(
        'pile',
        blocksIn(block).map((update) => context.blocks([update])),
      ),
    update: (block, context) => {
      const data = dataOf(block)
      const tags = (Array.isArray(data.tags) ? data.tags : []).map((tag) => plain(targetOf(tag, context).title))
      const date = dateText(textIn(data, 'date') ?? '')
      return call('update', [str(date), call('arguments', tags), context.within().blocks(blocksIn(block))])
    },
  },
}
