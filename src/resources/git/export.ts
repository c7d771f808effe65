// Exports content to a repository or a folder: plans the files to write, and records where each page then is.
import type { Database } from '../../db/database.ts'
import type { Db, Row } from '../../db/tables.ts'
import { listFences } from '../../domain/integrations/index.ts'
import { readContent, readInSteps } from '../../domain/revisions/index.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import type { File } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import { GitFailure } from '../../git/failures.ts'
import type { FileChanges } from '../../git/objects.ts'
import { markOrigins } from '../../repository/origins.ts'
import { readRepositoryConfig, readSummaryFile, tagsPath, textsOf, variablesPath } from '../../repository/source.ts'
import { type FileText, type RepositoryChanges, writeRepository } from '../../repository/write.ts'
import { loadHead, loadSpaceRow } from './import.ts'
import { findSync } from './queries.ts'
import { readWithSource, type Source } from './source.ts'

export interface ExportInput {
  database: Database
  files: Files
  spaceId: string
  /** The current files of the repository or folder. */
  target: Source
  directory: string
  treeUrl?: string | undefined
  address: string
  /** Overwrite files that were never imported. */
  force?: boolean | undefined
}

export interface ExportPlan {
  base: Row<'git_syncs'> | undefined
  /** The revision that is exported. */
  head: Row<'revisions'>
  changes: RepositoryChanges
  writes: FileChanges
}

export async function planExport(exporting: ExportInput): Promise<ExportPlan> {
  const { database, files, spaceId, target, directory, treeUrl, address, force } = exporting
  const db = database.read
  const sync = await findSync(db, spaceId)
  const base = sync?.address === address ? sync : undefined
  const head = await loadHead(db, spaceId)
  const config = await readWithSource(target, readRepositoryConfig({ directory, files: target.files }))
  const [tags, variables] = await readWithSource(target, textsOf(target, [tagsPath(config), variablesPath(config)]))
  const there = {
    config,
    files: target.files,
    treeUrl,
    fences: await listFences(db, await loadSpaceRow(db, spaceId)),
    summary: await readWithSource(target, readSummaryFile(target, config)),
    tags,
    variables,
  }
  const changes = await readContent(db, writeRepository(base?.root, head.root, there))
  if (!base && !force) refuseOverwriting(changes, target)
  return { base, head, changes, writes: writesOf(db, files, changes) }
}

// A repository that was never imported may contain work that the space does not have.
function refuseOverwriting({ texts, files }: RepositoryChanges, target: Source): void {
  const path = [...texts.keys(), ...files.keys()].find((each) => target.files.has(each))
  if (path !== undefined)
    throw new GitFailure(
      `${path} already exists in the repository and was never imported: import it first, or overwrite it with force.`,
    )
}

// All files together may exceed memory, so each is read only when it is written.
function writesOf(db: Db, { store }: Files, { texts, files, removed }: RepositoryChanges): FileChanges {
  return new Map([
    ...removed.map((path) => [path, null] as const),
    ...[...texts].map(([path, text]) => [path, async () => Buffer.from(await renderText(db, text))] as const),
    ...[...files].map(([path, file]) => [path, () => bytesOf(store, file)] as const),
  ])
}

const renderText = async (db: Db, text: FileText): Promise<string> =>
  typeof text === 'string' ? text : readInSteps(db, text())

async function bytesOf(store: Files['store'], { blob = '', name }: File): Promise<Uint8Array> {
  const stored = await store.find(blob)
  if (!stored) throw new GitFailure(`The bytes of the file ${name} are missing: delete the file or upload it again.`)
  return Buffer.concat(await (await stored.read()).toArray())
}

/** The exported content with the path of each file: the common base of the space and the repository. */
export function recordOrigins(
  database: Database,
  { head, changes }: ExportPlan,
  oidAt: (path: string) => string | undefined,
): Promise<{ root: Hash; objects: Encoded[] }> {
  return readContent(database.read, markOrigins(head.root, changes.placed, oidAt))
}
