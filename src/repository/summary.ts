// Reads `SUMMARY.md`, the page tree as headings and nested lists:
//   ## Title                     a group; then `<a href="#slug" id="slug"></a>` if the slug is not that of the title
//   ***                          the end of a group
//   * [Title](path.md "short")   a page, with its child pages indented; the short title is for the table of contents
//   * [Title](https://…)         a link; a link to a page ends with `#` or an anchor
//   * Title                      a group below a page
//   * ```yaml … ```              a computed page
// Other fields of a group or a link follow it as JSON in a comment.
import type { Heading, ListItem, Nodes, PhrasingContent, Root } from 'mdast'
import type { Json } from '../engine/objects.ts'
import { findData } from '../lib/json.ts'
import { findYaml } from '../lib/yaml.ts'
import { commonMark, TooDeep } from '../markdown/index.ts'
import { RepositoryError } from './config.ts'
import { isRecord, type Summary, type SummaryEntry } from './model.ts'

/** The maximum nesting depth; readers of the lists are recursive. */
const MAX_DEPTH = 128
/** The maximum number of pages, groups and links. */
const MAX_ENTRIES = 20_000

function parseSummary(text: string): Root {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  try {
    return commonMark(source, MAX_DEPTH)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    throw new RepositoryError(`The table of contents is nested more than ${MAX_DEPTH} levels deep.`)
  }
}

/** Slow for large texts. */
export function readSummary(text: string): Summary {
  const { children } = parseSummary(text)
  const heading = children.find((node) => node.type === 'heading' && node.depth === 1)
  const entries = readEntries(children)
  if (countEntries(entries) > MAX_ENTRIES)
    throw new RepositoryError(`The table of contents has more than ${MAX_ENTRIES} entries: split the space.`)
  return { title: heading && textOf(heading), entries }
}

const countEntries = (entries: readonly SummaryEntry[]): number =>
  entries.reduce((sum, entry) => sum + countEntries(entry.entries), entries.length)

function readEntries(nodes: Root['children']): SummaryEntry[] {
  const top: SummaryEntry[] = []
  let current = top
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth > 1) {
      const group = readLabel('group', node)
      top.push(group)
      current = group.entries
    } else if (node.type === 'thematicBreak') current = top
    else if (node.type === 'list') for (const item of node.children) current.push(...readItem(item))
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
  // The space before an anchor or comment is not part of the title.
  const title = typeof named === 'string' ? named : textOf(node as Nodes).trimEnd()
  const entry: SummaryEntry = { kind, title, fields, entries: [] }
  return slug === undefined ? entry : { ...entry, slug }
}

function readComment(html: string): Record<string, Json> | undefined {
  const source = /^<!--\s*(\{[\s\S]*\})\s*-->$/.exec(html)?.[1]
  const value = source === undefined ? undefined : findData(source)
  return isRecord(value) ? value : undefined
}

function readComputed(source: string): SummaryEntry {
  const value = findYaml(source)
  const { title, ...fields } = isRecord(value) ? value : {}
  return { kind: 'computed', title: typeof title === 'string' ? title : '', fields, entries: [] }
}

function textOf(node: Nodes): string {
  if (node.type === 'break') return '\n'
  if (node.type === 'image') return node.alt ?? ''
  if ('children' in node) return (node.children as Nodes[]).map(textOf).join('')
  return 'value' in node && node.type !== 'html' ? node.value : ''
}
