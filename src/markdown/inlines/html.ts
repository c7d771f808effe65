// Writes inline nodes of the syntax tree as HTML, for table cells, captions and summaries.

import type { Link, PhrasingContent } from 'mdast'
import { escapeHtml, openTag } from '../html/tokens.ts'
import { emojiText } from '../syntax/emoji.ts'

const wrap = (name: string, children: PhrasingContent[]) => `<${name}>${inlineHtml(children)}</${name}>`

export function inlineHtml(nodes: PhrasingContent[]): string {
  return nodes.map(nodeHtml).join('')
}

const linkAttributes = ({ url, title }: Link) =>
  title === 'mention' ? { 'data-mention': true, href: url } : { href: url, title: title ?? undefined }

function nodeHtml(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value)
    case 'html':
      return node.value
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'strong':
      return wrap('strong', node.children)
    case 'emphasis':
      return wrap('em', node.children)
    case 'delete':
      return wrap('del', node.children)
    case 'link':
      return `${openTag('a', linkAttributes(node))}${inlineHtml(node.children)}</a>`
    case 'emoji':
      return `${openTag('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': node.code })}${emojiText(node.code)}</span>`
    case 'break':
      return '<br>'
    default:
      return ''
  }
}
