// Tabs: one below the other, each under its name. A script may put them side by side: tabs of one name change together.
import type { Block } from '../../../engine/document.ts'
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Context, Format } from '../contract.ts'
import { markOf } from '../inlines/icon.ts'
import { attributes, type Html, html } from '../template.ts'
import { formerAnchors } from './heading.ts'

function drawTab(item: Block, context: Context): Html {
  const data = dataOf(item)
  const title = textIn(data, 'title') || 'Tab'
  const own = attributes({ class: 'tab', id: context.anchorOf(item), role: 'group', 'aria-label': title })
  const name = html`${markOf({ icon: textIn(data, 'icon') }, context)}${title}`
  const body = context.within().blocks(item.type === 'tabs-item' ? blocksIn(item) : [item])
  return html`<div${own}>${formerAnchors(item, context)}<p class="tab-name">${name}</p><div class="panel">${body}</div></div>`
}

const isCode = (item: Block): boolean => {
  const inside = blocksIn(item)
  return inside.length === 1 && inside[0]!.type === 'code'
}

export const tabs: Format = {
  blocks: {
    tabs: (block, context) => {
      const items = blocksIn(block)
      const classes = [
        'tabset block',
        items.length > 0 && items.every(isCode) && 'codes',
        dataOf(block).fullWidth === true && 'wide',
      ]
      return html`<lectern-tabs${attributes({ class: classes })}>${items.map((item) => drawTab(item, context))}</lectern-tabs>`
    },
    'tabs-item': drawTab,
  },
}
