// Imports and exports from a shell: folders of this machine, and repositories while somebody waits.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Files } from '../../files/files.ts'
import { GitFailure } from '../../git/failures.ts'
import { markExported, planExport } from './exporting.ts'
import { readSource, writeRead } from './importing.ts'
import { type Means as GitMeans, runOperation } from './operations.ts'
import { findOperation, findSync, insertOperation, type Operation, saveSync } from './queries.ts'
import type { Progress } from './source.ts'
import { blobName, folderSource } from './source.ts'

interface Means {
  database: Database
  files: Files
  progress: Progress
}

interface Place {
  spaceId: string
  folder: string
  directory: string
}

// The same wherever a folder is: it may be moved, and come back from a checkout of somebody else.
const ADDRESS = 'folder'

export async function importFiles(
  { database, files, progress }: Means,
  { spaceId, folder, directory }: Place,
): Promise<void> {
  const source = await folderSource(folder)
  const read = await readSource({ database, files, spaceId, source, directory, address: ADDRESS, progress })
  await database.write(async (db) => {
    await writeRead(db, read, { spaceId, createdBy: null, force: true })
    await agree(db, spaceId, read.root, read.addresses)
  })
}

// A repository that the space goes with is not forgotten for a folder.
async function agree(db: Database['read'], spaceId: string, root: string, addresses: string | null): Promise<void> {
  const sync = await findSync(db, spaceId)
  if (sync && sync.address !== ADDRESS) return
  await saveSync(db, { space_id: spaceId, url: null, address: ADDRESS, commit_id: null, root, addresses })
}

/** Writes the files that differ; how many there were. */
export async function exportFiles(
  { database, files, progress }: Means,
  { spaceId, folder, directory, force }: Place & { force: boolean },
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const target = await folderSource(folder)
  const planned = await planExport({ database, files, spaceId, target, directory, address: ADDRESS, force })
  if (!force && planned.base) await refuseChanged(database, planned.base.root, target.files)
  let written = 0
  for (const [path, bytes] of planned.writes) {
    await writeInto(folder, path, bytes)
    written++
    progress(written, planned.writes.size)
  }
  const oidAt = (path: string) => {
    const bytes = planned.writes.get(path)
    return bytes ? blobName(bytes) : target.files.get(path)
  }
  const marked = await markExported(database, planned, oidAt)
  await database.write(async (db) => {
    await saveObjects(db, marked.objects)
    await agree(db, spaceId, marked.root, null)
  })
  return written
}

async function refuseChanged(database: Database, root: string, there: ReadonlyMap<string, string>): Promise<void> {
  const { readKnown } = await import('../../repository/known.ts')
  const { readContent } = await import('../content/revisions.ts')
  const { pages, files, includes } = await readContent(database.read, readKnown(root))
  const known = [...pages.values(), ...files.values(), ...includes.values()]
  const changed = known.flatMap(({ git }) =>
    there.has(git!.path) && there.get(git!.path) !== git!.oid ? git!.path : [],
  )
  if (changed.length > 0)
    throw new GitFailure(
      `Changed since the last time: ${changed.slice(0, 5).join(', ')}. Import first, or use --force.`,
    )
}

/** Paths come from repositories of others: none leads out of the folder. */
async function writeInto(folder: string, path: string, bytes: Uint8Array | null): Promise<void> {
  const file = join(folder, path)
  if (!file.startsWith(join(folder, '/')) || path.split('/').includes('.git'))
    throw new GitFailure(`${path} is no place in a folder: rename the file and export again.`)
  if (bytes === null) return rm(file, { force: true })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

/** Runs an import or an export as the API would, and fails as it fails. */
export async function performNow(
  means: GitMeans,
  { spaceId, direction, request }: { spaceId: string; direction: Operation['direction']; request: object },
): Promise<void> {
  const { database, vault } = means
  const sealed = vault.seal(JSON.stringify(request))
  const id = await database.write((db) => insertOperation(db, { spaceId, direction, request: sealed, userId: null }))
  const operation = (await findOperation(database.read, id))!
  await runOperation(means, operation)
  const { error } = (await findOperation(database.read, id))!
  if (error !== null) throw new GitFailure(error)
}
