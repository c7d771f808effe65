// `{% prompt description="…" %}` around one fenced block.

import { block } from '../model.ts'
import type { NodeFormat } from './contract.ts'
import { attribute, container, flag, unknownAttributes } from './tags.ts'

export const prompt: NodeFormat = {
  tags: {
    prompt: {
      read(tag, [only, ...more], { fenced }) {
        const code = only && (fenced.get(only) ?? only)
        if (code?.type !== 'code' || more.length > 0) return undefined
        const fields = {
          description: attribute(tag, 'description') ?? '',
          icon: attribute(tag, 'icon'),
          openInAIProviders: flag(tag, 'openInAIProviders'),
          defaultExpanded: attribute(tag, 'defaultExpanded'),
        }
        return block('prompt', { ...fields, attributes: unknownAttributes(tag, ...Object.keys(fields)) }, [code])
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
