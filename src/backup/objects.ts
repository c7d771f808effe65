// Is all content there? Every object must be what its hash says, and everything that objects and revisions refer to must
// exist: nodes of the tree, documents, and the bytes of files. One pass over all objects.
import { readRows } from '../db/bulk.ts'
import type { Progress } from '../db/copy.ts'
import { listTables } from '../db/shape.ts'
import type { Db } from '../db/tables.ts'
import { decode, type Hash, isIntact } from '../engine/objects.ts'
import { blobsOf, referencesOf } from '../engine/tree/reachable.ts'
import { pathOfBlob } from '../files/store.ts'
import { needIntegrations } from './integration-soundness.ts'
import { needSpecs } from './openapi-soundness.ts'

interface Found {
  stored: Set<Hash>
  damaged: string[]
  /** What is referred to, and by whom. */
  needed: Map<Hash, string>
  blobs: Map<string, string>
}

/** Sentences about what is wrong, by kind. `files` are the paths of stored files, where they are known. */
export async function listObjectFaults(
  db: Db,
  progress: Progress,
  files: ReadonlySet<string> | undefined,
): Promise<string[][]> {
  const found = await readAll(db, progress)
  await needRoots(db, found.needed)
  await needSpecs(db, found.blobs)
  await needIntegrations(db, found.blobs)
  const missing = [...found.needed].filter(([hash]) => !found.stored.has(hash))
  return [
    found.damaged,
    missing.map(([hash, by]) => `The object ${hash} is missing, which ${by} needs.`),
    files ? listMissingFiles(found.blobs, files) : [],
  ]
}

async function readAll(db: Db, progress: Progress): Promise<Found> {
  const found: Found = { stored: new Set(), damaged: [], needed: new Map(), blobs: new Map() }
  const objects = (await listTables(db)).find(({ name }) => name === 'objects')!
  for await (const rows of readRows(db, objects)) {
    for (const { hash, bytes } of rows) take(found, hash as Hash, bytes as Uint8Array)
    progress('objects', found.stored.size)
  }
  return found
}

function take({ stored, damaged, needed, blobs }: Found, hash: Hash, bytes: Uint8Array): void {
  stored.add(hash)
  if (!isIntact(hash, bytes)) {
    damaged.push(`The bytes of the object ${hash} are damaged.`)
    return
  }
  const value = decode(bytes)
  for (const reference of referencesOf(value)) needed.set(reference, `the object ${hash}`)
  for (const { blob, name } of blobsOf(value)) blobs.set(blob, name)
}

async function needRoots(db: Db, needed: Found['needed']): Promise<void> {
  for (const { id, root } of await db.selectFrom('revisions').select(['id', 'root']).execute())
    needed.set(root, `the revision ${id}`)
}

const listMissingFiles = (blobs: Found['blobs'], files: ReadonlySet<string>): string[] =>
  [...blobs]
    .filter(([blob]) => !files.has(pathOfBlob(blob)))
    .map(([blob, name]) => `The bytes ${blob} of the file "${name}" are missing.`)
