// Writes the page tree as `SUMMARY.md` if it has changed. Labels that the author wrote differently from the page titles
// are kept for unchanged pages.
import type { Json } from '../engine/objects.ts'
import type { PageNode } from '../engine/tree/pages.ts'
import type { Page } from '../engine/tree/records.ts'
import { type LinkWriter, linkWriter } from './addresses.ts'
import type { SummaryEntry } from './model.ts'
import { decodePath, folderOf, joinPath, linkPath, relativePath } from './paths.ts'
import type { PlacedContent, RepositoryState } from './write-state.ts'
import { writeSummary } from './write-summary.ts'

/** Returns the new text, or undefined if the current one is still right. */
export function writeTableOfContents(
  { config, summary, files }: RepositoryState,
  old: PlacedContent | undefined,
  now: PlacedContent,
): string | undefined {
  const text = writeSummary(entriesOf(now, config.summary))
  const isKnown = old !== undefined && writeSummary(entriesOf(old, config.summary)) === text
  if (isKnown && (summary !== undefined || files.size > 0)) return undefined
  if (summary === undefined || old === undefined) return text === summary?.text ? undefined : text
  return writeSummary(entriesOf(now, config.summary, readLabels(summary.entries, config.summary, old)), summary.title)
}

/** The label of a page in a table of contents, by its file, and the page titles it was written for. */
type Label = Pick<SummaryEntry, 'title' | 'linkTitle'> & { of: string }

const namesOf = ({ title, linkTitle }: Pick<Page, 'title' | 'linkTitle'>) => JSON.stringify([title, linkTitle])

function readLabels(entries: readonly SummaryEntry[], path: string, old: PlacedContent): Map<string, Label> {
  const titles = new Map(listPages(old.held.pages).map((page) => [page.id, namesOf(page)]))
  const found = new Map<string, Label>()
  const walk = ({ href, title, linkTitle, entries: below }: SummaryEntry) => {
    const file = href === undefined ? undefined : joinPath(folderOf(path), decodePath(href), old.addresses.root)
    const of = file === undefined ? undefined : titles.get(old.addresses.pages.get(file) ?? '')
    if (of !== undefined && !found.has(file!)) found.set(file!, { title, ...(linkTitle && { linkTitle }), of })
    below.forEach(walk)
  }
  entries.forEach(walk)
  return found
}

const listPages = (nodes: readonly PageNode[]): Page[] =>
  nodes.flatMap(({ page, pages }) => [page, ...listPages(pages)])

function entriesOf(
  { held, placed, addresses }: PlacedContent,
  summary: string,
  labels = new Map<string, Label>(),
): SummaryEntry[] {
  const writing = linkWriter(addresses, placed, summary)
  const toEntry = ({ page, pages }: PageNode): SummaryEntry => ({
    ...entryOf(page, writing),
    ...fileEntry(page, placed.pages.get(page.id), folderOf(summary), labels),
    entries: pages.map(toEntry),
  })
  return held.pages.map(toEntry)
}

function fileEntry(page: Page, path: string | undefined, folder: string, labels: ReadonlyMap<string, Label>) {
  if (path === undefined) return {}
  const href = linkPath(relativePath(folder, path))
  const label = labels.get(path)
  return label?.of === namesOf(page) ? { href, title: label.title, linkTitle: label.linkTitle } : { href }
}

function entryOf(page: Page, { linkTo }: LinkWriter): Omit<SummaryEntry, 'entries'> {
  const { type, title, linkTitle, slug, target, computed } = page
  if (type === 'document') return { kind: 'item', title, linkTitle, fields: {} }
  if (type === 'computed') return { kind: 'computed', title, fields: (computed ?? {}) as Record<string, Json> }
  const fields = fieldsOf(page)
  if (type === 'group') return { kind: 'group', title, fields, ...(slug !== undefined && { slug }) }
  const href = target ? linkTo(target) : ''
  const { linkTitle: _inLink, ...others } = fields
  // Without `#` it would be read as the page itself.
  const leadsTo = target?.kind === 'page' && !href.includes(':') ? `${href}#` : href
  return { kind: 'item', title, linkTitle, fields: others, href: leadsTo }
}

const ELSEWHERE = [
  'id',
  'type',
  'title',
  'slug',
  'ownPath',
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
