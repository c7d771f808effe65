// Executes an import run. Everything is gathered first; then one transaction commits the revision and ends the run, so
// that a run that executes twice or is cancelled never commits a second revision.
import type { Caller } from '../../access/caller.ts'
import { lock } from '../../access/loading/locks.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/tables.ts'
import { fetchImport, toImportResult, validateImport, writeImport } from '../../domain/content-changes/index.ts'
import {
  endRun,
  lockRun,
  type Run,
  type RunRequest,
  reasonOf,
  startRun,
  type Watch,
  watchRun,
} from '../../domain/import-runs/index.ts'
import { findUser } from '../../domain/people/index.ts'
import { ApiError } from '../../errors.ts'
import { appendEvent } from '../../events/events.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import type { Imported } from '../../imports/index.ts'
import type { Vault } from '../../lib/sealing.ts'
import { loadTarget } from './targets.ts'

interface ImportServices {
  database: Database
  files: Files
  fetcher: Fetcher
  vault: Vault
}

/** An executing run. */
interface ExecutingRun extends ImportServices {
  run: Run
  request: RunRequest
  watch: Watch
}

export async function runImport(means: ImportServices, id: string): Promise<void> {
  const { database, vault } = means
  const run = await database.write((db) => startRun(db, id))
  if (!run) return
  const watch = watchRun(database, id)
  try {
    const working = { ...means, run, watch, request: JSON.parse(vault.unseal(run.request)) as RunRequest }
    const imported = await gather(working)
    await database.write((db) => write(db, working, imported))
  } catch (error) {
    await fail(database, run, error)
  } finally {
    watch.stop()
  }
}

/** Gathers all requested imports, one after the other, as one. */
async function gather(working: ExecutingRun): Promise<Imported> {
  const { database, files, fetcher, run, request, watch } = working
  const { branch } = await open(database.read, working)
  const all: Imported = { pages: [], files: [], failures: [], total: 0 }
  for (const each of request.imports) {
    const progress = (imported: number, total: number) => watch.progress(all.total + imported, all.total + total)
    const means = { db: database.read, files, fetcher, signal: watch.signal, progress }
    const asked = await validateImport(means, branch, each, run.page_id ?? undefined)
    const { pages, files: found, failures, total } = await fetchImport(means, branch, each, asked)
    all.pages.push(...pages)
    all.files.push(...found)
    all.failures.push(...failures)
    all.total += total
  }
  return all
}

async function write(db: Db, working: ExecutingRun, imported: Imported): Promise<void> {
  const { run, request } = working
  await lock(db, 'space', run.space_id)
  if (!(await lockRun(db, run.id))) return
  const { branch, caller } = await open(db, working)
  const { source } = request.imports[0]!
  const revision = await writeImport({ db, caller }, branch, imported, { source, pageId: run.page_id ?? undefined })
  const { importedResources, totalResources, failures } = toImportResult(revision, imported)
  const outcome = { revision, imported: importedResources, total: totalResources, failures }
  await endRun(db, run.id, { status: 'completed', ...outcome })
  const target = branch.changeRequest
    ? ({ kind: 'change-request', id: branch.changeRequest.id } as const)
    : ({ kind: 'space', id: run.space_id } as const)
  await appendEvent(db, {
    organizationId: request.organization,
    actorId: run.created_by,
    tokenId: null,
    requestId: null,
    action: `${target.kind}.content.imported`,
    target,
    spaceId: run.space_id,
    data: { revision, source, importedResources, totalResources, run: run.id },
  })
}

/** The caller who started the run, and its target, if the caller is still allowed to import there. */
async function open(db: Db, { run, request }: ExecutingRun) {
  const user = run.created_by === null ? undefined : await findUser(db, run.created_by)
  if (!user) throw new ApiError('notFound')
  const caller: Caller = { user, tokenId: '', boundTo: [request.organization] }
  const target = {
    space: run.space_id,
    changeRequest: run.change_request_id ?? undefined,
    page: run.page_id ?? undefined,
  }
  return { caller, branch: await loadTarget(db, caller, request.organization, target) }
}

async function fail(database: Database, run: Run, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  const isFailed = await database.write(async (db) => {
    const ended = await endRun(db, run.id, { status: 'failed', reason })
    if (ended) await recordFailure(db, run, reason)
    return ended !== undefined
  })
  // Work aborted by a cancellation is not a failure.
  if (isFailed && !(error instanceof ApiError)) throw error
}

async function recordFailure(db: Db, run: Run, reason: string): Promise<void> {
  const space = await db
    .selectFrom('spaces')
    .select('organization_id')
    .where('id', '=', run.space_id)
    .executeTakeFirstOrThrow()
  await appendEvent(db, {
    organizationId: space.organization_id,
    actorId: run.created_by,
    tokenId: null,
    requestId: null,
    action: 'import-run.failed',
    target: { kind: 'import-run', id: run.id },
    spaceId: run.space_id,
    data: { space: run.space_id, reason },
  })
}
