// Repositories, opened for one import or export: those of web servers are fetched into a scratch folder, those of this
// machine are used where they are.
import fs, { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { CommitObject } from 'isomorphic-git'
import type { Fetcher } from '../fetch/fetcher.ts'
import { makeScratch } from '../lib/scratch.ts'
import { type GitAddress, parseAddress } from './address.ts'
import { GitFailure, toGitFailure } from './failures.ts'
import { httpClient } from './http.ts'
import {
  type Committed,
  library,
  listFiles,
  type NewCommit,
  type ObjectStore,
  readBlob,
  readCommit,
  writeCommit,
} from './objects.ts'

export interface GitRepository {
  /** The commit that the ref names; undefined: it names none yet. */
  head: string | undefined
  files(): Promise<Map<string, string>>
  read(oid: string): Promise<Uint8Array>
  readCommit(oid: string): Promise<CommitObject>
  commit(changes: Omit<NewCommit, 'parent'>): Promise<Committed>
  /** Makes the commit what the ref names, unless that has moved on meanwhile. */
  push(commit: string): Promise<void>
  close(): Promise<void>
}

export interface Git {
  /** The address, if repositories there may be used. */
  addressOf(url: string): GitAddress | undefined
  /** Fails with a GitFailure whose message is for the person who asked. */
  open(address: GitAddress, ref: string, options?: { create?: boolean }): Promise<GitRepository>
}

export interface GitOptions {
  fetcher: Fetcher
  /** The folder below which repositories of this machine may be used; undefined: none may. */
  folder?: string | undefined
}

export function createGit({ fetcher, folder }: GitOptions): Git {
  return {
    addressOf(url) {
      const address = parseAddress(url)
      return address?.kind === 'folder' && !isInside(address.folder!, folder) ? undefined : address
    },
    async open(address, ref, { create = false } = {}) {
      const situation = { at: address.url, ref }
      try {
        return address.kind === 'web'
          ? await openWeb(fetcher, address, ref, create)
          : await openFolder(address, ref, create)
      } catch (error) {
        throw toGitFailure(error, situation)
      }
    },
  }
}

function isInside(path: string, folder: string | undefined): boolean {
  try {
    return folder !== undefined && `${realpathSync(path)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
  } catch {
    return false
  }
}

const SCRATCH = 'refs/heads/lectern'

async function openWeb(fetcher: Fetcher, address: GitAddress, ref: string, create: boolean): Promise<GitRepository> {
  const git = await library()
  const { folder: gitdir, remove: close } = await makeScratch()
  const store: ObjectStore = { gitdir, cache: {} }
  const { url, headers } = address
  const remote = { fs, http: httpClient(fetcher), gitdir, cache: store.cache, url, headers }
  try {
    await git.init({ fs, gitdir, bare: true })
    await git.addRemote({ fs, gitdir, remote: 'origin', url })
    const refs = await git.listServerRefs({ http: remote.http, url, headers, prefix: ref, protocolVersion: 1 })
    const head = refs.find((each) => each.ref === ref)?.oid
    if (head === undefined && !create) throw new GitFailure(`${url} has no ${ref}: name a branch that exists.`)
    if (head) await git.fetch({ ...remote, ref, remoteRef: ref, singleBranch: true, depth: 1, tags: false })
    return {
      ...repositoryAt(store, head),
      async push(commit) {
        await git.writeRef({ fs, gitdir, ref: SCRATCH, value: commit, force: true })
        try {
          await git.push({ ...remote, ref: SCRATCH, remoteRef: ref })
        } catch (error) {
          throw toGitFailure(error, { at: url, ref, writes: true })
        }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openFolder({ folder = '', url }: GitAddress, ref: string, create: boolean): Promise<GitRepository> {
  const git = await library()
  const isBare = fs.existsSync(join(folder, 'HEAD')) && fs.existsSync(join(folder, 'objects'))
  const gitdir = isBare ? folder : join(folder, '.git')
  if (!fs.existsSync(join(gitdir, 'objects')))
    throw new GitFailure(`There is no repository at ${url}: check the folder.`)
  const find = () => git.resolveRef({ fs, gitdir, ref }).catch(() => undefined)
  const head = await find()
  if (head === undefined && !create) throw new GitFailure(`${url} has no ${ref}: name a branch that exists.`)
  return {
    ...repositoryAt({ gitdir, cache: {} }, head),
    async push(commit) {
      const checkedOut = isBare ? undefined : await git.currentBranch({ fs, gitdir, fullname: true })
      if (checkedOut === ref && head !== undefined)
        throw new GitFailure(`${ref} is checked out in ${url}: export to another branch, or to a bare repository.`)
      if ((await find()) !== head) throw new GitFailure(`${url} has moved on meanwhile: import it first.`)
      await git.writeRef({ fs, gitdir, ref, value: commit, force: true })
    },
    close: async () => {},
  }
}

const repositoryAt = (store: ObjectStore, head: string | undefined) => ({
  head,
  files: async () => (head === undefined ? new Map<string, string>() : listFiles(store, head)),
  read: (oid: string) => readBlob(store, oid),
  readCommit: (oid: string) => readCommit(store, oid),
  commit: (changes: Omit<NewCommit, 'parent'>) => writeCommit(store, { ...changes, parent: head }),
})
