// Integration blocks are fences if the integration declares it. Others are a tag with the names of the integration and
// the block, and everything else as JSON attributes.

import { findData } from '../../lib/json.ts'
import { voidBlock } from '../model.ts'
import type { NodeFormat } from './contract.ts'
import { fenceOfBlock } from './fence.ts'
import { attribute, openTagNode } from './tags.ts'

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))

const parse = (text: string | undefined): unknown => (text === undefined ? undefined : (findData(text) ?? null))

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
    integration(node, { options }) {
      const fence = fenceOfBlock(node, options.fences)
      if (fence) return [fence]
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
