// Lists: bulleted, numbered, and task lists.
import type { Block } from '../../../engine/document.ts'
import { blocksIn, dataOf } from '../../fields.ts'
import type { Context, Format } from '../contract.ts'
import { html, join } from '../template.ts'
import { directed } from './paragraph.ts'

const items = (block: Block, context: Context) =>
  join(blocksIn(block).map((each) => html`<li>${context.within().blocks(itemBlocks(each))}</li>`))

const tasks = (block: Block, context: Context) =>
  join(
    blocksIn(block).map((each) => {
      const isDone = dataOf(each).checked === true
      const { checked, unchecked } = context.words
      const box = html`<span class="box" role="img" aria-label="${isDone ? checked : unchecked}"></span>`
      return html`<li class="${isDone ? 'done' : 'open'}">${box}<div>${context.within().blocks(itemBlocks(each))}</div></li>`
    }),
  )

/** Unchecked documents may have other blocks in place of items. */
const itemBlocks = (item: Block): Block[] => (item.type === 'list-item' ? blocksIn(item) : [item])

const startOf = (block: Block): number | undefined => {
  const { start } = dataOf(block)
  return Number.isInteger(start) && (start as number) !== 1 && Math.abs(start as number) < 1e9
    ? (start as number)
    : undefined
}

export const list: Format = {
  blocks: {
    'list-unordered': (block, context) => directed('ul', block, context, items(block, context), { class: 'list' }),
    'list-ordered': (block, context) =>
      directed('ol', block, context, items(block, context), { class: 'list', start: startOf(block) }),
    'list-tasks': (block, context) => directed('ul', block, context, tasks(block, context), { class: 'tasks' }),
    'list-item': (block, context) => context.within().blocks(blocksIn(block)),
  },
}
