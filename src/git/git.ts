// Opens repositories for one import or export: remote ones are fetched into a temporary folder, local ones are used in
// place.
import fs, { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { CommitObject } from 'isomorphic-git'
import type { Fetcher } from '../fetch/fetcher.ts'
import { createScratchFolder } from '../lib/scratch.ts'
import { type GitAddress, parseAddress } from './address.ts'
import { GitFailure, toGitFailure } from './failures.ts'
import { fetchNewest, makeRepository } from './fetch-newest.ts'
import { httpClient } from './http.ts'
import { library } from './library.ts'
import {
  type Committed,
  listFiles,
  type NewCommit,
  type ObjectStore,
  readBlob,
  readCommit,
  writeCommit,
} from './objects.ts'
import { pushCommit } from './push.ts'
import { reader } from './reader.ts'

export interface GitRepository {
  /** The commit of the ref; undefined if the ref does not exist yet. */
  head: string | undefined
  files(): Promise<Map<string, string>>
  read(oid: string): Promise<Uint8Array>
  readCommit(oid: string): Promise<CommitObject>
  commit(changes: Omit<NewCommit, 'parent'>): Promise<Committed>
  /** Updates the ref to the commit, unless the ref has changed. */
  push(commit: string): Promise<void>
  close(): Promise<void>
}

export interface GitAddresses {
  /**
   * Returns the address if the caller may use it. A local repository belongs to the organization whose id is the name
   * of its folder; the operator of the server can use all of them.
   */
  addressOf(url: string, asker: { organization: string } | 'operator'): GitAddress | undefined
}

export interface Git extends GitAddresses {
  /** Fails with a GitFailure whose message is for the user. */
  open(address: GitAddress, ref: string, options?: { create?: boolean }): Promise<GitRepository>
}

export interface GitOptions {
  fetcher: Fetcher
  /** The parent folder of local repositories; undefined disables them. */
  folder?: string | undefined
}

export function createGit({ fetcher, folder }: GitOptions): Git {
  return {
    addressOf(url, asker) {
      const address = parseAddress(url)
      if (address?.kind !== 'folder') return address
      if (folder === undefined) return undefined
      const reached = asker === 'operator' ? folder : join(folder, asker.organization)
      return isInside(address.folder!, reached) ? address : undefined
    },
    async open(address, ref, { create = false } = {}) {
      try {
        return address.kind === 'web'
          ? await openWeb(fetcher, address, ref, create)
          : await openFolder(address, ref, create)
      } catch (error) {
        throw toGitFailure(error, { at: address.url })
      }
    },
  }
}

function isInside(path: string, folder: string): boolean {
  try {
    return `${realpathSync(path)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
  } catch {
    return false
  }
}

async function openWeb(fetcher: Fetcher, address: GitAddress, ref: string, create: boolean): Promise<GitRepository> {
  const git = await library()
  const { folder: gitdir, remove: close } = await createScratchFolder()
  const store: ObjectStore = { gitdir, cache: {} }
  const { url, headers } = address
  const remote = { fs, http: httpClient(fetcher), gitdir, cache: store.cache, url, headers }
  try {
    await makeRepository(remote)
    const refs = await git.listServerRefs({ http: remote.http, url, headers, prefix: ref, protocolVersion: 1 })
    const head = refs.find((each) => each.ref === ref)?.oid
    if (head === undefined && !create) throw new GitFailure(`${url} has no ${ref}: name a branch that exists.`)
    if (head) await fetchNewest({ ...remote, ref })
    return {
      ...repositoryAt(store, head),
      async push(commit) {
        try {
          await pushCommit({ ...remote, fetcher }, { ref, before: head, commit })
        } catch (error) {
          throw toGitFailure(error, { at: url, writes: true })
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
  if (head !== undefined) await reader.run('checkRepository', gitdir)
  return {
    ...repositoryAt({ gitdir, cache: {} }, head),
    async push(commit) {
      const checkedOut = isBare ? undefined : await git.currentBranch({ fs, gitdir, fullname: true })
      if (checkedOut === ref && head !== undefined)
        throw new GitFailure(`${ref} is checked out in ${url}: export to another branch, or to a bare repository.`)
      if ((await find()) !== head) throw new GitFailure(`${url} has changed meanwhile: import it first.`)
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
