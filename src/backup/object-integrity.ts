// Integrity checks of content: every object must match its hash, and everything that objects and revisions refer to
// must exist: tree nodes, documents and file bytes. One pass over all objects.
import { readRows } from '../db/bulk.ts'
import type { Progress } from '../db/copy.ts'
import { listTables } from '../db/introspection.ts'
import type { Db } from '../db/tables.ts'
import { decode, type Hash, isIntact } from '../engine/objects.ts'
import { blobsOf, referencesOf } from '../engine/tree/reachable.ts'
import { pathOfBlob } from '../files/store.ts'
import { addIntegrationBlobs } from './integration-integrity.ts'
import { addSpecBlobs } from './openapi-integrity.ts'

interface Found {
  stored: Set<Hash>
  damaged: string[]
  /** The referenced hashes, each with a referrer. */
  needed: Map<Hash, string>
  blobs: Map<string, string>
}

/** Lists faults by kind. `files` are the paths of all stored files, if known. */
export async function listObjectFaults(
  db: Db,
  progress: Progress,
  files: ReadonlySet<string> | undefined,
): Promise<string[][]> {
  const found = await readAll(db, progress)
  await addRoots(db, found.needed)
  await addSpecBlobs(db, found.blobs)
  await addIntegrationBlobs(db, found.blobs)
  const missing = [...found.needed].filter(([hash]) => !found.stored.has(hash))
  return [
    found.damaged,
    missing.map(([hash, by]) => `The object ${hash} is missing, but ${by} needs it.`),
    files ? listMissingFiles(found.blobs, files) : [],
  ]
}

async function readAll(db: Db, progress: Progress): Promise<Found> {
  const found: Found = { stored: new Set(), damaged: [], needed: new Map(), blobs: new Map() }
  const objects = (await listTables(db)).find(({ name }) => name === 'objects')!
  for await (const rows of readRows(db, objects)) {
    for (const { hash, bytes } of rows) addObject(found, hash as Hash, bytes as Uint8Array)
    progress('objects', found.stored.size)
  }
  return found
}

function addObject({ stored, damaged, needed, blobs }: Found, hash: Hash, bytes: Uint8Array): void {
  stored.add(hash)
  if (!isIntact(hash, bytes)) {
    damaged.push(`The bytes of the object ${hash} are damaged.`)
    return
  }
  const value = decode(bytes)
  for (const reference of referencesOf(value)) needed.set(reference, `the object ${hash}`)
  for (const { blob, name } of blobsOf(value)) blobs.set(blob, name)
}

async function addRoots(db: Db, needed: Found['needed']): Promise<void> {
  for (const { id, root } of await db.selectFrom('revisions').select(['id', 'root']).execute())
    needed.set(root, `the revision ${id}`)
}

const listMissingFiles = (blobs: Found['blobs'], files: ReadonlySet<string>): string[] =>
  [...blobs]
    .filter(([blob]) => !files.has(pathOfBlob(blob)))
    .map(([blob, name]) => `The bytes ${blob} of the file "${name}" are missing.`)
