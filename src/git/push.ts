// Pushes a commit and its new objects to a remote. The pack is streamed from a file, because the library would buffer
// it in memory.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpClient } from 'isomorphic-git'
import type { Fetched, Fetcher } from '../fetch/fetcher.ts'
import { GitFailure } from './failures.ts'
import { GIT_TIMEOUT } from './http.ts'
import { library } from './library.ts'
import { LIMITS } from './limits.ts'
import { packLooseObjects } from './pack-write.ts'
import { FLUSH, packetLine, packetLines } from './packet-lines.ts'

interface Remote {
  fetcher: Fetcher
  http: HttpClient
  gitdir: string
  url: string
  headers: Record<string, string>
}

interface Update {
  ref: string
  /** The commit of the ref when it was read; undefined if it did not exist. */
  before: string | undefined
  commit: string
}

const NOTHING = '0'.repeat(40)

/** Fails if the ref has changed. */
export async function pushCommit(remote: Remote, update: Update): Promise<void> {
  const { gitdir, http, url, headers } = remote
  const git = await library()
  const refs = await git.listServerRefs({ http, url, headers, forPush: true, protocolVersion: 1 })
  if (refs.find(({ ref }) => ref === update.ref)?.oid !== update.before) throw refChanged(url)
  const pack = join(gitdir, 'outgoing.pack')
  await packLooseObjects(gitdir, pack)
  const answer = await send(remote, update, pack)
  if (answer.status !== 200) {
    answer.discard()
    throw new git.Errors.HttpError(answer.status, String(answer.status), '')
  }
  await readReport(answer, update.ref, url)
}

async function send({ fetcher, url, headers }: Remote, update: Update, pack: string): Promise<Fetched> {
  const { ref, before = NOTHING, commit } = update
  const command = Buffer.concat([packetLine(`${before} ${commit} ${ref}\0report-status`), Buffer.from(FLUSH)])
  const { size } = await stat(pack)
  return fetcher(`${url}/git-receive-pack`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/x-git-receive-pack-request',
      accept: 'application/x-git-receive-pack-result',
      'content-length': String(command.length + size),
    },
    body: () => followedBy(command, pack),
    limit: LIMITS.refs,
    timeout: GIT_TIMEOUT,
    anyStatus: true,
  })
}

async function* followedBy(start: Uint8Array, file: string): AsyncGenerator<Uint8Array> {
  yield start
  yield* createReadStream(file)
}

/** Parses `unpack ok` and a line for the ref: `ok …`, or `ng …` with a reason. */
async function readReport({ body }: Fetched, ref: string, url: string): Promise<void> {
  const lines: string[] = []
  for await (const line of packetLines(body)) lines.push(line.toString('utf8', 4).trim())
  if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return
  const reason = lines.find((line) => line.startsWith(`ng ${ref} `))?.slice(`ng ${ref} `.length)
  if (reason === 'fetch first' || reason === 'non-fast-forward' || /lock|stale info/.test(reason ?? ''))
    throw refChanged(url)
  throw new GitFailure(`${url} rejected the commit: check whether ${ref} is protected.`)
}

const refChanged = (url: string) => new GitFailure(`${url} has changed meanwhile: import it first.`)
