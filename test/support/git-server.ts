// An HTTP Git server with one repository, for the part of the protocol that our client uses. It only needs Node.
import fs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { listFiles, type NewCommit, readBlob, writeCommit } from '../../src/git/objects.ts'

export const MAIN = 'refs/heads/main'

export interface GitServer {
  /** With the required credentials. */
  url: string
  /** Without credentials. */
  address: string
  folder: string
  /** Every request, as `GET /info/refs`. */
  requests: string[]
  /** Commits files to the main branch: texts by path, null removes. */
  commit(files: Record<string, string | null>, message?: string): Promise<string>
  /** Commits files on top of the main branch, and sets only this ref to the commit. */
  propose(ref: string, files: Record<string, string | null>): Promise<string>
  head(): Promise<string | undefined>
  files(): Promise<Record<string, string>>
  log(): Promise<{ message: string; changed: string[]; author: string }[]>
  stop(): Promise<void>
}

const TOKEN = 'git-token-of-a-test'

export async function startGitServer(): Promise<GitServer> {
  const gitdir = await mkdtemp(join(tmpdir(), 'lectern-git-server-'))
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
  const requests: string[] = []
  const http = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    void answer(gitdir, request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const head = () => headOf(gitdir)
  return {
    url: `http://robot:${TOKEN}@127.0.0.1:${port}/team/handbook.git`,
    address: `http://127.0.0.1:${port}/team/handbook.git`,
    folder: gitdir,
    requests,
    head,
    commit: (files, message = 'An edit') => commitTo(gitdir, MAIN, files, message),
    propose: (ref, files) => commitTo(gitdir, ref, files, 'A proposal'),
    files: async () => textsOf(gitdir, await head()),
    async log() {
      const commits = await git.log({ fs, gitdir, ref: MAIN })
      return Promise.all(
        commits.map(async ({ oid, commit }) => {
          const [now, before] = [await namesOf(gitdir, oid), await namesOf(gitdir, commit.parent[0])]
          const paths = [...new Set([...now.keys(), ...before.keys()])].sort()
          const changed = paths.filter((path) => now.get(path) !== before.get(path))
          return { message: commit.message, changed, author: commit.author.email }
        }),
      )
    },
    async stop() {
      await new Promise((resolve) => http.close(resolve))
      await rm(gitdir, { recursive: true, force: true })
    },
  }
}

async function commitTo(gitdir: string, ref: string, files: Record<string, string | null>, message: string) {
  const changes: NewCommit['changes'] = new Map(
    Object.entries(files).map(([path, text]) => [path, text === null ? null : async () => Buffer.from(text)]),
  )
  const author = { name: 'Author', email: 'author@example.com' }
  const parent = await headOf(gitdir)
  const { oid } = await writeCommit({ gitdir, cache: {} }, { parent, changes, message, author })
  // A committer other than that of exports.
  const { commit } = await git.readCommit({ fs, gitdir, oid })
  const own = await git.writeCommit({ fs, gitdir, commit: { ...commit, committer: commit.author } })
  await git.writeRef({ fs, gitdir, ref, value: own, force: true })
  return own
}

/** Refs besides the main branch, each with its commit. */
async function proposalsIn(gitdir: string): Promise<string[]> {
  const names = await Promise.all(
    ['refs/pull', 'refs/merge-requests'].map(async (filepath) =>
      (await git.listRefs({ fs, gitdir, filepath })).map((name) => `${filepath}/${name}`),
    ),
  )
  return Promise.all(names.flat().map(async (ref) => `${await git.resolveRef({ fs, gitdir, ref })} ${ref}`))
}

const headOf = (gitdir: string) => git.resolveRef({ fs, gitdir, ref: MAIN }).catch(() => undefined)

const namesOf = async (gitdir: string, commit: string | undefined): Promise<Map<string, string>> =>
  commit === undefined ? new Map() : listFiles({ gitdir, cache: {} }, commit)

async function textsOf(gitdir: string, commit: string | undefined): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [path, oid] of await namesOf(gitdir, commit))
    texts[path] = Buffer.from(await readBlob({ gitdir, cache: {} }, oid)).toString()
  return texts
}

async function answer(gitdir: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const given = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  const body = Buffer.concat(await request.toArray())
  if (given !== `robot:${TOKEN}`) response.writeHead(401).end()
  else if (pathname.endsWith('/info/refs')) response.end(await advertise(gitdir, searchParams.get('service')!))
  else if (pathname.endsWith('/git-upload-pack')) response.end(await upload(gitdir, body))
  else if (pathname.endsWith('/git-receive-pack')) response.end(await receive(gitdir, body))
  else response.writeHead(404).end()
}

const FLUSH = '0000'
const line = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

const CAPABILITIES = 'side-band-64k shallow report-status delete-refs ofs-delta agent=test'

async function advertise(gitdir: string, service: string): Promise<Buffer> {
  const head = await headOf(gitdir)
  const refs = head
    ? [`${head} HEAD`, `${head} ${MAIN}`, ...(await proposalsIn(gitdir))]
    : [`${'0'.repeat(40)} capabilities^{}`]
  const lines = refs.map((ref, index) => line(index === 0 ? `${ref}\0${CAPABILITIES}\n` : `${ref}\n`))
  return Buffer.concat([line(`# service=${service}\n`), Buffer.from(FLUSH), ...lines, Buffer.from(FLUSH)])
}

const CHUNK = 60_000

function banded(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += CHUNK)
    parts.push(line(Buffer.concat([Buffer.from([1]), bytes.subarray(at, at + CHUNK)])))
  return [...parts, Buffer.from(FLUSH)]
}

async function upload(gitdir: string, body: Buffer): Promise<Buffer> {
  const wanted = /want ([0-9a-f]{40})/.exec(body.toString('latin1'))![1]!
  const oids = await reachable(gitdir, wanted)
  const { packfile } = await git.packObjects({ fs, gitdir, oids })
  const shallow = [line(`shallow ${wanted}`), Buffer.from(FLUSH)]
  return Buffer.concat([...shallow, line('NAK\n'), ...banded(Buffer.from(packfile!))])
}

async function reachable(gitdir: string, commit: string): Promise<string[]> {
  const oids = [commit]
  const walk = async (oid: string) => {
    oids.push(oid)
    const { tree } = await git.readTree({ fs, gitdir, oid })
    for (const entry of tree) {
      if (entry.type === 'tree') await walk(entry.oid)
      else oids.push(entry.oid)
    }
  }
  await walk((await git.readCommit({ fs, gitdir, oid: commit })).commit.tree)
  return oids
}

async function receive(gitdir: string, body: Buffer): Promise<Buffer> {
  const length = Number.parseInt(body.subarray(0, 4).toString(), 16)
  const [before, after, ref] = body.subarray(4, length).toString().split('\0')[0]!.trim().split(' ') as [
    string,
    string,
    string,
  ]
  const isCurrent = before === ((await headOf(gitdir)) ?? '0'.repeat(40))
  if (isCurrent) await takePack(gitdir, body.subarray(length + FLUSH.length), ref, after)
  const isBanded = body.subarray(0, length).includes('side-band-64k')
  const report = [line('unpack ok\n'), line(isCurrent ? `ok ${ref}\n` : `ng ${ref} fetch first\n`), Buffer.from(FLUSH)]
  return Buffer.concat(isBanded ? banded(Buffer.concat(report)) : report)
}

async function takePack(gitdir: string, pack: Buffer, ref: string, value: string): Promise<void> {
  const filepath = `objects/pack/pack-${value}.pack`
  await fs.promises.mkdir(join(gitdir, 'objects/pack'), { recursive: true })
  await writeFile(join(gitdir, filepath), pack)
  await git.indexPack({ fs, dir: gitdir, gitdir, filepath })
  await git.writeRef({ fs, gitdir, ref, value, force: true })
}
