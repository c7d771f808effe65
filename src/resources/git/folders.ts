// Imports and exports of the command line: local folders, and repositories without the job queue.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { saveObjects } from '../../db/objects.ts'
import { insertEndedRun } from '../../domain/import-runs/index.ts'
import type { Files } from '../../files/files.ts'
import { GitFailure } from '../../git/failures.ts'
import { now } from '../../lib/time.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import type { GitRequest } from '../../shapes/git.ts'
import { planExport, recordOrigins } from './export.ts'
import { applyImport, examineImport, readSource, saveImportExtras } from './import.ts'
import { type GitServices, runOperation } from './operations.ts'
import { findOperation, findSync, insertOperation, type Operation, saveSync } from './queries.ts'
import type { Progress, Source } from './source.ts'
import { blobName, countSteps, folderSource } from './source.ts'

interface FolderServices {
  database: Database
  files: Files
  progress: Progress
}

interface Place {
  spaceId: string
  folder: string
  directory: string
}

// Independent of the path, because a folder may be moved or checked out elsewhere.
const ADDRESS = 'folder'

export async function importFiles(services: FolderServices, { spaceId, folder, directory }: Place): Promise<void> {
  const source = await folderSource(folder)
  await importSource(services, { spaceId, source, directory, name: basename(folder), format: ADDRESS })
}

interface SourcePlace {
  spaceId: string
  source: Source
  directory: string
  /** What the list of imports calls it. */
  name: string
  format: string
}

/** Replaces the content of the space. If it is the same already, nothing changes. */
export async function importSource(
  { database, files, progress }: FolderServices,
  { spaceId, source, directory, name, format }: SourcePlace,
): Promise<{ notes: readonly ImportWarning[] }> {
  const startedAt = now()
  const counted = countSteps(progress)
  const importing = { database, files, spaceId, source, directory, address: ADDRESS, progress: counted.progress }
  const read = await readSource(importing)
  const run = {
    spaceId,
    source: { type: 'file' as const, files: [name], format },
    createdBy: null,
  }
  await database.write(async (db) => {
    const { revision } = await applyImport(db, read, { spaceId, createdBy: null, force: true })
    await insertEndedRun(db, run, startedAt, { status: 'completed', revision, ...counted.far })
    await agree(db, spaceId, read.root, read.addresses)
    await saveImportExtras(db, spaceId, read)
  })
  return { notes: read.notes }
}

/** What an import would do. */
export const examineSource = (database: Database, { spaceId, source }: Pick<SourcePlace, 'spaceId' | 'source'>) =>
  examineImport({ database, spaceId, source, directory: '', address: ADDRESS })

// A folder does not replace the Git repository a space is synced with.
async function agree(db: Database['read'], spaceId: string, root: string, addresses: string | null): Promise<void> {
  const sync = await findSync(db, spaceId)
  if (sync && sync.address !== ADDRESS) return
  await saveSync(db, { space_id: spaceId, url: null, address: ADDRESS, commit_id: null, root, addresses })
}

/** Writes the files that differ, and returns their number. */
export async function exportFiles(
  { database, files, progress }: FolderServices,
  { spaceId, folder, directory, force }: Place & { force: boolean },
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const target = await folderSource(folder)
  const planned = await planExport({ database, files, spaceId, target, directory, address: ADDRESS, force })
  if (!force && planned.base) await refuseChanged(database, planned.base.root, target.files)
  const written = new Map<string, string | undefined>()
  for (const [path, load] of planned.writes) {
    const bytes = load && (await load())
    await writeInto(folder, path, bytes)
    written.set(path, bytes ? blobName(bytes) : undefined)
    progress(written.size, planned.writes.size)
  }
  const marked = await recordOrigins(database, planned, (path) => written.get(path) ?? target.files.get(path))
  await database.write(async (db) => {
    await saveObjects(db, marked.objects)
    await agree(db, spaceId, marked.root, null)
  })
  return written.size
}

async function refuseChanged(database: Database, root: string, there: ReadonlyMap<string, string>): Promise<void> {
  const { readPreviousImport } = await import('../../repository/previous-import.ts')
  const { readContent } = await import('../../domain/revisions/revisions.ts')
  const { pages, files, includes } = await readContent(database.read, readPreviousImport(root))
  const known = [...pages.values(), ...files.values(), ...includes.values()]
  const changed = known.flatMap(({ git }) =>
    there.has(git!.path) && there.get(git!.path) !== git!.oid ? git!.path : [],
  )
  if (changed.length > 0)
    throw new GitFailure(
      `Changed since the last import or export: ${changed.slice(0, 5).join(', ')}. Import first, or use --force.`,
    )
}

/** Paths come from untrusted repositories and must not leave the folder. */
async function writeInto(folder: string, path: string, bytes: Uint8Array | null): Promise<void> {
  const file = join(folder, path)
  if (!file.startsWith(join(folder, '/')) || path.split('/').includes('.git'))
    throw new GitFailure(`${path} is not a valid path inside the folder: rename the file and export again.`)
  if (bytes === null) return rm(file, { force: true })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

/** Runs an import or an export as the API does, on behalf of the server's operator, and throws if it fails. */
export async function runNow(
  means: GitServices,
  { spaceId, direction, request }: { spaceId: string; direction: Operation['direction']; request: GitRequest },
): Promise<void> {
  const { database, vault } = means
  const id = await database.write((db) => insertOperation(db, { spaceId, direction, request, userId: null }, vault))
  const operation = (await findOperation(database.read, id))!
  await runOperation({ ...means, byOperator: true }, operation)
  const { error } = (await findOperation(database.read, id))!
  if (error !== null) throw new GitFailure(error)
}
