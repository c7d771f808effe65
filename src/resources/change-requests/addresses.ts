// The addresses of pages that a merge would change.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { mergeBaseOf } from '../../domain/change-requests/index.ts'
import { loadRevision, readContent } from '../../domain/revisions/index.ts'
import { listPublishedUrls } from '../../domain/site-addresses/index.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPage, listSubtree, pathOf } from '../../engine/tree/pages.ts'
import { hasSlug } from '../../engine/tree/records.ts'
import type { Urls } from '../../server/urls.ts'
import type { ChangedAddresses } from '../../shapes/changed-addresses.ts'
import type { Proposal } from './merge.ts'

type Change = Static<typeof ChangedAddresses>['changes'][number]

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
  const { changes, count } = await readContent(db, readChanges({ base, head, main }))
  return {
    object: 'changed-addresses',
    sites: (await listPublishedUrls(db, space.id, urls)).map(({ site, title, url }) => ({ id: site, title, url })),
    changes,
    count,
  }
}

interface Roots {
  base: Hash
  head: Hash
  main: Hash
}

function* readChanges({ base, head, main }: Roots): Reading<{ changes: Change[]; count: number }> {
  const [now, next] = [openTree(main), openTree(head)]
  const { page: pages } = yield* diffTrees(base, head)
  const changes: Change[] = []
  let count = 0
  for (const { id } of pages) {
    const change = yield* readChange(id, now, next)
    if (!change) continue
    count++
    if (changes.length < MAX_CHANGES) changes.push(change)
  }
  return { changes, count }
}

function* readChange(id: string, now: Tree, next: Tree): Reading<Change | undefined> {
  const [was, is] = [yield* findPage(now, id), yield* findPage(next, id)]
  const before = was && hasSlug(was.type) ? yield* pathOf(now, was) : undefined
  const after = is && hasSlug(is.type) ? yield* pathOf(next, is) : undefined
  if (before === after) return undefined
  const page = { id, title: (is ?? was)!.title }
  if (before === undefined) return { kind: 'appears', page, after }
  if (after === undefined) return { kind: 'vanishes', page, before }
  return { kind: 'moves', page, before, after, pages: (yield* listSubtree(next, is!)).length }
}
