// Code blocks: a fence; inside `{% code … %}` if it has a title or options, or if the fence alone would be an
// integration block; `<pre>` if lines are highlighted or annotated.

import type { Code, RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { findData } from '../../lib/json.ts'
import { openTag } from '../html/tokens.ts'
import { type HtmlElement, type HtmlNode, isElement, withoutBlank } from '../html/tree.ts'
import { block, type Data, type InlineNode, plainText, soleText, text } from '../model.ts'
import type { NodeFormat, ReadContext, WriteContext } from './contract.ts'
import { blockOfFence } from './fence.ts'
import { attribute, closeTagNode, flag, openTagNode, unknownAttributes } from './tags.ts'

const line = (nodes: InlineNode[], highlighted?: boolean) =>
  block('code-line', highlighted ? { highlighted } : {}, nodes)
const lines = (value: string) => value.split('\n').map((each) => line([text(each)]))

const options = ['title', 'overflow', 'lineNumbers', 'expandable', 'collapsedLineCount', 'fullWidth']

function readFence(node: Code, { options, fenced }: ReadContext): Block[] {
  const code = block('code', { syntax: node.lang ?? undefined, meta: node.meta ?? undefined }, lines(node.value))
  const stoodFor = blockOfFence(node, options.fences)
  if (stoodFor) fenced.set(stoodFor, code)
  return [stoodFor ?? code]
}

const count = (value: string | undefined) => (value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined)

const readTag = {
  read(tag: Parameters<typeof attribute>[0], body: Block[], { fenced }: ReadContext) {
    const [first] = body
    const plain = first && fenced.get(first)
    const only = plain ?? first
    const bare =
      only?.type === 'code' && options.every((name) => only.data?.[name] === undefined) && !only.data?.attributes
    if (body.length !== 1 || !only || !bare) return undefined
    const fields = {
      title: attribute(tag, 'title'),
      overflow: attribute(tag, 'overflow'),
      lineNumbers: flag(tag, 'lineNumbers'),
      expandable: flag(tag, 'expandable'),
      collapsedLineCount: count(attribute(tag, 'collapsedLineCount')),
      fullWidth: flag(tag, 'fullWidth'),
    }
    const attributes =
      unknownAttributes(tag, ...options) ?? (Object.keys(tag.attributes).length || plain ? undefined : {})
    return block('code', { ...only.data, ...fields, attributes }, only.nodes)
  },
}

function write(node: Block, context: WriteContext): RootContent[] {
  const isPlain = (node.nodes as Block[]).every((each) => !each.data?.highlighted && soleText(each.nodes) !== undefined)
  const { syntax, meta, attributes, ...rest } = (node.data ?? {}) as Data
  const fields = Object.fromEntries(options.map((name) => [name, rest[name] as string | undefined]))
  const value = (node.nodes as Block[]).map((each) => soleText(each.nodes)).join('\n')
  const inner: Code = { type: 'code', lang: (syntax as string) ?? null, meta: (meta as string) ?? null, value }
  const isFence = blockOfFence(inner, context.options.fences) !== undefined
  const hasFields = Object.values(fields).some((each) => each !== undefined)
  // Around such a fence, an empty tag keeps it code.
  const isBare = attributes !== undefined && Object.keys(attributes as Data).length === 0 && !hasFields
  if (!isPlain || (isFence && isBare)) return [{ type: 'html', value: writePre(node, context) }]
  const hasTag = attributes !== undefined || hasFields || isFence
  return hasTag ? [openTagNode('code', fields, node), inner, closeTagNode('code')] : [inner]
}

// A highlighted line is wrapped with its line end; bold words in a line are `<b>`.
export function writePre(node: Block, context: WriteContext): string {
  const syntax = node.data?.syntax as string | undefined
  const body = (node.nodes as Block[]).map((each) => {
    const content = `${context.htmlInlines(each.nodes as InlineNode[]).replace(/<(\/?)strong>/g, '<$1b>')}\n`
    return each.data?.highlighted ? `<strong>${content}</strong>` : content
  })
  const open = openTag('pre', { class: syntax && `language-${syntax}`, ...writePreOptions(node.data ?? {}) })
  return `${open}${openTag('code', { class: syntax && `lang-${syntax}` })}${body.join('')}</code></pre>`
}

const word = (value: unknown) => (value === undefined ? undefined : String(value))

const writePreOptions = (fields: Data) => ({
  'data-title': word(fields.title),
  'data-overflow': word(fields.overflow),
  'data-line-numbers': fields.lineNumbers === true ? true : word(fields.lineNumbers),
  'data-expandable': word(fields.expandable),
  'data-collapsed-line-count': word(fields.collapsedLineCount),
  'data-full-width': word(fields.fullWidth),
  'data-meta': word(fields.meta),
  'data-attributes': fields.attributes === undefined ? undefined : JSON.stringify(fields.attributes),
})

function readPre(pre: HtmlElement, context: ReadContext): Block[] | undefined {
  const [code, ...more] = withoutBlank(pre.children)
  if (!isElement(code, 'code') || more.length) return undefined
  const source = /(?:^|\s)lang-(\S+)/.exec(code.attributes.class ?? '')?.[1]
  const nodes = readLines(code.children, context)
  return nodes && [block('code', { syntax: source, ...readPreOptions(pre.attributes) }, nodes)]
}

function readPreOptions(attributes: Record<string, string>): Data {
  const has = (name: string) => (attributes[name] === undefined ? undefined : attributes[name] !== 'false')
  return {
    title: attributes['data-title'],
    overflow: attributes['data-overflow'],
    lineNumbers: has('data-line-numbers'),
    expandable: has('data-expandable'),
    collapsedLineCount: count(attributes['data-collapsed-line-count']),
    meta: attributes['data-meta'],
    attributes: parseJson(attributes['data-attributes']),
    fullWidth: has('data-full-width'),
  }
}

const parseJson = (source: string | undefined): unknown => (source === undefined ? undefined : findData(source))

function readLines(nodes: HtmlNode[], context: ReadContext): Block[] | undefined {
  const found: { nodes: HtmlNode[]; highlighted: boolean }[] = [{ nodes: [], highlighted: false }]
  const add = (node: HtmlNode, highlighted: boolean) => {
    if (node.kind !== 'text') return void found.at(-1)?.nodes.push(node)
    for (const [at, part] of node.value.split('\n').entries()) {
      if (at) found.push({ nodes: [], highlighted: false })
      const current = found.at(-1)
      if (part) current?.nodes.push({ ...node, value: part })
      if (current && (part || at < node.value.split('\n').length - 1)) current.highlighted ||= highlighted
    }
  }
  for (const node of nodes) {
    if (isElement(node, 'strong')) for (const child of node.children) add(child, true)
    else add(node, false)
  }
  if (found.length > 1 && found.at(-1)?.nodes.length === 0 && !found.at(-1)?.highlighted) found.pop()
  const read = found.map((each) => ({ inlines: context.htmlInlines(each.nodes), highlighted: each.highlighted }))
  if (read.some(({ inlines }) => !inlines)) return undefined
  return read.map(({ inlines, highlighted }) => line(inlines?.length ? inlines : [text('')], highlighted))
}

export const code: NodeFormat = {
  mdast: { code: readFence },
  html: { pre: readPre },
  tags: { code: readTag },
  write: { code: write, 'code-line': (node) => [{ type: 'code', value: plainText(node.nodes) }] },
}
