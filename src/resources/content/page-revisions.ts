// The revisions that changed a page. There is no index of them: revisions are read one after the other, some at a time.
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { loadRevision, presentRevisionSummaries, readInSteps } from '../../domain/revisions/index.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import { toList } from '../../server/paging.ts'
import type { Urls } from '../../server/urls.ts'
import type { PageRevisions } from '../../shapes/content.ts'
import { takeRevisions } from './history.ts'

/** Revisions that are compared for one reply. */
const MAX_COMPARED = 300

interface Context {
  db: Db
  space: Objects['space']
  urls: Urls
}

export async function takePageRevisions(
  { db, space, urls }: Context,
  pageId: string,
  page: Page,
): Promise<Static<typeof PageRevisions>> {
  if (!(await stateOf(db, await loadRevision(db, space.revision_id), pageId))) throw problem('notFound')
  // One more than is compared: each is compared with the one before it.
  const { rows, next } = await takeRevisions(db, space.id, { limit: MAX_COMPARED + 1, after: page.after })
  const compared = next ? rows.slice(0, -1) : rows
  const changed: Row<'revisions'>[] = []
  let last: Row<'revisions'> | undefined
  let state = await stateOf(db, compared[0], pageId)
  for (const [at, revision] of compared.entries()) {
    if (changed.length === page.limit) break
    const before = await stateOf(db, rows[at + 1], pageId)
    if (state !== before && state !== undefined) changed.push(revision)
    state = before
    last = revision
  }
  const isMore = next !== undefined || last !== rows.at(-1)
  const { next: following } = toList('listPageRevisions', {
    items: [],
    count: 0,
    next: isMore && last ? [last.id] : undefined,
  })
  const items = await presentRevisionSummaries(db, changed, { space, urls })
  return following ? { items, next: following } : { items }
}

/** Undefined where there is no such page. */
async function stateOf(db: Db, revision: Row<'revisions'> | undefined, pageId: string): Promise<string | undefined> {
  const page = revision && (await readInSteps(db, findPage(openTree(revision.root), pageId)))
  if (!page) return undefined
  const { parent: _parent, position: _position, ...rest } = page
  return JSON.stringify(rest)
}
