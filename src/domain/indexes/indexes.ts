// Maintains the link and search indexes of main content from diffs. A space that starts with content is indexed in
// batches, in the background if it is large; meanwhile, writes update only the part already indexed. After a change too
// large for one transaction, the space is indexed again in the background.
import { lockRow } from '../../db/dialect.ts'
import { countBytes } from '../../db/objects.ts'
import { prepared } from '../../db/prepared.ts'
import type { IndexedSpace } from '../../db/search-index.ts'
import type { Db, Row } from '../../db/tables.ts'
import { renewWordsState } from '../../db/words-state.ts'
import { diffTrees, type TreeDiff } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import { newId } from '../../lib/ids.ts'
import { recordFormerPaths } from '../page-paths/index.ts'
import {
  type ContentChanges,
  countRecords,
  diffUpTo,
  listBatches,
  listDocuments,
  loadChanges,
  readContent,
} from '../revisions/index.ts'
import { indexComputedPages } from './computed-pages.ts'
import { clearLinks, updateLinks } from './link-index.ts'
import { enqueueIndexing, NOT_STARTED, VERSION } from './missing.ts'
import { listNextRecords } from './records.ts'
import { clearSearch, updateSearch } from './search-index.ts'
import { indexShownOperations } from './shown-operations.ts'

const BATCH_SIZE = 20
/** Indexed synchronously when a space is created. */
const INITIAL_BATCH_SIZE = 20
/** The documents of one batch. A document that is larger is a batch of its own. */
const BATCH_BYTES = 1024 * 1024
/** What one change may touch to be indexed with it. */
const MAX_RECORDS = 1000
const MAX_BYTES = 4 * 1024 * 1024

const INDEXES: ((db: Db, space: IndexedSpace, changes: ContentChanges) => Promise<void>)[] = [updateLinks, updateSearch]

interface ContentChange {
  spaceId: string
  before: Hash
  after: Hash
  /** Read if it is not given. */
  diff?: TreeDiff | undefined
}

type State = Row<'content_indexes'>

/** Updates the indexes from one revision of main content to the next. The caller must have locked the space. */
export async function updateIndexes(db: Db, { spaceId, before, after, ...known }: ContentChange): Promise<void> {
  const diff = known.diff ?? (await readContent(db, diffTrees(before, after)))
  await recordFormerPaths(db, { spaceId, before, after, pages: diff.page })
  const state = await findState(db, spaceId)
  if (!state) return
  const part = state.done_up_to === null ? diff : diffUpTo(state.done_up_to, diff)
  if (await isTooLarge(db, part)) return postpone(db, spaceId)
  await applyDiff(db, state, part)
  if (state.done_up_to === null) await indexComputedPages(db, state, after, INDEXES)
}

async function isTooLarge(db: Db, diff: TreeDiff): Promise<boolean> {
  if (countRecords(diff) > MAX_RECORDS) return true
  const documents = listDocuments(diff)
  return documents.length > 1 && (await countBytes(db, documents)) > MAX_BYTES
}

/** The job clears the indexes and builds them again. */
async function postpone(db: Db, spaceId: string): Promise<void> {
  await forgetIndexes(db, spaceId)
  await enqueueIndexing(db, spaceId)
}

/** The indexes of a space, if it has any, count as missing from now on. */
export async function forgetIndexes(db: Db, spaceId: string): Promise<void> {
  await db
    .updateTable('content_indexes')
    .set({ version: NOT_STARTED, done_up_to: '', words_state: newId() })
    .where('space_id', '=', spaceId)
    .execute()
}

/** Creates the indexes of a new space with content at `root`. */
export async function startIndexes(db: Db, spaceId: string, root: Hash): Promise<void> {
  if (root === EMPTY_TREE.hash) {
    await insertComplete(db, { spaceId, state: newId() })
    return
  }
  const state = await insertState(db, spaceId)
  if (!(await advance(db, state, root, INITIAL_BATCH_SIZE))) await enqueueIndexing(db, spaceId)
}

/** Indexes the next batch of a space; true when it is complete. */
export async function continueIndexes(db: Db, spaceId: string): Promise<boolean> {
  await lockRow(db, 'spaces', spaceId)
  const root = await findRoot(db, spaceId)
  if (root === undefined) return true
  await renewWordsState(db, { spaceId, state: newId() })
  const known = await findState(db, spaceId)
  if (!known && !(await clearIndexes(db, spaceId))) return false
  const state = known ?? (await restart(db, spaceId))
  if (state.done_up_to !== null) return advance(db, state, root, BATCH_SIZE)
  await indexComputedPages(db, state, root, INDEXES)
  await indexShownOperations(db, state, root, updateSearch)
  return true
}

/** Rebuilds the indexes of a space in one transaction. */
export async function rebuildIndexes(db: Db, spaceId: string): Promise<void> {
  await lockRow(db, 'spaces', spaceId)
  await postpone(db, spaceId)
  while (!(await continueIndexes(db, spaceId)));
}

async function applyDiff(db: Db, { space_id, number }: State, diff: TreeDiff): Promise<void> {
  const { factsOf } = await loadChanges(db, diff)
  for (const batch of listBatches(diff, BATCH_SIZE))
    for (const update of INDEXES) await update(db, { id: space_id, number }, { factsOf, ...batch })
}

/** Indexes the next batch of records; true when none are left. */
async function advance(db: Db, state: State, root: Hash, limit: number): Promise<boolean> {
  const { diff, last } = await loadNextRecords(db, root, state.done_up_to ?? '', limit)
  await applyDiff(db, state, diff)
  await db
    .updateTable('content_indexes')
    .set({ done_up_to: last ?? null })
    .where('space_id', '=', state.space_id)
    .execute()
  if (last === undefined) await indexComputedPages(db, state, root, INDEXES)
  return last === undefined
}

async function loadNextRecords(db: Db, root: Hash, after: string, limit: number) {
  const next = await readContent(db, listNextRecords(root, after, limit))
  const isLarge = (await countBytes(db, listDocuments(next.diff))) > BATCH_BYTES
  return isLarge ? readContent(db, listNextRecords(root, after, 1)) : next
}

/** Removes some rows; true when none are left. */
const clearIndexes = async (db: Db, spaceId: string): Promise<boolean> =>
  (await clearLinks(db, spaceId)) && (await clearSearch(db, spaceId))

/** The indexes must be empty. */
async function restart(db: Db, spaceId: string): Promise<State> {
  const known = await db
    .updateTable('content_indexes')
    .set({ version: VERSION, done_up_to: '', computed: null })
    .where('space_id', '=', spaceId)
    .returningAll()
    .executeTakeFirst()
  return known ?? insertState(db, spaceId)
}

interface NewIndexes {
  [name: string]: unknown
  spaceId: string
  state: string
}

const insertState = async (db: Db, spaceId: string): Promise<State> =>
  (await insertRow(db, { spaceId, state: newId() }))[0]!

const insertRow = prepared<NewIndexes, State>((db, param) =>
  db
    .insertInto('content_indexes')
    .values({ space_id: param('spaceId'), version: VERSION, done_up_to: '', words_state: param('state') })
    .returningAll(),
)

const insertComplete = prepared<NewIndexes, never>((db, param) =>
  db
    .insertInto('content_indexes')
    .values({ space_id: param('spaceId'), version: VERSION, done_up_to: null, words_state: param('state') }),
)

const findState = async (db: Db, spaceId: string): Promise<State | undefined> => (await findCurrent(db, { spaceId }))[0]

const findCurrent = prepared<{ spaceId: string }, State>((db, param) =>
  db.selectFrom('content_indexes').selectAll().where('space_id', '=', param('spaceId')).where('version', '=', VERSION),
)

async function findRoot(db: Db, spaceId: string): Promise<Hash | undefined> {
  const row = await db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select('revisions.root')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  return row?.root
}
