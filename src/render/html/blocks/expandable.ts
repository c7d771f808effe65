// Expandables: a question and its answer. The browser opens them, also when it finds words in them.
import { dataOf, fragmentOf } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { sign } from '../signs.ts'
import { attributes, html } from '../template.ts'
import { formerAnchors } from './heading.ts'

export const expandable: Format = {
  blocks: {
    expandable: (block, context) => {
      const own = attributes({
        class: 'expand block',
        id: context.anchorOf(block),
        open: dataOf(block).defaultExpanded === true,
      })
      const inner = context.within({ isQuiet: true })
      const title = fragmentOf(block, 'expandable-title').map((each) =>
        each.type === 'paragraph' ? html`<span>${inner.inlines(each.nodes)}</span>` : inner.blocks([each]),
      )
      const body = context.within().blocks(fragmentOf(block, 'expandable-body'))
      const former = formerAnchors(block, context)
      return html`<details${own}>${former}<summary>${sign('right')}${title}</summary><div>${body}</div></details>`
    },
  },
}
