// Draws the nodes of a document with the writer of their type. An unknown type draws its children.
import { listAliases, listAnchors } from '../../engine/anchors.ts'
import type { Block, Document, Inline, Text } from '../../engine/document.ts'
import { groupBy } from '../../engine/group.ts'
import { textOf } from '../../engine/text.ts'
import { directed } from './blocks/paragraph.ts'
import { changeOf, drawChange, drawChangedWords } from './changes.ts'
import type { Context, Surroundings } from './contract.ts'
import { blockWriters, inlineWriters } from './formats.ts'
import { drawText, lines } from './inlines/text.ts'
import { type Html, html, join, NOTHING, named } from './template.ts'

/** Below this depth only the text is drawn: browsers limit how deep elements nest. */
const MAX_DEPTH = 40

/** What is the same for the whole document. */
type Fixed = Omit<Context, 'blocks' | 'inlines' | 'within' | 'depth' | 'isQuiet'>

/**
 * Draws a document, or some blocks of it, piece by piece, so that the caller can do other things in between. The last
 * pieces are the notes.
 */
export function* drawPieces(
  document: Document,
  surroundings: Surroundings,
  blocks: readonly Block[] = document.nodes,
): Generator<Html> {
  const notes: Html[] = []
  const context = contextsOf(fixedFor(document, surroundings, notes))(0, false)
  for (const block of blocks) yield drawBlock(block, context)
  // Drawing a note may add another one.
  for (let at = 0; at < notes.length; at++) yield notes[at]!
}

export const draw = (document: Document, surroundings: Surroundings): Html =>
  join([...drawPieces(document, surroundings)])

/** Draws text and inlines alone, such as a title with marks. */
export function drawInlines(nodes: Block['nodes'], surroundings: Surroundings): Html {
  const paragraph: Block = { object: 'block', type: 'paragraph', ...(nodes && { nodes }) }
  const document: Document = { object: 'document', data: {}, nodes: [paragraph] }
  return contextsOf(fixedFor(document, surroundings, []))(0, true).inlines(nodes)
}

/** The context of what is drawn beside a document. */
export const bareContext = (surroundings: Surroundings): Context =>
  contextsOf(fixedFor({ object: 'document', data: {}, nodes: [] }, surroundings, []))(0, false)

function fixedFor(document: Document, surroundings: Surroundings, notes: Html[]): Fixed {
  const anchors = listAnchors(document)
  const aliases = listAliases(document, anchors)
  const byBlock = groupBy([...aliases.keys()], (alias) => aliases.get(alias)!)
  return {
    ...surroundings,
    anchorOf: (block) => anchors.get(block),
    aliasesOf: (block) => byBlock.get(block) ?? [],
    addNote(body) {
      const id = `${surroundings.noteName ?? 'note'}-${notes.length + 1}-`
      notes.push(html`<div class="note" id="${id}" popover>${body}</div>`)
      return id
    },
  }
}

/** Most blocks and inlines go one level deeper: each context is made once. */
function contextsOf(fixed: Fixed): (depth: number, isQuiet: boolean) => Context {
  const made: Context[] = []
  const contextOf = (depth: number, isQuiet: boolean): Context => {
    const place = 2 * depth + Number(isQuiet)
    const known = made[place]
    if (known) return known
    const context: Context = {
      ...fixed,
      depth,
      isQuiet,
      blocks: (nodes) => join((nodes ?? []).map((node) => drawBlock(node, context))),
      inlines: (nodes) => join((nodes ?? []).map((node) => drawInline(node, context))),
      within: (change = {}) => contextOf(depth + 1, change.isQuiet ?? isQuiet),
    }
    made[place] = context
    return context
  }
  return contextOf
}

function drawBlock(block: Block, context: Context): Html {
  const change = changeOf(block)
  const drawn = drawContent(block, context)
  const body = context.hasKeys && block.key !== undefined ? named(block.key, drawn) : drawn
  return change ? drawChange(change, body, context, (former) => drawContent(former, context)) : body
}

function drawContent(block: Block, context: Context): Html {
  if (context.depth > MAX_DEPTH) return drawPlain(block, context)
  const write = Object.hasOwn(blockWriters, block.type) ? blockWriters[block.type] : undefined
  return write ? write(block, context) : drawUnknown(block, context)
}

function drawInline(node: Block | Inline | Text, context: Context): Html {
  if (node.object === 'text') return drawText(node)
  return node.object === 'inline' ? drawChangedWords(node, drawNode(node, context)) : drawNode(node, context)
}

function drawNode(node: Block | Inline, context: Context): Html {
  if (context.depth > MAX_DEPTH) return lines(textOf(node))
  // Unchecked documents may have blocks in place of inlines.
  if (node.object === 'block') return lines(textOf(node))
  const write = Object.hasOwn(inlineWriters, node.type) ? inlineWriters[node.type] : undefined
  return write ? write(node, context) : context.within().inlines(node.nodes)
}

function drawUnknown(block: Block, context: Context): Html {
  const inside = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap((fragment) => fragment.nodes)]
  const blocks = inside.filter((node) => node.object === 'block')
  if (blocks.length === 0) return directed('p', block, context, context.inlines(block.nodes))
  return context.within().blocks(blocks)
}

function drawPlain(block: Block, context: Context): Html {
  const text = textOf(block)
  return text.trim() === '' ? NOTHING : directed('p', block, context, lines(text))
}
