// Helpers to describe and create nodes.
import type { Attrs, DOMOutputSpec, Node, Schema } from 'prosemirror-model'
import { type Sign, sign } from '../../../render/html/signs.ts'
import { type BlockNode, ELEMENT, type Field, nameOf } from '../contract.ts'

type Data = Record<string, unknown>

export const dataOf = ({ attrs }: { attrs: Attrs }): Data => (attrs.data as Data | null) ?? {}

/** A block of text. */
export const textBlock = (label: string, toDOM: BlockNode['toDOM'], more: Partial<BlockNode> = {}): BlockNode => ({
  holds: 'inlines',
  label,
  group: 'block',
  content: 'inline*',
  attrs: ELEMENT,
  defining: true,
  ...(toDOM && { toDOM }),
  ...more,
})

/** A block of other blocks. */
export const container = (
  label: string | undefined,
  content: string,
  toDOM: (node: Node) => DOMOutputSpec,
): BlockNode => ({
  holds: 'blocks',
  ...(label !== undefined && { label, group: 'block' }),
  content,
  attrs: ELEMENT,
  defining: true,
  toDOM,
})

/** A block without text of its own, drawn as readers see it. */
export const atom = (label: string, fields: readonly Field[] = []): BlockNode => ({
  holds: 'nothing',
  label,
  fields,
  group: 'block',
  atom: true,
  attrs: ELEMENT,
})

export const paragraphOf = (schema: Schema, text = ''): Node =>
  schema.nodes.paragraph!.create({ data: {} }, text === '' ? [] : schema.text(text))

export const create = (schema: Schema, type: string, data: Data, content: readonly Node[] = []): Node =>
  schema.nodes[nameOf(type)]!.create({ data }, content)

/** A void block: documents say so. */
export const createVoid = (schema: Schema, type: string, data: Data): Node =>
  schema.nodes[nameOf(type)]!.create({ data, isVoid: true })

export const alignClass = (node: Node): string | undefined => {
  const { align } = dataOf(node)
  return align === 'center' || align === 'end' ? align : undefined
}

/** A sign of the renderer as an element. */
export function drawnSign(name: Sign): HTMLElement {
  const holder = document.createElement('template')
  holder.innerHTML = sign(name).text
  const drawn = holder.content.firstElementChild as HTMLElement
  drawn.setAttribute('contenteditable', 'false')
  return drawn
}

/** The class of lines that show a setting; the text of the block is next to them. */
export const SETTING = 'of-settings'
