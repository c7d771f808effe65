// Writes `SUMMARY.md`; see `summary.ts` for the format.
import type { BlockContent, Html, List, ListItem, PhrasingContent, RootContent } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { stringify } from 'yaml'
import { slugify } from '../engine/slug.ts'
import type { SummaryEntry } from './model.ts'

/** `title` is the heading above it. */
export function writeSummary(entries: readonly SummaryEntry[], title = 'Table of contents'): string {
  const children: RootContent[] = [{ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }]
  let run: SummaryEntry[] = []
  let inGroup = false
  const endRun = () => {
    if (run.length > 0 && inGroup) children.push({ type: 'thematicBreak' })
    if (run.length > 0) children.push(writeList(run))
    run = []
  }
  for (const entry of entries) {
    if (entry.kind !== 'group') run.push(entry)
    else {
      endRun()
      children.push({ type: 'heading', depth: 2, children: writeLabel(entry) })
      if (entry.entries.length > 0) children.push(writeList(entry.entries))
      inGroup = true
    }
  }
  endRun()
  return toMarkdown({ type: 'root', children }, { bullet: '*', rule: '*', listItemIndent: 'one', resourceLink: true })
}

const writeList = (entries: readonly SummaryEntry[]): List => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: entries.map(writeItem),
})

function writeItem(entry: SummaryEntry): ListItem {
  const below: BlockContent[] = entry.entries.length > 0 ? [writeList(entry.entries)] : []
  return { type: 'listItem', spread: false, children: [writeFirst(entry), ...below] }
}

function writeFirst(entry: SummaryEntry): BlockContent {
  if (entry.kind === 'computed')
    return { type: 'code', lang: 'yaml', value: stringify({ title: entry.title, ...entry.fields }).trimEnd() }
  return { type: 'paragraph', children: entry.kind === 'group' ? writeLabel(entry) : writeLink(entry) }
}

function writeLink(entry: SummaryEntry): PhrasingContent[] {
  const { title, href = '', linkTitle } = entry
  const link: PhrasingContent = {
    type: 'link',
    url: href,
    title: linkTitle?.trim().replace(/\s+/g, ' ') || null,
    children: title === '' ? [] : [{ type: 'text', value: title }],
  }
  return [link, ...writeFields(entry)]
}

function writeLabel(entry: SummaryEntry): PhrasingContent[] {
  const { title, slug } = entry
  const anchor = slug === undefined || slug === slugify(title) ? [] : html(`<a href="#${slug}" id="${slug}"></a>`)
  return [{ type: 'text', value: title }, ...anchor, ...writeFields(entry)]
}

// Leading, trailing or repeated spaces of a title would be lost in Markdown.
function writeFields({ title, fields, href }: SummaryEntry): PhrasingContent[] {
  const isPlain = title === title.trim().replace(/\s+/g, ' ') || (href !== undefined && isFile(href))
  const all = isPlain ? fields : { title, ...fields }
  return Object.keys(all).length === 0 ? [] : html(`<!-- ${JSON.stringify(all).replaceAll('>', '\\u003e')} -->`)
}

// The title of a page is in its file.
const isFile = (href: string) => /\.(md|markdown)$/i.test(href)

const html = (value: string): PhrasingContent[] => [{ type: 'text', value: ' ' }, { type: 'html', value } as Html]
