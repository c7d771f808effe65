// Shared helpers of blocks written as `{% … %}` tags: opening, closing, unknown attributes.

import type { RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { type Data, plainText, soleText } from '../model.ts'
import type { ContentRef } from '../options.ts'
import { writeTag } from '../syntax/attributes.ts'
import { type TagNode, tagNode } from '../syntax/tag.ts'
import type { WriteContext } from './contract.ts'

export type TagAttributes = Record<string, string | number | boolean | undefined>

export const attribute = (tag: TagNode, name: string): string | undefined => {
  const value = tag.attributes[name]
  return value === true ? 'true' : value
}

export const flag = (tag: TagNode, name: string): boolean | undefined => {
  const value = attribute(tag, name)
  return value === 'true' ? true : value === 'false' ? false : undefined
}

// Unknown attributes are stored in `attributes`, so that they are written again.
export function unknownAttributes(tag: TagNode, ...known: string[]): Data | undefined {
  const rest = Object.entries(tag.attributes).filter(
    ([key, value]) => !known.includes(key) || (value === true && !flagLike.has(key)),
  )
  return rest.length ? Object.fromEntries(rest) : undefined
}

const flagLike = new Set([
  'lineNumbers',
  'fullWidth',
  'expandable',
  'expanded',
  'headless',
  'grouped',
  'openInAIProviders',
])

const extra = (block: Block): TagAttributes => (block.data?.attributes as TagAttributes | undefined) ?? {}

export const openTagNode = (name: string, attributes: TagAttributes, block: Block): TagNode =>
  tagNode(writeTag(name, { ...attributes, ...extra(block) }))
export const closeTagNode = (name: string): TagNode => tagNode(writeTag(`end${name}`))

export function container(name: string, attributes: TagAttributes, block: Block, context: WriteContext): RootContent[] {
  const nodes = (block.nodes ?? []) as Block[]
  const body = isEmptyBody(nodes) ? [] : context.blocks(nodes)
  return [openTagNode(name, attributes, block), ...body, closeTagNode(name)]
}

// An empty body is read as one empty paragraph.
export function isEmptyBody(nodes: Block[]): boolean {
  const [only] = nodes
  return (
    nodes.length === 1 && only?.type === 'paragraph' && soleText(only.nodes) === '' && only.data?.align === undefined
  )
}

// A body with a single link, as in `{% content-ref url="a.md" %}`: it repeats the target for readers of the file.
export function soleLink(body: Block[]): { label: string; ref: ContentRef } | undefined {
  const [only, ...more] = body
  const inline = (only?.nodes ?? []).filter((node) => node.object !== 'text' || plainText([node]) !== '')
  const [link] = inline
  if (more.length || only?.type !== 'paragraph' || inline.length !== 1) return undefined
  if (link?.object !== 'inline' || link.type !== 'link') return undefined
  if (link.data?.title !== undefined || link.data?.id !== undefined) return undefined
  const plain = (link.nodes ?? []).every(
    (node) => node.object === 'text' && node.leaves.every((leaf) => !leaf.marks.length),
  )
  return plain ? { label: plainText([link]), ref: link.data?.ref as ContentRef } : undefined
}

export const linkLine = (href: string, label: string): RootContent => ({
  type: 'paragraph',
  children: [{ type: 'link', url: href, children: label ? [{ type: 'text', value: label }] : [] }],
})

// `../guides/start.md#install` is shown as `start.md#install`, `../guides/` as `guides`.
export function labelOf(href: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const name = path.replace(/\/+$/, '').split('/').pop() ?? ''
  return (anchor === undefined ? name : `${name}#${anchor}`) || href
}
