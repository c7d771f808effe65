// Updates by date, with tags.
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Block, Context, Format } from '../contract.ts'
import { markOf } from '../inlines/icon.ts'
import { colorClass } from '../inlines/text.ts'
import { resolve } from '../references.ts'
import { attributes, type Html, html } from '../template.ts'

function tagsOf(block: Block, context: Context): Html[] {
  const { tags } = dataOf(block)
  return (Array.isArray(tags) ? tags : []).map((ref) => {
    const { title, color, ...signs } = resolve(ref, context)
    return html`<span${attributes({ class: ['tag', colorClass('ink', color)] })}>${markOf(signs, context)}${title}</span>`
  })
}

function drawUpdate(block: Block, context: Context): Html {
  const date = textIn(dataOf(block), 'date') ?? ''
  const time = html`<time${attributes({ datetime: date || undefined })}>${context.words.date(date)}</time>`
  const body = context.within().blocks(block.type === 'update' ? blocksIn(block) : [block])
  return html`<div class="update"><div class="when">${time}${tagsOf(block, context)}</div><div class="what">${body}</div></div>`
}

export const updates: Format = {
  blocks: {
    updates: (block, context) =>
      html`<div class="updates">${blocksIn(block).map((each) => drawUpdate(each, context))}</div>`,
    update: drawUpdate,
  },
}
