// Imports content from a repository or a folder. All slow work comes before the transaction: reading files, parsing
// pages, storing bytes. Edits made in the space since the last import are merged with the repository's; on a conflict
// the repository wins.

import type { Database } from '../../db/database.ts'
import { lockRow } from '../../db/dialect.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { commit, mergeInTransaction } from '../../domain/content-changes/index.ts'
import { encodeAsync } from '../../domain/documents/index.ts'
import { markComputedPages } from '../../domain/indexes/index.ts'
import { listFences } from '../../domain/integrations/index.ts'
import { removeRedirects, saveRedirects } from '../../domain/page-paths/index.ts'
import {
  diffInTransaction,
  insertRevision,
  loadRevision,
  MAX_DEPTH,
  readContent,
  readInSteps,
} from '../../domain/revisions/index.ts'
import { replaceContent, type TargetPage } from '../../engine/changes/replace-content.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { isSemantic } from '../../engine/semantic-changes.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { listPages } from '../../engine/tree/pages.ts'
import type { File } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import { storeBytes } from '../../files/new-file.ts'
import { GitFailure } from '../../git/failures.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { RepositoryAsset, RepositoryPage } from '../../repository/model.ts'
import { readPreviousImport } from '../../repository/previous-import.ts'
import { readRepository } from '../../repository/read.ts'
import type { PreviousImport } from '../../repository/source.ts'
import { toTargetContent } from '../../repository/target-content.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { findSync } from './queries.ts'
import { type Progress, readWithSource, type Source } from './source.ts'

export interface ImportInput {
  database: Database
  files: Files
  spaceId: string
  source: Source
  /** The root of the project in the repository. */
  directory: string
  treeUrl?: string | undefined
  /** Identifies the repository, branch and project. */
  address: string
  progress?: Progress
}

/** The content of a repository as a tree that no revision names yet. */
export interface ReadSource {
  /** The last state that the space and the repository had in common. */
  base: Row<'git_syncs'> | undefined
  root: Hash
  objects: readonly Encoded[]
  addresses: string
  /** Page ids by the paths that redirect to them. */
  redirects: ReadonlyMap<string, string>
  notes: readonly ImportWarning[]
}

/** Objects never change, so it does no harm to store them before they are needed. */
const OBJECTS_AT_ONCE = 200

/** Reads a repository, based on the state of the last import, and stores its objects. */
export async function readSource(importing: ImportInput): Promise<ReadSource> {
  const { database, files, spaceId, source, directory, treeUrl, address, progress } = importing
  const db = database.read
  const { base, start, known, fences } = await readState(db, spaceId, address)
  const repository = { directory, files: source.files, treeUrl, known, fences, newId }
  const content = await readWithSource(source, readRepository(repository), progress)
  const stored = await storeAssets(files, source, content.files, known)
  await yieldToEventLoop()
  const wanted = toTargetContent(content, ({ id }) => stored.get(id)!)
  if (depthOf(wanted.pages) > MAX_DEPTH)
    throw new GitFailure(`The table of contents is nested deeper than ${MAX_DEPTH} levels: make it flatter.`)
  const { root, objects } = await encodeAsync((encodeDocument) =>
    readInSteps(db, replaceContent(start, wanted, { now: now(), encodeDocument })),
  )
  for (let at = 0; at < objects.length; at += OBJECTS_AT_ONCE)
    await database.write((db) => saveObjects(db, objects.slice(at, at + OBJECTS_AT_ONCE)))
  const { addresses, redirects, notes } = content
  return { base, root, objects, addresses, redirects, notes }
}

/** The state of the last import, or that of the space. */
async function readState(db: Db, spaceId: string, address: string) {
  const sync = await findSync(db, spaceId)
  const base = sync?.address === address ? sync : undefined
  const start = base?.root ?? (await loadHead(db, spaceId)).root
  const before = base?.notes ? (JSON.parse(base.notes) as ImportWarning[]) : []
  const known = { ...(await readContent(db, readPreviousImport(start, base?.addresses ?? undefined))), notes: before }
  const fences = await listFences(db, await loadSpaceRow(db, spaceId))
  return { base, start, known, fences }
}

export interface Examination {
  pages: number
  added: number
  changed: number
  /** Pages of the space that the source does not have. */
  removed: number
  files: number
  notes: readonly ImportWarning[]
}

/** What an import of the source would do. Stores nothing. */
export async function examineImport(importing: Omit<ImportInput, 'files'>): Promise<Examination> {
  const { database, spaceId, source, directory, address } = importing
  const db = database.read
  const { known, fences } = await readState(db, spaceId, address)
  const repository = { directory, files: source.files, treeUrl: undefined, known, fences, newId }
  const content = await readWithSource(source, readRepository(repository))
  const pages = withBelow(content.pages)
  const ids = new Set(pages.map(({ id }) => id))
  const there = await readContent(db, listPages(openTree((await loadHead(db, spaceId)).root)))
  const files = pages.flatMap(({ origin }) => (origin ? [origin] : []))
  return {
    pages: pages.length,
    added: pages.filter(({ id }) => !there.some((page) => page.id === id)).length,
    changed: files.filter(({ path, oid }) => known.pages.has(path) && known.pages.get(path)!.git?.oid !== oid).length,
    removed: there.filter(({ id }) => !ids.has(id)).length,
    files: content.files.length,
    notes: content.notes,
  }
}

const withBelow = (pages: readonly RepositoryPage[]): RepositoryPage[] =>
  pages.flatMap((page) => [page, ...withBelow(page.pages)])

const depthOf = (pages: readonly TargetPage[]): number =>
  pages.reduce((deepest, page) => Math.max(deepest, 1 + depthOf(page.pages)), 0)

async function storeAssets(files: Files, source: Source, assets: readonly RepositoryAsset[], known: PreviousImport) {
  const stored = new Map<string, Omit<File, 'id'>>()
  for (const { id, origin } of assets) {
    const old = known.files.get(origin.path)
    const isSame = old?.git?.oid === origin.oid
    const name = origin.path.slice(origin.path.lastIndexOf('/') + 1)
    stored.set(id, isSame ? old : await storeBytes(files.store, { bytes: [await source.read(origin.path)], name }))
  }
  return stored
}

export interface Outcome {
  revision: string
  changed: boolean
}

interface WriteOptions {
  spaceId: string
  createdBy: string | null
  /** Discard edits made in the space since the last import. */
  force?: boolean | undefined
}

export const loadSpaceRow = (db: Db, id: string): Promise<Row<'spaces'>> =>
  db.selectFrom('spaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Commits the imported content to the space, in the caller's transaction. */
export async function applyImport(
  db: Db,
  read: ReadSource,
  { spaceId, createdBy, force }: WriteOptions,
): Promise<Outcome> {
  await lockRow(db, 'spaces', spaceId)
  await refuseMoved(db, spaceId, read)
  const space = await loadSpaceRow(db, spaceId)
  const head = await loadRevision(db, space.revision_id)
  await saveObjects(db, read.objects)
  await markComputedPages(db, spaceId, read.objects)
  const isEdited = read.base !== undefined && head.root !== read.base.root
  const { root, objects } =
    isEdited && !force
      ? await mergeInTransaction(db, { base: read.base!.root, ours: read.root, theirs: head.root })
      : { root: read.root, objects: [] }
  const diff = await diffInTransaction(db, head.root, root, objects)
  if (!isSemantic(diff)) return { revision: head.id, changed: false }
  const branch = { space: { ...space, role: null } }
  return { revision: await commit(db, branch, { root, objects, type: 'edits', createdBy, diff }), changed: true }
}

/** Saves the imported content as a revision outside main content. */
export async function saveStandalone(db: Db, read: ReadSource, { spaceId, createdBy }: WriteOptions): Promise<Outcome> {
  await saveObjects(db, read.objects)
  await markComputedPages(db, spaceId, read.objects)
  const { id } = await loadHead(db, spaceId)
  const revision = await insertRevision(db, { spaceId, root: read.root, type: 'edits', parents: [id], createdBy })
  return { revision, changed: true }
}

/** Replaces the redirects and the notes about unsupported input of the last import. */
export async function saveImportExtras(db: Db, spaceId: string, { redirects, notes }: ReadSource): Promise<void> {
  await removeRedirects(db, spaceId, 'git')
  await saveRedirects(db, spaceId, 'git', redirects)
  await db
    .updateTable('git_syncs')
    .set({ notes: JSON.stringify(notes) })
    .where('space_id', '=', spaceId)
    .execute()
}

async function refuseMoved(db: Db, spaceId: string, { base }: ReadSource): Promise<void> {
  const sync = await findSync(db, spaceId)
  if (base && sync?.root !== base.root)
    throw new GitFailure('Another import or export of this space finished in the meantime: try again.')
}

export async function loadHead(db: Db, spaceId: string): Promise<Row<'revisions'>> {
  return db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .selectAll('revisions')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirstOrThrow()
}
