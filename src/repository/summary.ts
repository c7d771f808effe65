// `SUMMARY.md`: the page tree as headings and nested lists.
//   ## Title                     a group; `<a href="#slug" id="slug"></a>` after it when the slug is not that of the title
//   ***                          what follows is in no group
//   * [Title](path.md "short")   a page and, indented, the pages below it; the short title is for the table of contents
//   * [Title](https://…)         a link; to a page it ends with `#` or an anchor
//   * Title                      a group below a page
//   * ```yaml … ```              a computed page
// Fields that have no other place stand behind a group or a link as JSON in a comment.
import type { Heading, ListItem, Nodes, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { parse } from 'yaml'
import type { Json } from '../engine/objects.ts'
import { plainCommonMark } from '../markdown/index.ts'
import { isRecord } from './model.ts'

export interface SummaryEntry {
  kind: 'item' | 'group' | 'computed'
  title: string
  /** Of an item: where it leads, as written. */
  href?: string
  /** Of an item: the title for the table of contents. */
  linkTitle?: string
  slug?: string
  /** Fields of a group or a link, or what a computed page is made of. */
  fields: Record<string, Json>
  entries: SummaryEntry[]
}

export function readSummary(text: string): SummaryEntry[] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const root = plainCommonMark(source) ?? fromMarkdown(source)
  const top: SummaryEntry[] = []
  let current = top
  for (const node of root.children) {
    if (node.type === 'heading' && node.depth > 1) {
      const group = readLabel('group', node)
      top.push(group)
      current = group.entries
    } else if (node.type === 'thematicBreak') current = top
    else if (node.type === 'list') current.push(...node.children.flatMap(readItem))
  }
  return top
}

function readItem(item: ListItem): SummaryEntry[] {
  const [first, ...rest] = item.children
  const below = (first?.type === 'list' ? item.children : rest).flatMap((node) =>
    node.type === 'list' ? node.children : [],
  )
  const entries = below.flatMap(readItem)
  if (first?.type === 'code') return [{ ...readComputed(first.value), entries }]
  if (first?.type !== 'paragraph') return entries
  const link = first.children.find((node) => node.type === 'link')
  if (!link) return [{ ...readLabel('group', first), entries }]
  const { fields, title } = readLabel('item', first)
  const isNamed = title !== textOf(first).trimEnd()
  const entry: SummaryEntry = { kind: 'item', title: isNamed ? title : textOf(link), href: link.url, fields, entries }
  return [link.title ? { ...entry, linkTitle: link.title } : entry]
}

function readLabel(kind: 'group' | 'item', node: Heading | { children: PhrasingContent[] }): SummaryEntry {
  const html = node.children.flatMap((child) => (child.type === 'html' ? child.value : []))
  const slug = html.map((each) => /^<a\b[^>]*\bid="([^"]+)"/.exec(each)?.[1]).find(Boolean)
  const { title: named, ...fields } = html.map(readComment).find(Boolean) ?? {}
  // The blank before an anchor or a comment separates it, and is no part of the title.
  const title = typeof named === 'string' ? named : textOf(node as Nodes).trimEnd()
  const entry: SummaryEntry = { kind, title, fields, entries: [] }
  return slug === undefined ? entry : { ...entry, slug }
}

function readComment(html: string): Record<string, Json> | undefined {
  const source = /^<!--\s*(\{[\s\S]*\})\s*-->$/.exec(html)?.[1]
  try {
    const value: unknown = source === undefined ? undefined : JSON.parse(source)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readComputed(source: string): SummaryEntry {
  let value: unknown
  try {
    value = parse(source, { maxAliasCount: 0 })
  } catch {
    value = undefined
  }
  const { title, ...fields } = isRecord(value) ? value : {}
  return { kind: 'computed', title: typeof title === 'string' ? title : '', fields, entries: [] }
}

function textOf(node: Nodes): string {
  if (node.type === 'break') return '\n'
  if (node.type === 'image') return node.alt ?? ''
  if ('children' in node) return (node.children as Nodes[]).map(textOf).join('')
  return 'value' in node && node.type !== 'html' ? node.value : ''
}
