// Pieces shared by the blocks written as `{% … %}` tags: opening, closing, attributes nobody knows.

import type { RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { type Data, plainText, soleText } from '../model.ts'
import type { ContentRef } from '../options.ts'
import { writeTag } from '../syntax/attributes.ts'
import { type TagNode, tagNode } from '../syntax/tag.ts'
import type { WriteContext } from './contract.ts'

export type Written = Record<string, string | number | boolean | undefined>

export const attribute = (tag: TagNode, name: string): string | undefined => {
  const value = tag.attributes[name]
  return value === true ? 'true' : value
}

export const flag = (tag: TagNode, name: string): boolean | undefined => {
  const value = attribute(tag, name)
  return value === 'true' ? true : value === 'false' ? false : undefined
}

// Attributes outside the known ones are kept under `attributes`, so that they are written again.
export function others(tag: TagNode, ...known: string[]): Data | undefined {
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

const extra = (block: Block): Written => (block.data?.attributes as Written | undefined) ?? {}

export const openTagNode = (name: string, attributes: Written, block: Block): TagNode =>
  tagNode(writeTag(name, { ...attributes, ...extra(block) }))
export const closeTagNode = (name: string): TagNode => tagNode(writeTag(`end${name}`))

export function container(name: string, attributes: Written, block: Block, context: WriteContext): RootContent[] {
  const nodes = (block.nodes ?? []) as Block[]
  const body = isEmptyBody(nodes) ? [] : context.blocks(nodes)
  return [openTagNode(name, attributes, block), ...body, closeTagNode(name)]
}

// One empty paragraph is what an empty body is read as.
export function isEmptyBody(nodes: Block[]): boolean {
  const [only] = nodes
  return (
    nodes.length === 1 && only?.type === 'paragraph' && soleText(only.nodes) === '' && only.data?.align === undefined
  )
}

// A body that is one link and nothing else, as in `{% content-ref url="a.md" %}`: it repeats the target for readers of
// the file.
export function soleLink(body: Block[]): { label: string; ref: ContentRef } | undefined {
  const [only, ...more] = body
  const inline = (only?.nodes ?? []).filter((node) => node.object !== 'text' || plainText([node]) !== '')
  const [link] = inline
  if (more.length || only?.type !== 'paragraph' || inline.length !== 1) return undefined
  if (link?.object !== 'inline' || link.type !== 'link' || link.data?.title !== undefined) return undefined
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
