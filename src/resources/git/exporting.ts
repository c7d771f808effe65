// Content to a repository or a folder: the files that differ, and where everything is then.
import type { Database } from '../../db/database.ts'
import type { Row } from '../../db/tables.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import type { File } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import { GitFailure } from '../../git/failures.ts'
import { markOrigins } from '../../repository/mark.ts'
import { readRepositoryConfig, variablesPath } from '../../repository/source.ts'
import { type RepositoryChanges, writeRepository } from '../../repository/write.ts'
import { readContent } from '../content/revisions.ts'
import { loadHead } from './importing.ts'
import { findSync } from './queries.ts'
import { answerFrom, type Source } from './source.ts'

export interface Exporting {
  database: Database
  files: Files
  spaceId: string
  /** What is there now. */
  target: Source
  directory: string
  treeUrl?: string | undefined
  address: string
  /** What is there and was not known does not count. */
  force?: boolean | undefined
}

export interface Planned {
  base: Row<'git_syncs'> | undefined
  /** The revision that is exported. */
  head: Row<'revisions'>
  changes: RepositoryChanges
  /** Bytes by path; null removes the file. */
  writes: Map<string, Uint8Array | null>
}

export async function planExport(exporting: Exporting): Promise<Planned> {
  const { database, files, spaceId, target, directory, treeUrl, address, force } = exporting
  const db = database.read
  const sync = await findSync(db, spaceId)
  const base = sync?.address === address ? sync : undefined
  const head = await loadHead(db, spaceId)
  const config = await answerFrom(target, readRepositoryConfig({ directory, files: target.files }))
  const text = async (path: string) =>
    target.files.has(path) ? new TextDecoder().decode(await target.read(path)) : undefined
  const there = {
    ...{ config, files: target.files, treeUrl },
    summary: await text(config.summary),
    variables: await text(variablesPath(config)),
  }
  const changes = await readContent(db, writeRepository(base?.root, head.root, there))
  if (!base && !force) refuseOverwriting(changes, target)
  return { base, head, changes, writes: await collect(files, changes) }
}

// A repository that this space never knew may hold what nobody here has seen.
function refuseOverwriting({ texts, files }: RepositoryChanges, target: Source): void {
  const path = [...texts.keys(), ...files.keys()].find((each) => target.files.has(each))
  if (path !== undefined)
    throw new GitFailure(
      `${path} is there already, and was never imported here: import first, or set force to replace it.`,
    )
}

async function collect({ store }: Files, { texts, files, removed }: RepositoryChanges) {
  const writes = new Map<string, Uint8Array | null>()
  for (const path of removed) writes.set(path, null)
  for (const [path, text] of texts) writes.set(path, Buffer.from(text))
  for (const [path, file] of files) writes.set(path, await bytesOf(store, file))
  return writes
}

async function bytesOf(store: Files['store'], { blob = '', name }: File): Promise<Uint8Array> {
  const stored = await store.find(blob)
  if (!stored) throw new GitFailure(`The bytes of the file ${name} are missing: delete the file or upload it again.`)
  return Buffer.concat(await (await stored.read()).toArray())
}

/** The exported content with the files it is in: what the space and the repository now agree on. */
export function markExported(
  database: Database,
  { head, changes }: Planned,
  oidAt: (path: string) => string | undefined,
): Promise<{ root: Hash; objects: Encoded[] }> {
  return readContent(database.read, markOrigins(head.root, changes.placed, oidAt))
}
