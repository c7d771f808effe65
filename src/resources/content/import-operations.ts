// Synchronous imports. Each is recorded as a run when it starts, so that others can see its progress and cancel it.
import {
  fetchImport,
  type ImportContext,
  toImportResult,
  validateImport,
  writeImport,
} from '../../domain/content-changes/index.ts'
import {
  endRun,
  insertBegunRun,
  lockRun,
  type NewRun,
  reasonOf,
  sourceOf,
  type Watch,
  watchRun,
} from '../../domain/import-runs/index.ts'
import { problem } from '../../errors.ts'
import type { Imported } from '../../imports/index.ts'
import type { Settlement } from '../../server/operation.ts'
import type { PostResponseWork } from '../../server/post-response.ts'

interface Gathered {
  run: string
  imported: Imported
}

type WriteContext = Omit<ImportContext, 'fetcher'>

export async function prepareImport(context: ImportContext & Settlement) {
  const { body, params, postResponse, onSettled } = context
  const request = await validateImport(context, context, body, params.pageId)
  const gathered = await gatherAsRun(postResponse, runOf(context), ({ signal, progress }) =>
    fetchImport({ ...context, signal, progress }, context, body, request),
  )
  onSettled((error) => endAfterwards(postResponse, gathered.run, error))
  return (context: WriteContext) => write(context, gathered)
}

const runOf = ({ space, changeRequest, params, body, caller }: ImportContext): NewRun => ({
  spaceId: space.id,
  changeRequestId: changeRequest?.id,
  pageId: params.pageId,
  source: sourceOf(body),
  createdBy: caller.user.id,
})

/** Rejects if gathering fails, or if the run is cancelled in the meantime. */
const gatherAsRun = (
  postResponse: PostResponseWork,
  wanted: NewRun,
  gather: (watch: Watch) => Promise<Imported>,
): Promise<Gathered> =>
  new Promise((resolve, reject) => {
    postResponse.start(async (database) => {
      const begun = await database.write((db) => insertBegunRun(db, wanted)).catch(reject)
      if (!begun) return
      const watch = watchRun(database, begun.id)
      try {
        resolve({ run: begun.id, imported: await gather(watch) })
      } catch (error) {
        const outcome = { status: 'failed', reason: reasonOf(error) } as const
        const ended = await database.write((db) => endRun(db, begun.id, outcome)).catch(reject)
        reject(ended ? error : problem('importCancelled'))
      } finally {
        watch.stop()
      }
    })
  })

async function write(context: WriteContext, { run, imported }: Gathered) {
  const { db, space, changeRequest, params, body, urls, report } = context
  if (!(await lockRun(db, run))) throw problem('importCancelled')
  const place = { source: body.source, pageId: params.pageId }
  const revision = await writeImport(context, { space, changeRequest }, imported, place)
  const result = toImportResult(revision, imported)
  const { importedResources, totalResources, failures } = result
  const outcome = { revision, imported: importedResources, total: totalResources, failures }
  await endRun(db, run, { status: 'completed', ...outcome })
  const target = changeRequest ? { kind: 'change-request', id: changeRequest.id } : { kind: 'space', id: space.id }
  report({ target, data: { revision, source: body.source, importedResources, totalResources, run } })
  return { ...result, urls: { location: urls.api(`/spaces/${space.id}/revisions/${revision}`) } }
}

/** Ends a run that did not write: its write failed, or the same request had been answered before. */
const endAfterwards = (postResponse: PostResponseWork, run: string, error: unknown): void =>
  postResponse.start(async (database) => {
    const outcome =
      error === undefined
        ? ({ status: 'cancelled' } as const)
        : ({ status: 'failed', reason: reasonOf(error) } as const)
    await database.write((db) => endRun(db, run, outcome))
  })
