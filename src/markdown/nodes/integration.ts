// Blocks of integrations have no form of their own in markdown: they are a tag that names the integration and its block,
// with everything else as JSON in attributes.

import { voidBlock } from '../model.ts'
import type { NodeFormat } from './contract.ts'
import { attribute, openTagNode } from './tags.ts'

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return null
  }
}

export const integration: NodeFormat = {
  tags: {
    integration: {
      alone: true,
      read(tag, body) {
        const [name, blockName, fields] = [
          attribute(tag, 'name'),
          attribute(tag, 'block'),
          parse(attribute(tag, 'data') ?? '{}'),
        ]
        if (name === undefined || blockName === undefined || !fields || body.length) return undefined
        return voidBlock('integration', { integration: name, block: blockName, ...fields })
      },
    },
  },
  write: {
    integration(node) {
      const { integration: name, block: blockName, ...fields } = node.data ?? {}
      return [
        openTagNode(
          'integration',
          { name: name as string, block: blockName as string, data: json(fields) },
          { ...node, data: {} },
        ),
      ]
    },
  },
}
