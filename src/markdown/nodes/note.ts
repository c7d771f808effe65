// Unused definitions: a link definition stays as source, a note as its blocks.

import type { Definition, FootnoteDefinition } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { paragraph, text } from '../model.ts'
import type { NodeFormat, ReadContext } from './contract.ts'
import { carrier } from './paragraph.ts'

function readDefinition(node: Definition, context: ReadContext): Block[] {
  const used = context.usedDefinitions.has(node.identifier) && context.definitions.get(node.identifier) === node
  return used ? [] : [carrier(definitionSource(node))]
}

export function definitionSource({ label, identifier, url, title }: Definition): string {
  // Looks for what must not be there: matching the whole of a long text would run out of stack.
  const isPlain = url !== '' && !/[\s<>()\\&]/.test(url)
  const target = isPlain
    ? url
    : `<${url.replace(/[<>\\\n]|&(?=[#a-z])/gi, (mark) => (mark === '\n' ? '%0A' : `\\${mark}`))}>`
  const about = title ? ` "${title.replace(/["\\]|&(?=[#a-z])/gi, '\\$&').replace(/\s*\n\s*/g, ' ')}"` : ''
  return `[${(label ?? identifier).replace(/\s+/g, ' ')}]: ${target}${about}`
}

function readNote(node: FootnoteDefinition, context: ReadContext): Block[] {
  if (context.citedNotes.has(node.identifier) && context.notes.get(node.identifier) === node) return []
  const blocks = context.blocks(node.children)
  return [paragraph([text(`[^${node.label ?? node.identifier}]:`)]), ...blocks]
}

export const notes: NodeFormat = { mdast: { definition: readDefinition, footnoteDefinition: readNote }, write: {} }
