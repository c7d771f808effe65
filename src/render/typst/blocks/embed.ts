// Blocks that refer to something: its title and address.

import { isContentRef } from '../../../engine/content-ref.ts'
import { dataOf, fragmentOf, textIn } from '../../fields.ts'
import { sizeText } from '../../sizes.ts'
import { type Code, call, NONE, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'
import { linkCode, safeUrl, targetOf, titleCode } from '../references.ts'
import { breakable, plain } from '../text.ts'

const captionOf = (block: Block, context: Context): Code => {
  const nodes = fragmentOf(block, 'caption')
  return nodes.length > 0 ? context.within().blocks(nodes) : NONE
}

function fileCode(block: Block, context: Context): Code {
  const { ref } = dataOf(block)
  const file = isContentRef(ref) && ref.kind === 'file' ? context.book.files[ref.file] : undefined
  const kind = file ? `File, ${sizeText(file.size)}` : 'File'
  return call('pointer', [str(kind), titleCode(ref, context), captionOf(block, context)])
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
      const body = safeUrl(url) ? linkCode({ kind: 'url', url }, shown, { text: url, context }) : shown
      return call('pointer', [str('Embedded'), body, captionOf(block, context)])
    },
    file: fileCode,
    'content-ref': (block, context) => {
      const data = dataOf(block)
      const label = textIn(data, 'label') || targetOf(data.ref, context).title
      const body = linkCode(data.ref, plain(label), { text: label, context })
      return call('pointer', [str('See'), body, NONE])
    },
    // Reusable contents of this space are already expanded; this one is elsewhere.
    'reusable-content': (block, context) =>
      call('pointer', [str('Included'), titleCode(dataOf(block).ref, context), NONE]),
  },
}
