// `{% if expression %} … {% endif %}`: the expression is everything between the word and the end of the tag. A comment,
// `<!-- … -->`, is a condition that never holds: kept with the document, and shown to nobody.

import type { Block } from '../../engine/document.ts'
import { htmlTokens } from '../html/tokens.ts'
import { block, filled } from '../model.ts'
import { tagNode } from '../syntax/tag.ts'
import type { NodeFormat } from './contract.ts'
import { closeTagNode, isEmptyBody } from './tags.ts'

const isComment = (source: string) => {
  const tokens = source.startsWith('<!--') ? htmlTokens(source) : []
  return tokens.length > 0 && tokens.every((token) => token.kind === 'other' || !token.raw.trim())
}

export function readComment(source: string): Block | undefined {
  const comment = source.trim()
  return isComment(comment) ? block('if', { expression: 'false', comment }, filled([])) : undefined
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r' }

export const condition: NodeFormat = {
  tags: {
    if: {
      read(tag, body) {
        const expression = tag.value.slice(2, -2).trim().slice(2).trim()
        return block('if', { expression }, filled(body))
      },
    },
  },
  write: {
    if: (node, context) => {
      const { comment } = node.data ?? {}
      const source = typeof comment === 'string' && isComment(comment) ? context.asHtml(comment) : undefined
      if (source) return [source]
      const nodes = (node.nodes ?? []) as Block[]
      const expression = String(node.data?.expression).replace(/[\r\n]/g, (end) => escapes[end] ?? ' ')
      return [
        tagNode(`{% if ${expression} %}`),
        ...(isEmptyBody(nodes) ? [] : context.blocks(nodes)),
        closeTagNode('if'),
      ]
    },
  },
}
