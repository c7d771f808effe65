// Extracts the references of pages and reusable contents as rows.
import type { Row } from '../../db/tables.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import type { Changed } from '../../engine/diff.ts'
import { listPageReferences } from '../../engine/links.ts'
import { isEqual } from '../../engine/objects.ts'
import type { Page, ReusableContent } from '../../engine/tree/records.ts'
import type { Facts } from '../documents/index.ts'
import type { ContentChanges } from '../revisions/index.ts'
import { type LinkContext, targetKeyOf } from './target-keys.ts'

export type LinkRow = Row<'links'>

export const pageHolder = (id: string): string => `page/${id}`
const reusableHolder = (id: string): string => `reusable-content/${id}`

export function parseHolder(holder: string): { kind: 'page' | 'reusable-content'; id: string } {
  const [kind, ...id] = holder.split('/') as ['page', string]
  return { kind, id: id.join('/') }
}

/** Holders that had references before, and the current rows of all holders that may have changed. */
export function changedLinks(spaceId: string, { page, reusableContent, factsOf }: ContentChanges) {
  const pages = page.filter(mayChangeReferences)
  const contents = reusableContent.filter(({ before, after }) => before?.document !== after?.document)
  return {
    old: [
      ...pages.flatMap(({ id, before }) => (before ? [pageHolder(id)] : [])),
      ...contents.flatMap(({ id, before }) => (before ? [reusableHolder(id)] : [])),
    ],
    now: [
      ...pages.flatMap(({ after }) => (after ? linksOfPage(spaceId, after, factsOf(after)) : [])),
      ...contents.flatMap(({ after }) => (after ? linksOfReusable(spaceId, after, factsOf(after)) : [])),
    ],
  }
}

function mayChangeReferences({ before, after }: Changed<Page>): boolean {
  if (!before || !after || before.document !== after.document) return true
  return !isEqual(listPageReferences(before), listPageReferences(after))
}

function linksOfPage(space: string, page: Page, { references }: Facts): LinkRow[] {
  const own = listPageReferences(page).map((ref) => ({ ref }))
  return toRows(pageHolder(page.id), { space, page: page.id }, [...own, ...references])
}

const linksOfReusable = (space: string, { id }: ReusableContent, { references }: Facts): LinkRow[] =>
  toRows(reusableHolder(id), { space }, references)

/** One row per target and block. */
function toRows(
  holder: string,
  context: LinkContext,
  found: readonly { ref: ContentRef; block?: string }[],
): LinkRow[] {
  const rows = new Map<string, Omit<LinkRow, 'position'>>()
  for (const { ref, block } of found) {
    const target = targetKeyOf(ref, context)
    const key = JSON.stringify([block, target])
    if (target === undefined || rows.has(key)) continue
    rows.set(key, { space_id: context.space, holder, block: block ?? null, target, ref: JSON.stringify(ref) })
  }
  return [...rows.values()].map((row, at) => ({ position: String(at).padStart(8, '0'), ...row }))
}
