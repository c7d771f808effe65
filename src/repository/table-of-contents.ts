// The page tree as `SUMMARY.md`. It is written when the tree has changed; what its author said differently from the
// titles of the pages is said again for pages that have not changed.
import type { Json } from '../engine/objects.ts'
import type { PageNode } from '../engine/tree/pages.ts'
import type { Page } from '../engine/tree/records.ts'
import { type Writing, writingLinks } from './addresses.ts'
import { decodePath, encodePath, folderOf, joinPath, relativePath } from './paths.ts'
import type { Base, Side } from './sides.ts'
import { readSummary, type SummaryEntry } from './summary.ts'
import { writeSummary } from './write-summary.ts'

/** The new text, or undefined when the one that is there still says it. */
export function writeTableOfContents(
  { config, summary, files }: Base,
  old: Side | undefined,
  now: Side,
): string | undefined {
  const text = writeSummary(entriesOf(now, config.summary))
  const isKnown = old !== undefined && writeSummary(entriesOf(old, config.summary)) === text
  if (isKnown && (summary !== undefined || files.size > 0)) return undefined
  if (summary === undefined || old === undefined) return text === summary ? undefined : text
  return writeSummary(entriesOf(now, config.summary, sayings(summary, config.summary, old)))
}

/** What a table of contents says of a page, by its file. */
type Saying = Pick<SummaryEntry, 'title' | 'linkTitle'> & { of: string }

function sayings(summary: string, path: string, old: Side): Map<string, Saying> {
  const titles = new Map(listPages(old.held.pages).map(({ id, title }) => [id, title]))
  const found = new Map<string, Saying>()
  const walk = ({ href, title, linkTitle, entries }: SummaryEntry) => {
    const file = href === undefined ? undefined : joinPath(folderOf(path), decodePath(href), old.addresses.root)
    const of = file === undefined ? undefined : titles.get(old.addresses.pages.get(file) ?? '')
    if (of !== undefined && !found.has(file!)) found.set(file!, { title, ...(linkTitle && { linkTitle }), of })
    entries.forEach(walk)
  }
  readSummary(summary).forEach(walk)
  return found
}

const listPages = (nodes: readonly PageNode[]): Page[] =>
  nodes.flatMap(({ page, pages }) => [page, ...listPages(pages)])

function entriesOf(
  { held, placed, addresses }: Side,
  summary: string,
  said = new Map<string, Saying>(),
): SummaryEntry[] {
  const writing = writingLinks(addresses, placed, summary)
  const toEntry = ({ page, pages }: PageNode): SummaryEntry => ({
    ...entryOf(page, writing),
    ...fileEntry(page, placed.pages.get(page.id), folderOf(summary), said),
    entries: pages.map(toEntry),
  })
  return held.pages.map(toEntry)
}

function fileEntry(page: Page, path: string | undefined, folder: string, said: ReadonlyMap<string, Saying>) {
  if (path === undefined) return {}
  const { of, ...saying } = said.get(path) ?? { of: undefined }
  return { href: encodePath(relativePath(folder, path)), ...(of === page.title && saying) }
}

function entryOf(page: Page, { linkTo }: Writing): Omit<SummaryEntry, 'entries'> {
  const { type, title, slug, target, computed } = page
  if (type === 'document') return { kind: 'item', title, fields: {} }
  if (type === 'computed') return { kind: 'computed', title, fields: (computed ?? {}) as Record<string, Json> }
  const fields = fieldsOf(page)
  if (type === 'group') return { kind: 'group', title, fields, ...(slug !== undefined && { slug }) }
  const href = target ? linkTo(target) : ''
  // Without the mark it would be read as the page itself.
  return { kind: 'item', title, fields, href: target?.kind === 'page' && !href.includes(':') ? `${href}#` : href }
}

const ELSEWHERE = [
  'id',
  'type',
  'title',
  'slug',
  'parent',
  'position',
  'target',
  'document',
  'git',
  'createdAt',
  'updatedAt',
]

const fieldsOf = (page: Page): Record<string, Json> =>
  Object.fromEntries(Object.entries(page).filter(([name]) => !ELSEWHERE.includes(name))) as Record<string, Json>
