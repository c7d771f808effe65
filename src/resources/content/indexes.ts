// What is derived from the main content of a space and kept up to date with it, from what changed alone: references and
// search. A space that starts with content of another is indexed a few records at a time, in the background if there
// are many; until then, writes keep that part up to date which is done, and the rest is read when its turn comes.
import { lockRow } from '../../db/dialect.ts'
import { enqueue } from '../../db/jobs.ts'
import type { IndexedSpace } from '../../db/search.ts'
import type { Db, Row } from '../../db/tables.ts'
import { diffTrees, type TreeDiff } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { clearLinks, updateLinks } from '../links/indexing.ts'
import { clearSearch, updateSearch } from '../search/indexing.ts'
import { type Changes, listBatches, loadChanges, upTo } from './indexed-changes.ts'
import { listNextRecords } from './indexed-records.ts'
import { readContent } from './revisions.ts'

/** Of the rules by which indexes are made. A new one makes the server index everything again when it starts. */
const VERSION = 1
const NOT_BEGUN = 0
const AT_ONCE = 20
/** Done at once when a space starts with content, however much there is. */
const AT_START = 20

const INDEXES: ((db: Db, space: IndexedSpace, changes: Changes) => Promise<void>)[] = [updateLinks, updateSearch]

export interface ContentChange {
  spaceId: string
  before: Hash
  after: Hash
}

type State = Row<'content_indexes'>

/** Brings the indexes from one revision of the main content to the next. The caller holds the lock on the space. */
export async function updateIndexes(db: Db, { spaceId, before, after }: ContentChange): Promise<void> {
  const state = await findState(db, spaceId)
  if (!state) return
  const diff = await readContent(db, diffTrees(before, after))
  await applyDiff(db, state, state.done_up_to === null ? diff : upTo(state.done_up_to, diff))
}

/** Indexes for a new space whose content is at `root`. */
export async function startIndexes(db: Db, spaceId: string, root: Hash): Promise<void> {
  const state = await insertState(db, spaceId)
  if (!(await advance(db, state, root, AT_START))) await enqueueIndexing(db, spaceId)
}

/** Continues to index a space, or begins; true when all is done. */
export async function continueIndexes(db: Db, spaceId: string): Promise<boolean> {
  await lockRow(db, 'spaces', spaceId)
  const root = await findRoot(db, spaceId)
  if (root === undefined) return true
  const state = (await findState(db, spaceId)) ?? (await restart(db, spaceId))
  return state.done_up_to === null || advance(db, state, root, AT_ONCE)
}

/** Makes the indexes of a space anew, all in this transaction. */
export async function rebuildIndexes(db: Db, spaceId: string): Promise<void> {
  await lockRow(db, 'spaces', spaceId)
  await restart(db, spaceId)
  while (!(await continueIndexes(db, spaceId)));
}

/** Queues the work for every space whose indexes are missing or not up to date with the rules, as after a restore. */
export async function enqueueMissingIndexes(db: Db): Promise<void> {
  const missing = await db
    .selectFrom('spaces')
    .leftJoin('content_indexes', (on) =>
      on.onRef('content_indexes.space_id', '=', 'spaces.id').on('content_indexes.version', '=', VERSION),
    )
    .select('spaces.id')
    .where((is) => is.or([is('content_indexes.number', 'is', null), is('content_indexes.done_up_to', 'is not', null)]))
    .orderBy('spaces.id')
    .execute()
  for (const { id } of missing) {
    await reserveNumber(db, id)
    await enqueueIndexing(db, id)
  }
}

/** Search shows equals in the order of their numbers: that of their age, whichever is indexed first. */
const reserveNumber = (db: Db, space_id: string): Promise<unknown> =>
  db
    .insertInto('content_indexes')
    .values({ space_id, version: NOT_BEGUN, done_up_to: '' })
    .onConflict((it) => it.column('space_id').doNothing())
    .execute()

const enqueueIndexing = (db: Db, spaceId: string): Promise<void> =>
  enqueue(db, { kind: 'index-space', payload: { spaceId }, uniqueKey: `index-space ${spaceId}` })

async function applyDiff(db: Db, { space_id, number }: State, diff: TreeDiff): Promise<void> {
  for (const batch of listBatches(diff, AT_ONCE)) {
    const changes = await loadChanges(db, batch)
    for (const update of INDEXES) await update(db, { id: space_id, number }, changes)
  }
}

/** Indexes the next records; true when there are no more. */
async function advance(db: Db, state: State, root: Hash, limit: number): Promise<boolean> {
  const { diff, last } = await readContent(db, listNextRecords(root, state.done_up_to ?? '', limit))
  await applyDiff(db, state, diff)
  await db
    .updateTable('content_indexes')
    .set({ done_up_to: last ?? null })
    .where('space_id', '=', state.space_id)
    .execute()
  return last === undefined
}

async function restart(db: Db, spaceId: string): Promise<State> {
  await clearLinks(db, spaceId)
  await clearSearch(db, spaceId)
  const known = await db
    .updateTable('content_indexes')
    .set({ version: VERSION, done_up_to: '' })
    .where('space_id', '=', spaceId)
    .returningAll()
    .executeTakeFirst()
  return known ?? insertState(db, spaceId)
}

const insertState = (db: Db, space_id: string): Promise<State> =>
  db
    .insertInto('content_indexes')
    .values({ space_id, version: VERSION, done_up_to: '' })
    .returningAll()
    .executeTakeFirstOrThrow()

const findState = (db: Db, spaceId: string): Promise<State | undefined> =>
  db
    .selectFrom('content_indexes')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('version', '=', VERSION)
    .executeTakeFirst()

async function findRoot(db: Db, spaceId: string): Promise<Hash | undefined> {
  const row = await db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select('revisions.root')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  return row?.root
}
