// Import run rows and their presenter. Only an active run can end, and only once; the caller learns whether it ended
// it.
import type { Static } from 'typebox'
import { type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { BOUNDS, type Failure } from '../../imports/index.ts'
import { newId } from '../../lib/ids.ts'
import { now, type Timestamp } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { ImportRun, ImportRunsQuery, ListedImportRun, Source } from '../../shapes/import-runs.ts'

export type Run = Row<'import_runs'>

const ACTIVE: Run['status'][] = ['pending', 'in-progress']

export interface NewRun {
  /** Absent: generated. */
  id?: string
  spaceId: string
  changeRequestId?: string | undefined
  pageId?: string | undefined
  siteId?: string | undefined
  source: Source
  createdBy: string | null
}

/** How a run ended. */
type RunOutcome =
  | { status: 'completed'; revision: string; imported: number; total: number; failures?: readonly Failure[] }
  | { status: 'failed'; reason: string }
  | { status: 'cancelled' }

const insert = (db: Db, run: NewRun, more: Partial<NewRow<'import_runs'>>): Promise<Run> =>
  db
    .insertInto('import_runs')
    .values({
      id: run.id ?? newId(),
      space_id: run.spaceId,
      change_request_id: run.changeRequestId ?? null,
      page_id: run.pageId ?? null,
      site_id: run.siteId ?? null,
      source: JSON.stringify(run.source),
      created_by: run.createdBy,
      request: '',
      status: 'pending',
      imported: 0,
      total: 0,
      failures: '[]',
      created_at: now(),
      updated_at: now(),
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Inserts a pending run. `request` is sealed for the job that runs it. */
export const insertRun = (db: Db, run: NewRun, request = ''): Promise<Run> => insert(db, run, { request })

/** Inserts a run in progress, whose request waits for it. */
export const insertBegunRun = (db: Db, run: NewRun): Promise<Run> =>
  insert(db, run, { status: 'in-progress', started_at: now() })

/** Inserts a run that has already ended. */
export const insertEndedRun = (db: Db, run: NewRun, startedAt: Timestamp, outcome: RunOutcome): Promise<Run> =>
  insert(db, run, { created_at: startedAt, started_at: startedAt, ...columnsOf(outcome) })

const columnsOf = (outcome: RunOutcome) => ({
  status: outcome.status,
  completed_at: now(),
  request: '',
  ...(outcome.status === 'failed' && { reason: outcome.reason }),
  ...(outcome.status === 'completed' && {
    revision_id: outcome.revision,
    imported: outcome.imported,
    total: outcome.total,
    failures: JSON.stringify((outcome.failures ?? []).slice(0, BOUNDS.failuresShown)),
  }),
})

/** Starts or resumes the run; undefined if it has ended or does not exist. */
export async function startRun(db: Db, id: string): Promise<Run | undefined> {
  const run = await updateActive(db, id, { status: 'in-progress' })
  if (!run || run.started_at !== null) return run
  return updateActive(db, id, { started_at: now() })
}

/** Locks an active run until the transaction ends; false if the run has ended. */
export const lockRun = async (db: Db, id: string): Promise<boolean> => (await updateActive(db, id, {})) !== undefined

/** As `lockRun`, for imports queued before runs existed: false only if the run was cancelled. */
export const lockUnlessCancelled = async (db: Db, id: string): Promise<boolean> =>
  (await lockRun(db, id)) || (await findRun(db, id))?.status !== 'cancelled'

/** Records progress; false if the run has ended. */
export const recordProgress = async (db: Db, id: string, far: { imported: number; total: number }): Promise<boolean> =>
  (await updateActive(db, id, far)) !== undefined

/** Ends the run; undefined if it had already ended. */
export const endRun = (db: Db, id: string, outcome: RunOutcome): Promise<Run | undefined> =>
  updateActive(db, id, columnsOf(outcome))

const updateActive = (db: Db, id: string, patch: Partial<NewRow<'import_runs'>>): Promise<Run | undefined> =>
  db
    .updateTable('import_runs')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .where('status', 'in', ACTIVE)
    .returningAll()
    .executeTakeFirst()

export const findRun = (db: Db, id: string): Promise<Run | undefined> =>
  db.selectFrom('import_runs').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists runs into spaces that the viewer can see, newest first. */
export function listRuns(db: Db, viewer: Viewer, filter: Static<typeof ImportRunsQuery>, page: Page) {
  const { space, changeRequest, site, status } = filter
  return selectPage(
    db
      .selectFrom('import_runs')
      .where('space_id', 'in', visibleSpaces(viewer))
      .$if(space !== undefined, (runs) => runs.where('space_id', '=', space!))
      .$if(changeRequest !== undefined, (runs) => runs.where('change_request_id', '=', changeRequest!))
      .$if(site !== undefined, (runs) => runs.where('site_id', '=', site!))
      .$if(status !== undefined, (runs) => runs.where('status', 'in', status === 'active' ? ACTIVE : [status!])),
    (runs) => runs.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )
}

/** Fails active runs without progress since then, whose jobs are gone. */
export async function failStalledRuns(db: Db, since: Timestamp): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ ...columnsOf({ status: 'failed', reason: 'The import stopped unexpectedly.' }), updated_at: now() })
    .where('status', 'in', ACTIVE)
    .where('updated_at', '<', since)
    .execute()
}

/** Removes at most `limit` runs that ended before then, and returns how many. */
export async function removeRunsBefore(db: Db, before: Timestamp, limit: number): Promise<number> {
  const old = db
    .selectFrom('import_runs')
    .select('id')
    .where('status', 'not in', ACTIVE)
    .where('updated_at', '<', before)
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('import_runs').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

export const toListedImportRun = (run: Run, organizationId: string, urls: Urls): Static<typeof ListedImportRun> => ({
  object: 'import-run',
  id: run.id,
  status: run.status,
  reason: run.reason ?? undefined,
  source: JSON.parse(run.source) as Source,
  target: {
    space: run.space_id,
    changeRequest: run.change_request_id ?? undefined,
    page: run.page_id ?? undefined,
  },
  site: run.site_id ?? undefined,
  createdBy: run.created_by ?? undefined,
  createdAt: run.created_at,
  startedAt: run.started_at ?? undefined,
  updatedAt: run.updated_at,
  completedAt: run.completed_at ?? undefined,
  revision: run.revision_id ?? undefined,
  importedResources: run.imported,
  totalResources: run.total,
  urls: { location: urls.api(`/org/${organizationId}/imports/${run.id}`) },
})

export const toImportRun = (run: Run, organizationId: string, urls: Urls): Static<typeof ImportRun> => ({
  ...toListedImportRun(run, organizationId, urls),
  failures: JSON.parse(run.failures) as Failure[],
})

/** The presented reason why a run failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? (error.issues?.[0]?.message ?? error.message)
    : 'Something went wrong on the server; its log has more.'
