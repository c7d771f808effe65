// API operations: method, path and specification.

import { dataIn, dataOf, textIn, textsIn } from '../../fields.ts'
import { call, NONE, str } from '../code.ts'
import type { Block, BlockWriter, Context, Format } from '../contract.ts'
import { targetOf } from '../references.ts'
import { breakable, plain } from '../text.ts'

const anchored = (block: Block, context: Context) => {
  const label = context.labelOf(block)
  return label ? str(label) : NONE
}

const sourceOf = (block: Block, context: Context): string => {
  const data = dataOf(block)
  const { title } = targetOf(data.ref, context)
  return textIn(dataIn(data, 'source'), 'label') ?? title
}

const operation: BlockWriter = (block, context) => {
  const data = dataOf(block)
  const method = (textIn(data, 'method') ?? '').toUpperCase()
  const path = textIn(data, 'path') ?? textIn(data, 'name') ?? ''
  return call('operation', [
    str(method),
    str(breakable(path)),
    plain(sourceOf(block, context)),
    anchored(block, context),
  ])
}

export const openapi: Format = {
  layout: `
#let methods = (GET: rgb("#1d5fd0"), POST: rgb("#1a7f45"), PUT: rgb("#b26a00"), PATCH: rgb("#b26a00"), DELETE: rgb("#c0312b"))
#let operation(method, path, source, name) = block(above: 1.2em, below: 1.2em, width: 100%, breakable: false, stroke: 0.6pt + rule, radius: 4pt, inset: 9pt, {
  if name != none { [#metadata(none)#label(name)] }
  if method != "" {
    box(fill: methods.at(method, default: dim), radius: 2pt, inset: (x: 5pt), outset: (y: 3pt), text(0.8em, fill: white, weight: 700, font: mono, method))
    h(0.7em)
  }
  text(0.9em, font: mono, path)
  block(above: 0.7em, text(0.8em, fill: dim, source))
})
`,
  blocks: {
    'openapi-operation': operation,
    'openapi-webhook': operation,
    swagger: operation,
    'openapi-schemas': (block, context) => {
      const schemas = textsIn(dataOf(block).schemas)
      const names = schemas.length > 0 ? schemas.join(', ') : 'All schemas'
      return call('operation', [str(''), str(names), plain(sourceOf(block, context)), anchored(block, context)])
    },
  },
}
