// The tasks of reader threads: the library unpacks objects in JavaScript, which is slow.
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitObject } from 'isomorphic-git'
import { GitFailure } from './failures.ts'
import { library } from './library.ts'
import { LIMITS } from './limits.ts'
import { checkRepository } from './local-check.ts'
import { checkPack } from './pack-check.ts'

export const PACK_FILE = 'objects/pack/pack-incoming.pack'

/** The cache of the current repository. */
let open = { gitdir: '', cache: {} }

function at(gitdir: string) {
  if (open.gitdir !== gitdir) open = { gitdir, cache: {} }
  return { fs, gitdir, cache: open.cache }
}

/** Indexes a captured pack, so that its objects can be read. */
export async function admitPack(gitdir: string): Promise<void> {
  const pack = await readFile(join(gitdir, PACK_FILE))
  if (pack.length === 0) return
  checkPack(pack)
  await (await library()).indexPack({ ...at(gitdir), dir: gitdir, filepath: PACK_FILE })
}

/** Lists the blobs of a commit by path. Links, submodules and invalid file names are left out. */
export async function listFiles(gitdir: string, commit: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const { readTree } = await library()
  let folders = 0
  const walk = async (oid: string, prefix: string, depth: number): Promise<void> => {
    if (++folders > LIMITS.folders) throw tooMany(`${LIMITS.folders} folders`)
    if (depth > LIMITS.depth) throw tooMany(`${LIMITS.depth} nested folders`)
    const { tree } = await readTree({ ...at(gitdir), oid })
    for (const { path, type, mode, oid: inner } of tree) {
      if (path === '.' || path === '..' || path === '.git' || path.includes('/')) continue
      if (type === 'tree') await walk(inner, `${prefix}${path}/`, depth + 1)
      else if (type === 'blob' && mode !== '120000') files.set(prefix + path, inner)
      if (files.size > LIMITS.files) throw tooMany(`${LIMITS.files} files`)
    }
  }
  await walk(commit, '', 0)
  return files
}

const tooMany = (what: string) =>
  new GitFailure(`The repository has more than ${what}: name a smaller one, or a folder of it.`)

export async function readBlob(gitdir: string, oid: string): Promise<{ blob: Uint8Array }> {
  const { readBlob: read } = await library()
  return { blob: new Uint8Array((await read({ ...at(gitdir), oid })).blob) }
}

export async function readCommit(gitdir: string, oid: string): Promise<CommitObject> {
  const { readCommit: read } = await library()
  return (await read({ ...at(gitdir), oid })).commit
}

export const tasks = { admitPack, checkRepository, listFiles, readBlob, readCommit }
