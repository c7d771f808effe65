// The alternative text of an image. It is a plain string, so markup is kept as source where dropping it would lose
// text: shortcodes, formulas, notes, link targets.

import type { Nodes, PhrasingContent } from 'mdast'
import type { CompileContext } from 'mdast-util-from-markdown'
import type { EmojiNode } from './emoji.ts'
import type { InlineMathNode } from './math.ts'

export const altOf = (nodes: PhrasingContent[]): string => nodes.map(textOf).join('')

function textOf(node: PhrasingContent | EmojiNode | InlineMathNode): string {
  switch (node.type) {
    case 'emoji':
      return node.value
    case 'inlineMath':
      return `$$${node.value}$$`
    case 'break':
      return '\n'
    case 'footnoteReference':
      return `[^${node.label ?? node.identifier}]`
    case 'link':
      return resource(altOf(node.children), node)
    case 'image':
      return `!${resource(node.alt ?? '', node)}`
    case 'imageReference':
      return node.alt ?? ''
    default:
      return 'value' in node ? node.value : altOf(node.children)
  }
}

const resource = (label: string, { url, title }: { url: string; title?: string | null }) =>
  `[${label}](${url}${title ? ` "${title}"` : ''})`

declare module 'mdast-util-from-markdown' {
  interface CompileData {
    inReference?: boolean
  }
}

export const altFromMarkdown = {
  exit: {
    label(this: CompileContext) {
      const label = this.stack.at(-1) as { children: PhrasingContent[] }
      this.resume()
      const node = this.stack.at(-1) as Nodes
      this.data.inReference = true
      if (node.type === 'link') node.children = label.children
      else if (node.type === 'image') node.alt = altOf(label.children)
    },
  },
}
