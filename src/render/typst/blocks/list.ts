// Lists: bulleted, numbered, and task lists.
import { textOf } from '../../../engine/text.ts'
import { directionOf } from '../../direction.ts'
import { blocksIn, dataOf } from '../../fields.ts'
import { all, bool, type Code, call, int, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'

const items = (block: Block, context: Context): Code[] =>
  blocksIn(block).map((each) => context.within().blocks(blocksIn(each)))

const directed = (block: Block, body: Code): Code => call('directed', [str(directionOf(textOf(block)) ?? ''), body])

const startOf = (block: Block): number => {
  const { start } = dataOf(block)
  return typeof start === 'number' && start >= 0 && start < 1e9 ? start : 1
}

export const list: Format = {
  layout: `
#let task(done, it) = grid(
  columns: (1.5em, 1fr),
  box(width: 0.8em, height: 0.8em, baseline: 0.08em, radius: 1.5pt, stroke: 0.7pt + if done { accent } else { grey },
    fill: if done { accent } else { none },
    if done { place(center + horizon, curve(stroke: 1pt + white, curve.move((-0.2em, 0em)), curve.line((-0.05em, 0.16em)), curve.line((0.22em, -0.18em)))) }),
  it,
)
#let tasks(..items) = stack(spacing: 0.65em, ..items)
#let bulleted(..items) = std.list(spacing: 0.65em, ..items.pos().map(it => std.list.item(it)))
#let numbered(start, ..items) = enum(spacing: 0.65em, start: start, ..items.pos().map(it => enum.item(it)))
`,
  blocks: {
    'list-unordered': (block, context) => directed(block, call('bulleted', items(block, context))),
    'list-ordered': (block, context) =>
      directed(block, call('numbered', [int(startOf(block)), ...items(block, context)])),
    'list-tasks': (block, context) =>
      directed(
        block,
        call(
          'tasks',
          blocksIn(block).map((each) =>
            call('task', [bool(dataOf(each).checked === true), context.within().blocks(blocksIn(each))]),
          ),
        ),
      ),
    'list-item': (block, context) => all([context.blocks(blocksIn(block))]),
  },
}
