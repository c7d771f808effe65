// Records former paths of pages whenever main content changes.
import type { Db } from '../../db/tables.ts'
import type { Changed } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { pathOf } from '../../engine/tree/pages.ts'
import { hasSlug, type Page } from '../../engine/tree/records.ts'
import { readContent } from '../revisions/index.ts'
import { removeOldestFormerPaths, saveRedirects } from './redirects.ts'

interface PageMoves {
  spaceId: string
  before: Hash
  after: Hash
  pages: readonly Changed<Page>[]
}

/** Records the former paths of moved pages. Pages below a moved page are found through it. */
export async function recordFormerPaths(db: Db, { spaceId, before, after, pages }: PageMoves): Promise<void> {
  const moved = pages.filter(mayHaveMoved)
  if (moved.length === 0) return
  const former = await readContent(db, listFormer(before, after, moved))
  if (former.size === 0) return
  await saveRedirects(db, spaceId, 'former', former)
  await removeOldestFormerPaths(db, spaceId)
}

const mayHaveMoved = ({ before, after }: Changed<Page>): boolean =>
  before !== undefined &&
  after !== undefined &&
  hasSlug(before.type) &&
  (before.slug !== after.slug || before.parent !== after.parent || before.ownPath !== after.ownPath)

function* listFormer(before: Hash, after: Hash, moved: readonly Changed<Page>[]): Reading<Map<string, string>> {
  const [old, now] = [openTree(before), openTree(after)]
  const former = new Map<string, string>()
  for (const { id, before: was, after: is } of moved) {
    const path = yield* pathOf(old, was!)
    if (path !== '' && path !== (yield* pathOf(now, is!))) former.set(path, id)
  }
  return former
}
