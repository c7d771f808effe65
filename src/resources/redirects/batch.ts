// Applies a batch of redirects one by one. Each is created, updated, deleted or published, or fails without an effect.
import type { Db, Row } from '../../db/tables.ts'
import {
  destinationColumns,
  insertRedirect,
  listRedirectsFrom,
  removeRedirect,
  toFlag,
  updateRedirect,
} from '../../domain/site-paths/index.ts'
import { readStructure, type Structure } from '../../domain/site-structure/index.ts'
import { ApiError } from '../../errors.ts'
import type { InputDestination, Outcome, Publish, Upsert } from '../../shapes/redirects.ts'
import { checkWildcard, loadDestination } from './destination.ts'

interface Batch {
  db: Db
  structure: Structure
  /** The current redirects, by source and state. */
  known: Map<string, Row<'site_redirects'>>
}

type Done = Pick<Outcome, 'status' | 'id'>

export async function saveBatch(db: Db, siteId: string, items: readonly (Upsert | Publish)[]): Promise<Outcome[]> {
  const rows = await listRedirectsFrom(
    db,
    siteId,
    items.map(({ source }) => source),
  )
  const known = new Map(rows.map((row) => [nameOf(row.source, row.draft === 1), row]))
  const batch = { db, structure: await readStructure(db, siteId), known }
  const outcomes: Outcome[] = []
  for (const item of items) {
    const { source, intent } = item
    const done = await attempt(() => (intent === 'publish' ? publish(batch, source) : save(batch, item as Upsert)))
    outcomes.push({ source, draft: intent === 'draft', ...done })
  }
  return outcomes
}

const nameOf = (source: string, draft: boolean) => `${draft ? 'draft' : 'live'} ${source}`

/** Runs one write. Every check comes before the first write, so a failure leaves nothing behind. */
async function attempt(write: () => Promise<Done>): Promise<Done & { error?: string }> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const reasons = error.issues?.map(({ path, message }) => `${path} ${message}`)
    return { status: 'error', error: reasons?.join('; ') ?? error.message }
  }
}

async function save(batch: Batch, item: Upsert): Promise<Done> {
  const name = nameOf(item.source, item.intent === 'draft')
  const before = batch.known.get(name)
  if (item.destination !== null) return put(batch, name, before, { ...item, destination: item.destination })
  if (!before) throw missing(item.intent === 'draft')
  await removeRedirect(batch.db, before.id)
  batch.known.delete(name)
  return { status: 'deleted' }
}

async function put(
  { db, structure, known }: Batch,
  name: string,
  before: Row<'site_redirects'> | undefined,
  { source, intent, captureWildcard = false, permanent, destination }: Upsert & { destination: InputDestination },
): Promise<Done> {
  checkWildcard({ source, captureWildcard })
  const columns = {
    ...destinationColumns(await loadDestination(db, structure, destination)),
    capture_wildcard: toFlag(captureWildcard),
    permanent: toFlag(permanent ?? before?.permanent === 1),
  }
  const draft = toFlag(intent === 'draft')
  const row = before
    ? await updateRedirect(db, before.id, columns)
    : await insertRedirect(db, { ...columns, site_id: structure.siteId, source, draft })
  known.set(name, row)
  return { status: before ? 'updated' : 'created', id: row.id }
}

async function publish({ db, known }: Batch, source: string): Promise<Done> {
  const [draft, live] = [known.get(nameOf(source, true)), known.get(nameOf(source, false))]
  if (!draft) throw missing(true)
  if (live) await removeRedirect(db, live.id)
  known.delete(nameOf(source, true))
  known.set(nameOf(source, false), await updateRedirect(db, draft.id, { draft: 0 }))
  return { status: 'published', id: draft.id }
}

const missing = (draft: boolean) =>
  new ApiError('invalid', [{ path: 'source', message: `has no ${draft ? 'draft' : 'live redirect'}` }])
