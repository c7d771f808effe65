// Fetches the newest commit of a repository, without history.
import fs from 'node:fs'
import { join } from 'node:path'
import type { HttpClient } from 'isomorphic-git'
import { withHead } from './dangling-head.ts'
import { library } from './library.ts'
import { capturePacks } from './pack-capture.ts'
import { reader } from './reader.ts'
import { PACK_FILE } from './tasks.ts'

interface Remote {
  http: HttpClient
  gitdir: string
  url: string
  headers?: Record<string, string>
  /** Absent for the default branch of the repository. */
  ref?: string
}

/** Creates an empty repository in the folder. */
export async function makeRepository({ gitdir, url }: Pick<Remote, 'gitdir' | 'url'>): Promise<void> {
  const git = await library()
  await git.init({ fs, gitdir, bare: true })
  await git.addRemote({ fs, gitdir, remote: 'origin', url })
}

/** Returns the id of the commit, or null if there is none. */
export async function fetchNewest({ http, gitdir, url, headers = {}, ref }: Remote): Promise<string | null> {
  const git = await library()
  const { fetchHead } = await git.fetch({
    fs,
    http: capturePacks(ref === undefined ? http : withHead(http, ref), join(gitdir, PACK_FILE)),
    gitdir,
    url,
    headers,
    ...(ref !== undefined && { ref, remoteRef: ref }),
    singleBranch: true,
    depth: 1,
    tags: false,
  })
  if (fetchHead) await reader.run('admitPack', gitdir)
  return fetchHead
}
