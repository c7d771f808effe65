// A prompt: its description and text.

import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { call } from '../code.ts'
import type { Format } from '../contract.ts'
import { withIcon } from '../inlines/icon.ts'
import { plain } from '../text.ts'

export const prompt: Format = {
  layout: `
#let prompt(title, it) = block(above: 1.2em, below: 1.2em, width: 100%, { block(sticky: true, below: 0.7em, text(weight: 600, title)); it })
`,
  blocks: {
    prompt: (block, context) => {
      const data = dataOf(block)
      const title = withIcon(plain(textIn(data, 'description') ?? ''), { icon: textIn(data, 'icon') }, context)
      return call('prompt', [title, context.within().blocks(blocksIn(block))])
    },
  },
}
