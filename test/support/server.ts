// A whole server on a fresh database, for one test file: real HTTP, an admin with a token, and quick ways to get more
// people in.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitBookAPI } from '@gitbook/api'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createIntegrationTokens, type IntegrationTokens } from '../../src/access/integration-tokens.ts'
import { type App, createApp } from '../../src/app.ts'
import { listRowFaults } from '../../src/backup/soundness.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { Role } from '../../src/db/tables.ts'
import { NOTHING_ALLOWED, parseAllowed } from '../../src/fetch/addresses.ts'
import { createFetcher, type Fetcher } from '../../src/fetch/fetcher.ts'
import { type Files, openFiles } from '../../src/files/files.ts'
import { createGit, type Git } from '../../src/git/git.ts'
import { createVault, type Vault } from '../../src/lib/sealing.ts'
import { openPdfs, type Pdfs } from '../../src/pdf/pdfs.ts'
import { insertMember } from '../../src/resources/organizations/queries.ts'
import { insertToken, insertUser } from '../../src/resources/users/queries.ts'
import { LIMITS, type Runtime, type RuntimeLimits } from '../../src/runtime/runtime.ts'
import { type Urls, urlsUnder } from '../../src/server/urls.ts'
import { prepareStart } from '../../src/setup/first-start.ts'
import { migratedDatabase } from './database.ts'
import { checkEvents } from './events.ts'
import { freePort } from './free-port.ts'
import { checkedFetch, type Http, httpAs } from './http.ts'

export interface Person {
  id: string
  email: string
  token: string
  http: Http
  client: GitBookAPI
}

export interface TestServer {
  url: string
  app: App
  database: Database
  files: Files
  fetcher: Fetcher
  git: Git
  vault: Vault
  pdfs: Pdfs
  urls: Urls
  integrationTokens: IntegrationTokens
  runtime: Runtime
  /** The admin of the first organization. */
  admin: Person
  organization: string
  /** A new user with a token; a member of the first organization unless `role` is left out (null: a guest). */
  join(role?: Role | null): Promise<Person>
  /** Another organization and its admin. */
  found(): Promise<{ organization: string; admin: Person }>
  /** An integration, by itself or as it is installed somewhere. */
  integration(name: string, installationId?: string): Promise<Person>
  /** Another server on the same database and files, and the admin there; it stops with the first. */
  node(): Promise<Person>
}

const SECRET = 'a-secret-of-a-server-that-is-only-tested'

export interface ServerOptions {
  rateLimit?: number
  /** As LECTERN_FETCH_ALLOW: without it, no server of a test can be asked. */
  fetchAllow?: string
  /** As LECTERN_GIT_FOLDER. */
  gitFolder?: string
  runtimeLimits?: Partial<RuntimeLimits>
}

/** Starts a server before the tests of this file and stops it after them. */
export function startedServer(options: ServerOptions = {}): TestServer {
  const server = {} as TestServer
  let stop = async () => {}
  beforeAll(async () => {
    const started = await start(options)
    Object.assign(server, started.server)
    stop = started.stop
  }, 60_000)
  afterAll(() => stop(), 60_000)
  return server
}

async function start({
  rateLimit = 0,
  fetchAllow,
  gitFolder,
  runtimeLimits,
}: ServerOptions): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const fresh = await migratedDatabase()
  const data = mkdtempSync(join(tmpdir(), 'lectern-files-'))
  const fetcher = fetcherFor(fetchAllow)
  const nodes: Node[] = []
  const startNode = async () => {
    nodes.push(
      await listen({
        databaseUrl: fresh.url,
        data,
        rateLimit,
        fetcher,
        gitFolder,
        runtimeLimits: { ...LIMITS, ...runtimeLimits },
      }),
    )
    return nodes.at(-1)!
  }
  const { url, app, database, files, pdfs, token } = await startNode()
  const described = await describe(url, app, database, token!)
  const node = async () => personOf((await startNode()).url, described.admin, token!)
  return {
    server: {
      ...described,
      files,
      fetcher,
      git: createGit({ fetcher, folder: gitFolder }),
      vault: createVault(SECRET),
      pdfs,
      urls: urlsUnder(url),
      integrationTokens: createIntegrationTokens(SECRET),
      runtime: app.runtime,
      node,
    },
    async stop() {
      for (const { app } of nodes) await app.stop()
      const faults = await checkStore(database).then(
        () => undefined,
        (error: unknown) => error,
      )
      for (const { database } of nodes) await database.close()
      await fresh.remove()
      rmSync(data, { recursive: true, force: true })
      if (faults) throw faults
    },
  }
}

/** Whatever tests did, the store is sound. */
async function checkStore(database: Database): Promise<void> {
  await checkEvents(database)
  const faults = await database.snapshot(listRowFaults)
  if (faults.length > 0) throw new Error(`The store is not sound: ${faults.join(' ')}`)
}

type Node = Awaited<ReturnType<typeof listen>>

interface NodeOptions {
  databaseUrl: string
  data: string
  rateLimit: number
  fetcher: Fetcher
  gitFolder: string | undefined
  runtimeLimits: RuntimeLimits
}

async function listen({ databaseUrl, data, ...options }: NodeOptions) {
  const database = openDatabase({ url: databaseUrl })
  await database.migrate()
  const { token } = await prepareStart(database, undefined)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const files = openFiles({ data, secret: SECRET })
  const pdfs = openPdfs({ data, pdfSeconds: 300 })
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const app = await createApp({ database, files, pdfs, logger, url, secret: SECRET, ...options })
  await app.http.listen({ port, host: '127.0.0.1' })
  return { url, app, database, files, pdfs, token }
}

function fetcherFor(allow: string | undefined) {
  const parsed = allow === undefined ? { allowed: NOTHING_ALLOWED } : parseAllowed(allow)
  if ('wrong' in parsed) throw new Error(`Cannot allow ${parsed.wrong}`)
  return createFetcher(parsed)
}

async function describe(
  url: string,
  app: App,
  database: Database,
  token: string,
): Promise<
  Omit<TestServer, 'files' | 'fetcher' | 'git' | 'vault' | 'pdfs' | 'urls' | 'integrationTokens' | 'runtime' | 'node'>
> {
  const { id: organization } = await database.read.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  const user = await database.read.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const join = async (role?: Role | null) => {
    const { user, secret } = await database.write(async (db) => {
      const user = await insertUser(db, { email: `${randomUUID()}@example.com` })
      if (role !== undefined) await insertMember(db, { organization_id: organization, user_id: user.id, role })
      const { secret } = await insertToken(db, user.id, { label: 'test' })
      return { user, secret }
    })
    return personOf(url, user, secret)
  }
  const found = async () => {
    const admin = await join()
    const { id } = (await admin.http.post('/v1/orgs', { title: 'Another organization' })).body as { id: string }
    return { organization: id, admin }
  }
  const integration = async (name: string, installationId?: string) => {
    const { user_id, token_id } = await findActor(database, name, installationId)
    const actor = await database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    return personOf(url, actor, createIntegrationTokens(SECRET).sign(token_id))
  }
  return { url, app, database, admin: personOf(url, user, token), organization, join, found, integration }
}

async function findActor({ read }: Database, name: string, installationId: string | undefined) {
  const integration = await read
    .selectFrom('integrations')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (installationId === undefined) return integration
  const { user_id } = integration
  const installed = read.selectFrom('integration_installations').select('token_id').where('id', '=', installationId)
  return { user_id, ...(await installed.executeTakeFirstOrThrow()) }
}

const personOf = (url: string, { id, email }: { id: string; email: string }, token: string): Person => ({
  id,
  email,
  token,
  http: httpAs(url, token),
  client: new GitBookAPI({ endpoint: url, authToken: token, serviceBinding: { fetch: checkedFetch } }),
})
