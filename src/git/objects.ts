// Reads and writes commits, trees and blobs of a local repository. Reading runs in threads.
import fs from 'node:fs'
import type { CommitObject, TreeEntry } from 'isomorphic-git'
import { library } from './library.ts'
import { reader } from './reader.ts'

export interface ObjectStore {
  gitdir: string
  cache: object
}

const at = ({ gitdir, cache }: ObjectStore) => ({ fs, gitdir, cache })

export const listFiles = ({ gitdir }: ObjectStore, commit: string): Promise<Map<string, string>> =>
  reader.run('listFiles', gitdir, commit)

export const readBlob = async ({ gitdir }: ObjectStore, oid: string): Promise<Uint8Array> =>
  (await reader.run('readBlob', gitdir, oid)).blob

export const readCommit = ({ gitdir }: ObjectStore, oid: string): Promise<CommitObject> =>
  reader.run('readCommit', gitdir, oid)

/** New contents of files by path; null removes a file. Contents are loaded one at a time and not retained. */
export type FileChanges = ReadonlyMap<string, (() => Promise<Uint8Array>) | null>

export interface NewCommit {
  parent: string | undefined
  changes: FileChanges
  message: string
  author: { name: string; email: string }
}

export const COMMITTER = { name: 'Lectern', email: 'lectern@localhost' }

export interface Committed {
  oid: string
  tree: string
  /** The ids of the written blobs, by path. */
  blobs: Map<string, string>
}

/** Writes a commit that changes only these files. */
export async function writeCommit(
  store: ObjectStore,
  { parent, changes, message, author }: NewCommit,
): Promise<Committed> {
  const { writeBlob, writeCommit: write } = await library()
  const blobs = new Map<string, string | null>()
  for (const [path, load] of changes)
    blobs.set(path, load === null ? null : await writeBlob({ ...at(store), blob: await load() }))
  const before = parent === undefined ? undefined : (await readCommit(store, parent)).tree
  const tree = (await writeTreeWith(store, before, blobs)) ?? (await emptyTree(store))
  const time = { timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 }
  const commit = {
    tree,
    parent: parent === undefined ? [] : [parent],
    author: { ...author, ...time },
    committer: { ...COMMITTER, ...time },
    message: `${message.trimEnd()}\n`,
  }
  const written = [...blobs].filter((entry): entry is [string, string] => entry[1] !== null)
  return { oid: await write({ ...at(store), commit }), tree, blobs: new Map(written) }
}

const emptyTree = async (store: ObjectStore): Promise<string> => (await library()).writeTree({ ...at(store), tree: [] })

/** Returns the tree with these changes; undefined if it is empty. */
async function writeTreeWith(
  store: ObjectStore,
  oid: string | undefined,
  changes: ReadonlyMap<string, string | null>,
): Promise<string | undefined> {
  if (changes.size === 0) return oid
  const { readTree, writeTree } = await library()
  const entries = new Map<string, TreeEntry>()
  const old = oid === undefined ? [] : (await readTree({ ...at(store), oid })).tree
  for (const entry of old) entries.set(entry.path, entry)
  const below = new Map<string, Map<string, string | null>>()
  for (const [path, blob] of changes) {
    const [name = '', ...rest] = path.split('/')
    if (rest.length > 0) below.set(name, (below.get(name) ?? new Map()).set(rest.join('/'), blob))
    else if (blob === null) entries.delete(name)
    else entries.set(name, { mode: entries.get(name)?.mode ?? '100644', path: name, oid: blob, type: 'blob' })
  }
  for (const [name, inner] of below) {
    const entry = entries.get(name)
    const tree = await writeTreeWith(store, entry?.type === 'tree' ? entry.oid : undefined, inner)
    if (tree === undefined) entries.delete(name)
    else entries.set(name, { mode: '040000', path: name, oid: tree, type: 'tree' })
  }
  return entries.size === 0 ? undefined : writeTree({ ...at(store), tree: [...entries.values()] })
}
