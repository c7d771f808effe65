// Commits, trees and blobs of a repository whose objects are in a local folder.
import fs from 'node:fs'
import type { CommitObject, TreeEntry } from 'isomorphic-git'
import { GitFailure } from './failures.ts'

// Its named exports are seen by bundlers alone.
export const library = async () => (await import('isomorphic-git')).default

export interface ObjectStore {
  gitdir: string
  cache: object
}

const MOST_FILES = 50_000

const at = ({ gitdir, cache }: ObjectStore) => ({ fs, gitdir, cache })

/** The blobs of a commit by path. Links, submodules and what no file system could hold are left out. */
export async function listFiles(store: ObjectStore, commit: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const { readTree } = await library()
  const walk = async (oid: string, prefix: string): Promise<void> => {
    const { tree } = await readTree({ ...at(store), oid })
    for (const { path, type, mode, oid: inner } of tree) {
      if (path === '.' || path === '..' || path === '.git' || path.includes('/')) continue
      if (type === 'tree') await walk(inner, `${prefix}${path}/`)
      else if (type === 'blob' && mode !== '120000') files.set(prefix + path, inner)
      if (files.size > MOST_FILES)
        throw new GitFailure(`The repository has more than ${MOST_FILES} files: name a smaller one, or a folder of it.`)
    }
  }
  await walk(commit, '')
  return files
}

export async function readBlob(store: ObjectStore, oid: string): Promise<Uint8Array> {
  const { readBlob: read } = await library()
  return (await read({ ...at(store), oid })).blob
}

export async function readCommit(store: ObjectStore, oid: string): Promise<CommitObject> {
  const { readCommit: read } = await library()
  return (await read({ ...at(store), oid })).commit
}

export interface NewCommit {
  parent: string | undefined
  /** Bytes by path; null removes the file. */
  changes: ReadonlyMap<string, Uint8Array | null>
  message: string
  author: { name: string; email: string }
}

export const COMMITTER = { name: 'Lectern', email: 'lectern@localhost' }

export interface Committed {
  oid: string
  tree: string
  /** The names of what was written, by path. */
  blobs: Map<string, string>
}

/** Writes a commit that differs from its parent in these files alone. */
export async function writeCommit(
  store: ObjectStore,
  { parent, changes, message, author }: NewCommit,
): Promise<Committed> {
  const { writeBlob, writeCommit: write } = await library()
  const blobs = new Map<string, string | null>()
  for (const [path, bytes] of changes)
    blobs.set(path, bytes === null ? null : await writeBlob({ ...at(store), blob: bytes }))
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

/** The tree with these files changed; undefined when nothing is left of it. */
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
