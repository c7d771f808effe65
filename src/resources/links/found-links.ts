// The references that a page or a reusable content makes, as rows.
import type { Row } from '../../db/tables.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import type { Changed } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import { listPageReferences, listReferences } from '../../engine/links.ts'
import { isEqual } from '../../engine/objects.ts'
import type { Page, ReusableContent } from '../../engine/tree/records.ts'
import type { Changes } from '../content/indexed-changes.ts'
import { type Around, targetOf } from './targets.ts'

export type LinkRow = Row<'links'>

export const pageHolder = (id: string): string => `page/${id}`
const reusableHolder = (id: string): string => `reusable-content/${id}`

export function parseHolder(holder: string): { kind: 'page' | 'reusable-content'; id: string } {
  const [kind, ...id] = holder.split('/') as ['page', string]
  return { kind, id: id.join('/') }
}

/** What may have changed its references: the holders that had some before, and all rows of those that are there now. */
export function changedLinks(spaceId: string, { page, reusableContent, documentOf }: Changes) {
  const pages = page.filter(refersElsewhere)
  const contents = reusableContent.filter(({ before, after }) => before?.document !== after?.document)
  return {
    old: [
      ...pages.flatMap(({ id, before }) => (before ? [pageHolder(id)] : [])),
      ...contents.flatMap(({ id, before }) => (before ? [reusableHolder(id)] : [])),
    ],
    now: [
      ...pages.flatMap(({ after }) => (after ? linksOfPage(spaceId, after, documentOf(after)) : [])),
      ...contents.flatMap(({ after }) => (after ? linksOfReusable(spaceId, after, documentOf(after)) : [])),
    ],
  }
}

function refersElsewhere({ before, after }: Changed<Page>): boolean {
  if (!before || !after || before.document !== after.document) return true
  return !isEqual(listPageReferences(before), listPageReferences(after))
}

function linksOfPage(space: string, page: Page, document: Document): LinkRow[] {
  const own = listPageReferences(page).map((ref) => ({ ref }))
  return toRows(pageHolder(page.id), { space, page: page.id }, [...own, ...listReferences(document)])
}

const linksOfReusable = (space: string, { id }: ReusableContent, document: Document): LinkRow[] =>
  toRows(reusableHolder(id), { space }, listReferences(document))

/** One row for each target in each block, however often it is named there. */
function toRows(holder: string, around: Around, found: readonly { ref: ContentRef; block?: string }[]): LinkRow[] {
  const rows = new Map<string, Omit<LinkRow, 'position'>>()
  for (const { ref, block } of found) {
    const target = targetOf(ref, around)
    const key = JSON.stringify([block, target])
    if (target === undefined || rows.has(key)) continue
    rows.set(key, { space_id: around.space, holder, block: block ?? null, target, ref: JSON.stringify(ref) })
  }
  return [...rows.values()].map((row, at) => ({ ...row, position: String(at).padStart(8, '0') }))
}
