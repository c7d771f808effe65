// The blocks of integrations in a document.
import type { Block, Document } from '../../engine/document.ts'
import { walk } from '../../engine/walk.ts'

type Json = Record<string, unknown>

export interface IntegrationBlock {
  block: Block
  integration: string
  component: string
  props: Json
  action: Json | undefined
}

const isSet = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** More blocks in one document stay as they are without their integration. */
const MAX_BLOCKS = 20

/** The first blocks of integrations in a document. */
export const firstBlocksIn = (document: Document): IntegrationBlock[] => [...blocksIn(document)].slice(0, MAX_BLOCKS)

export function* blocksIn(document: Document): Generator<IntegrationBlock> {
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || node.type !== 'integration') continue
    const { integration, block: component, props, action } = node.data ?? {}
    if (typeof integration !== 'string' || typeof component !== 'string' || component === '') continue
    yield {
      block: node,
      integration,
      component,
      props: isSet(props) ? props : {},
      action: isSet(action) ? action : undefined,
    }
  }
}
