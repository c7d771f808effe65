// Converts inline nodes of the syntax tree to texts, leaves and inlines. HTML tags are paired like block tags: known
// ones apply to their content, the rest is text.

import type { FootnoteReference, Image, ImageReference, Link, LinkReference, PhrasingContent } from 'mdast'
import type { Inline, Mark } from '../../engine/document.ts'
import { htmlTokens, losesText, type OpenToken } from '../html/tokens.ts'
import { type InlineNode, text, voidInline } from '../model.ts'
import type { ReadContext } from '../nodes/contract.ts'
import { labelOf } from '../nodes/tags.ts'
import { pairTags } from '../pairs.ts'
import { annotation } from './annotation.ts'
import { elements } from './elements.ts'
import { addMark, mark } from './marks.ts'
import { orEmpty, Pieces } from './pieces.ts'

type Reader = (node: never, marks: Mark[], pieces: Pieces, context: ReadContext) => void

const marked =
  (type: string): Reader =>
  (node: { children: PhrasingContent[] }, marks, pieces, context) =>
    readInto(node.children, addMark(marks, mark(type)), pieces, context)

const readers: Record<string, Reader> = {
  text: (node: { value: string }, marks, pieces) => pieces.text(node.value.replace(/[ \t]*\n[ \t]*|\r/g, ' '), marks),
  alert: (node: { value: string }, marks, pieces) => pieces.text(node.value, marks),
  html: (node: { value: string }, marks, pieces) => pieces.text(node.value.replace(/\s*\n\s*/g, ' '), marks),
  inlineCode: (node: { value: string }, marks, pieces) => pieces.text(node.value, addMark(marks, mark('code'))),
  break: (_node, marks, pieces) => pieces.text('\n', marks),
  strong: marked('bold'),
  emphasis: marked('italic'),
  delete: marked('strikethrough'),
  emoji: (node: { code: string }, _marks, pieces) => pieces.inline(voidInline('emoji', { code: node.code })),
  inlineMath: (node: { value: string }, _marks, pieces) =>
    pieces.inline(voidInline('inline-math', { formula: node.value.replace(/\n/g, ' ') })),
  link: (node: Link, marks, pieces, context) => pieces.inline(readLink(node, marks, context)),
  image: (node: Image, _marks, pieces, context) => pieces.inline(readImage(node, context)),
  linkReference: (node: LinkReference, marks, pieces, context) => {
    const found = use(node, context)
    if (found)
      pieces.inline(
        readLink({ type: 'link', url: found.url, title: found.title, children: node.children }, marks, context),
      )
    else
      readInto([{ type: 'text', value: '[' }, ...node.children, { type: 'text', value: ']' }], marks, pieces, context)
  },
  imageReference: (node: ImageReference, marks, pieces, context) => {
    const found = use(node, context)
    if (found) pieces.inline(readImage({ url: found.url, title: found.title, alt: node.alt }, context))
    else pieces.text(`![${node.alt ?? ''}]`, marks)
  },
  footnoteReference: readNote,
}

function use(node: { identifier: string }, context: ReadContext) {
  context.usedDefinitions.add(node.identifier)
  return context.definitions.get(node.identifier)
}

function readLink(node: Link, marks: Mark[], context: ReadContext): Inline {
  const [only] = node.children
  const label =
    node.children.length === 0 ? '' : node.children.length === 1 && only?.type === 'text' ? only.value : undefined
  const ref = context.options.resolveLink(node.url)
  if (node.title === 'mention' && label === labelOf(node.url)) return voidInline('mention', { ref })
  const pieces = new Pieces()
  readInto(node.children, marks, pieces, context)
  const data = node.title ? { ref, title: node.title } : { ref }
  return { object: 'inline', type: 'link', data, nodes: orEmpty(pieces.nodes()) }
}

function readImage(node: { url: string; alt?: string | null; title?: string | null }, context: ReadContext): Inline {
  const ref = context.options.resolveFile(node.url)
  return voidInline('inline-image', { ref, alt: node.alt || undefined, caption: node.title || undefined })
}

// A note annotates the word before its reference. A second reference is text, unless the note can be repeated.
function readNote(node: FootnoteReference, marks: Mark[], pieces: Pieces, context: ReadContext): void {
  const note = annotation(node.identifier, () => [text(pieces.takeWord(marks), marks)], context)
  if (note) pieces.inline(note)
  else pieces.text(`[^${node.label ?? node.identifier}]`, marks)
}

export function readInlines(nodes: PhrasingContent[], context: ReadContext, marks: Mark[] = []): InlineNode[] {
  const pieces = new Pieces()
  readInto(nodes, marks, pieces, context)
  return pieces.nodes()
}

const isReadable = ({ name, attributes }: OpenToken) => Object.hasOwn(elements, name) && !losesText(name, attributes)

export function readInto(nodes: PhrasingContent[], marks: Mark[], pieces: Pieces, context: ReadContext): void {
  context.depth.deeper(() => readRow(nodes, marks, pieces, context))
}

function readRow(nodes: PhrasingContent[], marks: Mark[], pieces: Pieces, context: ReadContext): void {
  const tokens = nodes.map((node) => (node.type === 'html' ? htmlTokens(node.value)[0] : undefined))
  const names = tokens.map((token) => ({
    name: token?.kind === 'open' ? token.name : token?.kind === 'close' ? `end${token.name}` : undefined,
  }))
  const pairs = context.depth.hasElements && tokens.some(Boolean) ? pairTags(names) : new Map<number, number>()
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as PhrasingContent
    const token = tokens[at]
    const end = pairs.get(at) ?? at
    const element = token?.kind === 'open' && isReadable(token) ? elements[token.name] : undefined
    if (
      element &&
      (end > at || element.empty) &&
      context.depth.inElement(() => element.read(token as OpenToken, nodes.slice(at + 1, end), marks, pieces, context))
    ) {
      at = end
    } else readers[node.type]?.(node as never, marks, pieces, context)
  }
}
