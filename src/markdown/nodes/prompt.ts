// `{% prompt description="…" %}` around one fenced block.

import { block } from '../model.ts'
import type { NodeFormat } from './contract.ts'
import { attribute, container, flag, others } from './tags.ts'

export const prompt: NodeFormat = {
  tags: {
    prompt: {
      read(tag, body) {
        if (body.length !== 1 || body[0]?.type !== 'code') return undefined
        const fields = {
          description: attribute(tag, 'description') ?? '',
          icon: attribute(tag, 'icon'),
          openInAIProviders: flag(tag, 'openInAIProviders'),
          defaultExpanded: attribute(tag, 'defaultExpanded'),
        }
        return block('prompt', { ...fields, attributes: others(tag, ...Object.keys(fields)) }, body)
      },
    },
  },
  write: {
    prompt(node, context) {
      const { description, icon, openInAIProviders, defaultExpanded } = node.data as Record<string, string>
      return container('prompt', { description, icon, openInAIProviders, defaultExpanded }, node, context)
    },
  },
}
