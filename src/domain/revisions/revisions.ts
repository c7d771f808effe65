// Revision rows. Each names the root of an immutable tree.
import { loadObjects, saveObjects } from '../../db/objects.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { type Reading, run } from '../../engine/reading.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'

/** Runs engine code against stored objects. */
export type ReadContent = <T>(db: Db, reading: Reading<T>) => Promise<T>

export const readContent: ReadContent = (db, reading) => run(reading, async (hashes) => loadObjects(db, hashes))

/** As `readContent`, outside transactions: lets others run while it takes long. */
export const readInSteps: ReadContent = (db, reading) =>
  run(reading, async (hashes) => loadObjects(db, hashes), yieldToEventLoop)

export async function insertEmptyRoot(db: Db): Promise<string> {
  await saveObjects(db, [EMPTY_TREE])
  return EMPTY_TREE.hash
}

interface NewRevision {
  /** Given when the space and its first revision refer to each other. */
  id?: string
  spaceId: string
  changeRequestId?: string | undefined
  root: string
  type: Row<'revisions'>['type']
  parents: string[]
  mergedFrom?: string | undefined
  /** Main content changed although the rules of the space were not met. */
  pastRules?: boolean
  createdBy: string | null
}

export async function insertRevision(
  db: Db,
  { id = newId(), spaceId, changeRequestId, root, type, parents, mergedFrom, pastRules, createdBy }: NewRevision,
): Promise<string> {
  await insertRow(db, {
    id,
    space_id: spaceId,
    change_request_id: changeRequestId ?? null,
    root,
    type,
    parents: JSON.stringify(parents),
    merged_from: mergedFrom ?? null,
    past_rules: Number(pastRules ?? false),
    created_by: createdBy,
    created_at: now(),
  })
  return id
}

const insertRow = prepared<{ [Column in keyof Row<'revisions'>]: Row<'revisions'>[Column] }, never>((db, param) =>
  db.insertInto('revisions').values({
    id: param('id'),
    space_id: param('space_id'),
    change_request_id: param('change_request_id'),
    root: param('root'),
    type: param('type'),
    parents: param('parents'),
    merged_from: param('merged_from'),
    past_rules: param('past_rules'),
    created_by: param('created_by'),
    created_at: param('created_at'),
  }),
)

export const findRevision = async (db: Db, spaceId: string, id: string): Promise<Row<'revisions'> | undefined> =>
  (await findInSpace(db, { spaceId, id }))[0]

const findInSpace = prepared<{ spaceId: string; id: string }, Row<'revisions'>>((db, param) =>
  db.selectFrom('revisions').selectAll().where('id', '=', param('id')).where('space_id', '=', param('spaceId')),
)

export async function loadRevision(db: Db, id: string): Promise<Row<'revisions'>> {
  const [revision] = await findById(db, { id })
  if (!revision) throw new Error(`There is no revision ${id}.`)
  return revision
}

const findById = prepared<{ id: string }, Row<'revisions'>>((db, param) =>
  db.selectFrom('revisions').selectAll().where('id', '=', param('id')),
)
