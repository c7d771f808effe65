// Tabs, one after another, each below its title.

import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { withIcon } from '../inlines/icon.ts'
import { plain } from '../text.ts'

export const tabs: Format = {
  layout: `
#let tab(title, name, it) = {
  block(above: 1.1em, below: 0pt, sticky: true, stroke: (bottom: 1.6pt + accent), inset: (bottom: 4pt), text(0.95em, weight: 600, fill: ink)[#title#if name != none { [#metadata(none)#label(name)] }])
  block(above: 0pt, below: 1.2em, width: 100%, stroke: (top: 0.6pt + rule), inset: (top: 9pt), it)
}
`,
  blocks: {
    tabs: (block, context) =>
      call(
        'pile',
        blocksIn(block).map((item) => context.blocks([item])),
      ),
    'tabs-item': (block, context) => {
      const data = dataOf(block)
      const label = context.labelOf(block)
      const title = withIcon(plain(textIn(data, 'title') || 'Tab'), { icon: textIn(data, 'icon') }, context)
      return call('tab', [title, label ? str(label) : NONE, context.within().blocks(blocksIn(block))])
    },
  },
}
