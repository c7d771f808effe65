// Renders the nodes of a page with the writer of their type. An unknown type renders its children.
import type { Block, Inline, Text } from '../../engine/document.ts'
import { textOf } from '../../engine/text.ts'
import { directionOf } from '../direction.ts'
import { all, type Code, call, str } from './code.ts'
import type { Context } from './contract.ts'
import { blockWriters, inlineWriters } from './formats.ts'
import { textCode } from './inlines/text.ts'
import { plain } from './text.ts'

/** Below this depth only the text is printed: there is no space left, and Typst limits nesting. */
const MAX_DEPTH = 7

/** The fixed part of a context. */
type Fixed = Omit<Context, 'blocks' | 'inlines' | 'within' | 'depth' | 'inNote'>

export function contextOf(fixed: Fixed, depth = 0, inNote = false): Context {
  const context: Context = {
    ...fixed,
    depth,
    inNote,
    blocks: (nodes) => all((nodes ?? []).map((node) => blockCode(node, context))),
    inlines: (nodes) => all((nodes ?? []).map((node) => inlineCode(node, context))),
    within: (change: Partial<Context> = {}) => contextOf(fixed, depth + 1, change.inNote ?? inNote),
  }
  return context
}

function blockCode(block: Block, context: Context): Code {
  if (context.depth > MAX_DEPTH) return textCodeOf(block)
  const write = Object.hasOwn(blockWriters, block.type) ? blockWriters[block.type] : undefined
  return write ? write(block, context) : unknownCode(block, context)
}

function inlineCode(node: Block | Inline | Text, context: Context): Code {
  if (node.object === 'text') return textCode(node)
  if (context.depth > MAX_DEPTH) return plain(textOf(node))
  // Unchecked documents may have blocks in place of inlines.
  if (node.object === 'block') return blockCode(node, context.within())
  const write = Object.hasOwn(inlineWriters, node.type) ? inlineWriters[node.type] : undefined
  return write ? write(node, context.within()) : context.within().inlines(node.nodes)
}

function unknownCode(block: Block, context: Context): Code {
  const nodes = block.nodes ?? []
  const inside = [...nodes, ...(block.fragments ?? []).flatMap((fragment) => fragment.nodes)]
  if (inside.every((node) => node.object !== 'block'))
    return call('paragraph', [str(''), str('start'), context.inlines(nodes)])
  return context.within().blocks(inside.filter((node) => node.object === 'block'))
}

function textCodeOf(block: Block): Code {
  const text = textOf(block)
  return text.trim() === ''
    ? call('nothing')
    : call('paragraph', [str(directionOf(text) ?? ''), str('start'), plain(text)])
}
