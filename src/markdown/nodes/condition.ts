// `{% if expression %} … {% endif %}`: the expression is everything after `if`. Comments, `<!-- … -->`, and tags
// without meaning, `<div class="note">`, are conditions that never hold: kept in the document, hidden from readers.

import type { Block } from '../../engine/document.ts'
import { isPlainWrapperTag } from '../html/elements.ts'
import { htmlTokens } from '../html/tokens.ts'
import { block, nonEmpty } from '../model.ts'
import { tagNode } from '../syntax/tag.ts'
import type { NodeFormat } from './contract.ts'
import { closeTagNode, isEmptyBody } from './tags.ts'

const isComment = (source: string) => {
  const tokens = source.startsWith('<!--') ? htmlTokens(source) : []
  return tokens.length > 0 && tokens.every((token) => token.kind === 'other' || !token.raw.trim())
}

/** True for a tag of a wrapper element without meaning. */
export function isPlainTag(source: string): boolean {
  const [only, ...more] = source.startsWith('<') ? htmlTokens(source) : []
  return only !== undefined && !more.length && isPlainWrapperTag(only)
}

/** A block that is kept in the document and hidden from readers. */
export const hidden = (comment: string): Block => block('if', { expression: 'false', comment }, nonEmpty([]))

export function readComment(source: string): Block | undefined {
  const comment = source.trim()
  return isComment(comment) || isPlainTag(comment) ? hidden(comment) : undefined
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r' }

export const condition: NodeFormat = {
  tags: {
    if: {
      read(tag, body) {
        const expression = tag.value.slice(2, -2).trim().slice(2).trim()
        return block('if', { expression }, nonEmpty(body))
      },
    },
  },
  write: {
    if: (node, context) => {
      const { comment } = node.data ?? {}
      const source =
        typeof comment === 'string' && (isComment(comment) || isPlainTag(comment)) ? context.asHtml(comment) : undefined
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
