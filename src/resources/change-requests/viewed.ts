// What a person has viewed of a change request. A mark holds until what was viewed changes again.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { type ChangeRequestRow, mergeBaseOf } from '../../domain/change-requests/index.ts'
import { findRevision, loadRevision, readContent } from '../../domain/revisions/index.ts'
import type { Reading } from '../../engine/reading.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { invalid, problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { ViewedChange, ViewedMark } from './viewed-schemas.ts'

type Viewed = Static<typeof ViewedChange>
type Kind = Row<'viewed_changes'>['kind']

export async function listViewed(db: Db, request: ChangeRequestRow, userId: string): Promise<Viewed[]> {
  const rows = await marksOf(db, request, userId).selectAll().execute()
  if (rows.length === 0) return []
  const { root } = await loadRevision(db, request.revision_id)
  return readContent(db, readHolding(openTree(root), rows))
}

function* readHolding(tree: Tree, rows: readonly Row<'viewed_changes'>[]): Reading<Viewed[]> {
  const holding: Viewed[] = []
  for (const { kind, target_id: id, state } of rows)
    if ((yield* readState(tree, kind, id)) === state) holding.push({ kind, id })
  return holding
}

const stateOf = (record: object | null): string => sha256(JSON.stringify(record))

/** The state of what a change request removes: that it is gone can be viewed. */
const GONE = stateOf(null)

function* readState(tree: Tree, kind: Kind, id: string): Reading<string> {
  const record =
    kind === 'page'
      ? yield* findPage(tree, id)
      : yield* findRecord(tree, kind === 'file' ? 'file' : 'reusableContent', id)
  return record ? stateOf(record) : GONE
}

async function loadState(db: Db, revision: string, kind: Kind, id: string): Promise<string> {
  const { root } = await loadRevision(db, revision)
  return readContent(db, readState(openTree(root), kind, id))
}

const marksOf = (db: Db, { id }: ChangeRequestRow, userId: string) =>
  db.selectFrom('viewed_changes').where('change_request_id', '=', id).where('user_id', '=', userId)

export async function setViewed(
  db: Db,
  request: ChangeRequestRow,
  userId: string,
  { kind, id, viewed, revision = request.revision_id }: Static<typeof ViewedMark>,
): Promise<void> {
  if (revision !== request.revision_id) await checkRevision(db, request, revision)
  await db
    .deleteFrom('viewed_changes')
    .where('change_request_id', '=', request.id)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('target_id', '=', id)
    .execute()
  if (!viewed) return
  const state = await loadState(db, revision, kind, id)
  if (state === GONE && (await loadState(db, mergeBaseOf(request), kind, id)) === GONE) throw problem('notFound')
  const mark = { user_id: userId, change_request_id: request.id, kind, target_id: id, state }
  await db.insertInto('viewed_changes').values(mark).execute()
}

async function checkRevision(db: Db, { id, space_id }: ChangeRequestRow, revision: string): Promise<void> {
  const found = await findRevision(db, space_id, revision)
  if (found?.change_request_id !== id)
    throw invalid({ path: 'revision', message: 'is not a revision of this change request' })
}
