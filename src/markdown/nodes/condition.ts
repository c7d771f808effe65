// `{% if expression %} … {% endif %}`: the expression is everything between the word and the end of the tag.

import type { Block } from '../../engine/document.ts'
import { block, filled } from '../model.ts'
import { tagNode } from '../syntax/tag.ts'
import type { NodeFormat } from './contract.ts'
import { closeTagNode, isEmptyBody } from './tags.ts'

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
