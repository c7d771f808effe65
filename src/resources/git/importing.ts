// Content from a repository or a folder. Everything slow is done before the transaction: reading files, parsing pages,
// storing bytes. What people have edited here since the last time is merged with what the repository brings; where both
// edited the same, the repository wins.

import type { Database } from '../../db/database.ts'
import { lockRow } from '../../db/dialect.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { replaceContent, type WantedPage } from '../../engine/changes/replace-content.ts'
import { mergeTrees } from '../../engine/merge/merge-trees.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { withObjects } from '../../engine/reading.ts'
import { listSemanticChanges } from '../../engine/semantic-changes.ts'
import type { File } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import { storeBytes } from '../../files/store-file.ts'
import { GitFailure } from '../../git/failures.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { readKnown } from '../../repository/known.ts'
import type { RepositoryAsset } from '../../repository/model.ts'
import { readRepository } from '../../repository/read.ts'
import type { Known } from '../../repository/source.ts'
import { toWanted } from '../../repository/wanted.ts'
import { MAX_DEPTH } from '../content/depth.ts'
import { commit } from '../content/lines.ts'
import { insertRevision, loadRevision, readContent } from '../content/revisions.ts'
import { findSync } from './queries.ts'
import { answerFrom, type Progress, type Source } from './source.ts'

export interface Importing {
  database: Database
  files: Files
  spaceId: string
  source: Source
  /** The top of the project in the repository. */
  directory: string
  treeUrl?: string | undefined
  /** What tells this repository from others. */
  address: string
  progress?: Progress
}

/** The content of a repository as a tree, ready to be stored. */
export interface Read {
  /** What the space and the repository last agreed on. */
  base: Row<'git_syncs'> | undefined
  root: Hash
  objects: readonly Encoded[]
  addresses: string
}

/** Reads a repository, on top of what was read the last time. */
export async function readSource(importing: Importing): Promise<Read> {
  const { database, files, spaceId, source, directory, treeUrl, address, progress } = importing
  const db = database.read
  const sync = await findSync(db, spaceId)
  const base = sync?.address === address ? sync : undefined
  const start = base?.root ?? (await loadHead(db, spaceId)).root
  const known = await readContent(db, readKnown(start, base?.addresses ?? undefined))
  const repository = { directory, files: source.files, treeUrl, known, newId }
  const content = await answerFrom(source, readRepository(repository), progress)
  const stored = await storeAssets(files, source, content.files, known)
  const wanted = toWanted(content, ({ id }) => stored.get(id)!)
  if (depthOf(wanted.pages) > MAX_DEPTH)
    throw new GitFailure(`The table of contents is deeper than ${MAX_DEPTH} levels: make it flatter.`)
  const { root, objects } = await readContent(db, replaceContent(start, wanted, { now: now(), newKey: newId }))
  return { base, root, objects, addresses: content.addresses }
}

const depthOf = (pages: readonly WantedPage[]): number =>
  pages.reduce((deepest, page) => Math.max(deepest, 1 + depthOf(page.pages)), 0)

async function storeAssets(files: Files, source: Source, assets: readonly RepositoryAsset[], known: Known) {
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

interface Writing {
  spaceId: string
  createdBy: string | null
  /** What was edited here since the last time does not count. */
  force?: boolean | undefined
}

/** Makes what was read the content of the space, in the caller's transaction. */
export async function writeRead(db: Db, read: Read, { spaceId, createdBy, force }: Writing): Promise<Outcome> {
  await lockRow(db, 'spaces', spaceId)
  await refuseMoved(db, spaceId, read)
  const space = await db.selectFrom('spaces').selectAll().where('id', '=', spaceId).executeTakeFirstOrThrow()
  const head = await loadRevision(db, space.revision_id)
  await saveObjects(db, read.objects)
  const isEdited = read.base !== undefined && head.root !== read.base.root
  const { root, objects } =
    isEdited && !force
      ? await readContent(db, mergeTrees({ base: read.base!.root, ours: read.root, theirs: head.root }))
      : { root: read.root, objects: [] }
  const { changes } = await readContent(db, withObjects(objects, listSemanticChanges(head.root, root, { limit: 1 })))
  if (changes.length === 0) return { revision: head.id, changed: false }
  const line = { space: { ...space, role: null } }
  return { revision: await commit(db, line, { root, objects, type: 'edits', createdBy }), changed: true }
}

/** Keeps what was read as a revision of its own. */
export async function keepApart(db: Db, read: Read, { spaceId, createdBy }: Writing): Promise<Outcome> {
  await saveObjects(db, read.objects)
  const { id } = await loadHead(db, spaceId)
  const revision = await insertRevision(db, { spaceId, root: read.root, type: 'edits', parents: [id], createdBy })
  return { revision, changed: true }
}

async function refuseMoved(db: Db, spaceId: string, { base }: Read): Promise<void> {
  const sync = await findSync(db, spaceId)
  if (base && sync?.root !== base.root)
    throw new GitFailure('Another import or export of this space came first: try again.')
}

export async function loadHead(db: Db, spaceId: string): Promise<Row<'revisions'>> {
  return db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .selectAll('revisions')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirstOrThrow()
}
