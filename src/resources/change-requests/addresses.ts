// The addresses and the visibility of pages that a merge would change.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { mergeBaseOf } from '../../domain/change-requests/index.ts'
import { loadRevision, readContent } from '../../domain/revisions/index.ts'
import { listPublishedUrls } from '../../domain/site-addresses/index.ts'
import { diffTrees } from '../../engine/diff.ts'
import { type Hash, isEqual } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPage, listSubtree, pathOf } from '../../engine/tree/pages.ts'
import { hasSlug, type Page } from '../../engine/tree/records.ts'
import type { Urls } from '../../server/urls.ts'
import type { ChangedAddresses } from '../../shapes/changed-addresses.ts'
import type { Proposal } from './merge.ts'

type Change = Static<typeof ChangedAddresses>['changes'][number]
type VisibilityChange = Static<typeof ChangedAddresses>['visibility'][number]

const MAX_CHANGES = 500

/** Compares what the change request changes with main content as it is now. */
export async function loadChangedAddresses(
  db: Db,
  { space, changeRequest }: Proposal,
  urls: Urls,
): Promise<Static<typeof ChangedAddresses>> {
  const { root: base } = await loadRevision(db, mergeBaseOf(changeRequest))
  const { root: head } = await loadRevision(db, changeRequest.revision_id)
  const { root: main } = await loadRevision(db, space.revision_id)
  const changed = await readContent(db, readChanges({ base, head, main }))
  return {
    object: 'changed-addresses',
    sites: (await listPublishedUrls(db, space.id, urls)).map(({ site, title, url }) => ({ id: site, title, url })),
    ...changed,
  }
}

interface Changed {
  changes: Change[]
  count: number
  visibility: VisibilityChange[]
}

interface Roots {
  base: Hash
  head: Hash
  main: Hash
}

function* readChanges({ base, head, main }: Roots): Reading<Changed> {
  const [now, next] = [openTree(main), openTree(head)]
  const { page: pages } = yield* diffTrees(base, head)
  const changes: Change[] = []
  const visibility: VisibilityChange[] = []
  let count = 0
  for (const { id } of pages) {
    const [was, is] = [yield* findPage(now, id), yield* findPage(next, id)]
    if (was && is && visibility.length < MAX_CHANGES) visibility.push(...visibilityChange(was, is))
    const change = yield* readChange(id, [now, was], [next, is])
    if (!change) continue
    count++
    if (changes.length < MAX_CHANGES) changes.push(change)
  }
  return { changes, count, visibility }
}

const visibilityOf = ({ hidden = false, noIndex = false, noRobotsIndex = false, condition }: Page) => ({
  hidden,
  noIndex,
  noRobotsIndex,
  ...(condition !== undefined && { condition }),
})

function visibilityChange(was: Page, is: Page): VisibilityChange[] {
  const [before, after] = [visibilityOf(was), visibilityOf(is)]
  return isEqual(before, after) ? [] : [{ page: { id: is.id, title: is.title }, before, after }]
}

/** A page in a tree, if it is there. */
type Placed = readonly [tree: Tree, page: Page | undefined]

function* readChange(id: string, [now, was]: Placed, [next, is]: Placed): Reading<Change | undefined> {
  const before = was && hasSlug(was.type) ? yield* pathOf(now, was) : undefined
  const after = is && hasSlug(is.type) ? yield* pathOf(next, is) : undefined
  if (before === after) return undefined
  const page = { id, title: (is ?? was)!.title }
  if (before === undefined) return { kind: 'appears', page, after }
  if (after === undefined) return { kind: 'vanishes', page, before }
  return { kind: 'moves', page, before, after, pages: (yield* listSubtree(next, is!)).length }
}
