// Blocks that point somewhere: what they point at, with where it is.

import { isContentRef } from '../../../engine/content-ref.ts'
import { type Code, call, NONE, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'
import { dataOf, fragmentOf, textIn } from '../fields.ts'
import { linked, safe, targetOf, titled } from '../references.ts'
import { breakable, plain } from '../text.ts'

const captionOf = (block: Block, context: Context): Code => {
  const nodes = fragmentOf(block, 'caption')
  return nodes.length > 0 ? context.within().blocks(nodes) : NONE
}

const UNITS = ['bytes', 'kB', 'MB', 'GB']

function sizeOf(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), 3)
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`
}

function fileCode(block: Block, context: Context): Code {
  const { ref } = dataOf(block)
  const file = isContentRef(ref) && ref.kind === 'file' ? context.book.files[ref.file] : undefined
  const kind = file ? `File, ${sizeOf(file.size)}` : 'File'
  return call('pointer', [str(kind), titled(ref, context), captionOf(block, context)])
}

export const embed: Format = {
  layout: `
#let pointer(kind, it, caption) = block(above: 1.2em, below: 1.2em, width: 100%, breakable: false, stroke: 0.6pt + rule, radius: 4pt, inset: 9pt, {
  set par(spacing: 0.55em)
  block(below: 0.55em, text(0.8em, fill: dim, kind))
  block(above: 0pt, text(weight: 600, it))
  if caption != none { block(above: 0.6em, text(0.92em, caption)) }
})
`,
  blocks: {
    embed: (block, context) => {
      const url = textIn(dataOf(block), 'url') ?? ''
      const shown = plain(breakable(url.replace(/^https?:\/\//i, '')))
      const body = safe(url) ? linked({ kind: 'url', url }, shown, { text: url, context }) : shown
      return call('pointer', [str('Embedded'), body, captionOf(block, context)])
    },
    file: fileCode,
    'content-ref': (block, context) => {
      const data = dataOf(block)
      const label = textIn(data, 'label') || targetOf(data.ref, context).title
      const body = linked(data.ref, plain(label), { text: label, context })
      return call('pointer', [str('See'), body, NONE])
    },
    // What could be put in its place was; this one is not in the space.
    'reusable-content': (block, context) =>
      call('pointer', [str('Included'), titled(dataOf(block).ref, context), NONE]),
  },
}
