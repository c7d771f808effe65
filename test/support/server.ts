// A complete server on a new database for one test file: real HTTP, an admin with a token, and helpers to add people.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitBookAPI } from '@gitbook/api'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createIntegrationTokens, type IntegrationTokens } from '../../src/access/integration-tokens.ts'
import { type App, createApp } from '../../src/app.ts'
import { listRowFaults } from '../../src/backup/integrity.ts'
import { type BackupOptions, openBackups } from '../../src/backup/scheduled/index.ts'
import { settingsInForce } from '../../src/config/in-force.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { Role } from '../../src/db/tables.ts'
import { insertMember } from '../../src/domain/people/organizations.ts'
import { insertToken, insertUser } from '../../src/domain/people/users.ts'
import { fileMarks } from '../../src/domain/unused/index.ts'
import { EMPTY_ALLOW_LIST, parseAllowList } from '../../src/fetch/addresses.ts'
import { createDns, type Dns } from '../../src/fetch/dns.ts'
import { createFetcher, type Fetcher } from '../../src/fetch/fetcher.ts'
import { type Files, openFiles } from '../../src/files/files.ts'
import { createSigner, type Signer } from '../../src/files/signing.ts'
import { createGit, type Git } from '../../src/git/git.ts'
import { createVault, type Vault } from '../../src/lib/sealing.ts'
import type { MailOptions } from '../../src/mail/index.ts'
import { openPdfs, type Pdfs } from '../../src/pdf/pdfs.ts'
import { openPictures, type Pictures } from '../../src/pictures/pictures.ts'
import type { ServerOidc } from '../../src/resources/oidc/index.ts'
import { LIMITS, type Runtime, type RuntimeLimits } from '../../src/runtime/runtime.ts'
import { createLogRing } from '../../src/server/log-ring.ts'
import { createUrls, type Urls } from '../../src/server/urls.ts'
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
  dns: Dns
  git: Git
  vault: Vault
  pdfs: Pdfs
  pictures: Pictures
  urls: Urls
  signer: Signer
  integrationTokens: IntegrationTokens
  runtime: Runtime
  /** The admin of the first organization. */
  admin: Person
  organization: string
  /**
   * Creates a user with a token: a member of the first organization, a guest if `role` is null, or in none if it is
   * absent.
   */
  join(role?: Role | null): Promise<Person>
  /** Creates another organization with an admin. */
  found(): Promise<{ organization: string; admin: Person }>
  /** An integration, or one of its installations. */
  integration(name: string, installationId?: string): Promise<Person>
  /** Starts another server on the same database and files, and returns the admin there; it stops with the first. */
  node(): Promise<Person>
}

/** The secret of every test server. */
export const SECRET = 'a-secret-of-a-server-that-is-only-tested'

/** An address where no DNS server listens. */
const NO_DNS = { servers: ['127.0.0.1:9'] }

export interface ServerOptions {
  rateLimit?: number
  /** LECTERN_FETCH_ALLOW; without it, test servers cannot be fetched. */
  fetchAllow?: string
  /** LECTERN_TRY_IT_ALLOW. */
  tryItAllow?: string
  /** LECTERN_DNS; without it, no DNS is available. */
  dns?: { servers: readonly string[] }
  /** LECTERN_SITES_HOST. */
  sitesHost?: string
  /** LECTERN_INTEGRATIONS_HOST. */
  integrationsHost?: string
  /** LECTERN_ORGANIZATIONS; `anybody` by default, because tests need many. */
  organizations?: 'admins' | 'anybody'
  /** LECTERN_TRUSTED_PROXIES, as a list. */
  trustedProxies?: string[]
  /** LECTERN_GIT_FOLDER. */
  gitFolder?: string
  /** LECTERN_OIDC_ISSUER and the others. */
  oidc?: ServerOidc
  /** LECTERN_SIGN_UP. */
  signUp?: 'closed' | 'open'
  runtimeLimits?: Partial<RuntimeLimits>
  /** The SMTP server; without it, no mail is sent. Read when the server starts. */
  mailbox?: { url: string }
  /** The name of the server; `127.0.0.1` by default. Passkeys need `localhost`. */
  hostname?: string
  /** Makes backups on schedule, in a folder of its own. */
  backups?: boolean
}

/** Starts a server before the tests of this file and stops it after them. */
export function startedServer(options: ServerOptions = {}): TestServer {
  const server = {} as TestServer
  let stop = async () => {}
  beforeAll(async () => {
    const started = await start(options)
    Object.assign(server, started.server)
    stop = started.stop
  }, 180_000)
  afterAll(() => stop(), 180_000)
  return server
}

async function start({
  rateLimit = 0,
  fetchAllow,
  tryItAllow,
  dns: { servers } = NO_DNS,
  sitesHost,
  integrationsHost,
  organizations = 'anybody',
  trustedProxies,
  gitFolder,
  oidc,
  signUp,
  runtimeLimits,
  mailbox,
  hostname = '127.0.0.1',
  backups = false,
}: ServerOptions): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const fresh = await migratedDatabase()
  const data = mkdtempSync(join(tmpdir(), 'lectern-files-'))
  const fetcher = fetcherFor(fetchAllow)
  const dns = createDns(servers)
  const nodes: Node[] = []
  const startNode = async () => {
    nodes.push(
      await listen({
        databaseUrl: fresh.url,
        data,
        rateLimit,
        fetcher,
        tryItFetcher: fetcherFor(tryItAllow),
        dns,
        sitesHost,
        integrationsHost,
        organizations,
        trustedProxies,
        gitFolder,
        oidc,
        signUp,
        runtimeLimits: { ...LIMITS, ...runtimeLimits },
        mail: mailbox && { url: mailbox.url, from: 'Lectern <lectern@docs.example.com>' },
        hostname,
        backups,
      }),
    )
    return nodes.at(-1)!
  }
  const { url, app, database, files, pdfs, pictures, token } = await startNode()
  const described = await describe(url, app, database, token!)
  const node = async () => personOf((await startNode()).url, described.admin, token!)
  return {
    server: {
      ...described,
      files,
      fetcher,
      dns,
      git: createGit({ fetcher, folder: gitFolder }),
      vault: createVault(SECRET),
      pdfs,
      pictures,
      urls: createUrls(url, { sitesHost, integrationsHost }),
      signer: createSigner(SECRET),
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

/** Checks the integrity of the store after the tests. */
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
  tryItFetcher: Fetcher
  dns: Dns
  sitesHost: string | undefined
  integrationsHost: string | undefined
  organizations: 'admins' | 'anybody'
  trustedProxies: string[] | undefined
  gitFolder: string | undefined
  oidc: ServerOidc | undefined
  signUp: 'closed' | 'open' | undefined
  runtimeLimits: RuntimeLimits
  mail: MailOptions | undefined
  hostname: string
  backups: boolean
}

const backupsIn = (data: string): BackupOptions => ({
  to: { folder: join(data, 'backups') },
  times: [{ day: undefined, hour: 2, minute: 30 }],
  keep: 2,
})

async function listen({ databaseUrl, data, hostname, backups, ...options }: NodeOptions) {
  const database = await openDatabase({ url: databaseUrl })
  await database.migrate()
  const { token } = await prepareStart(database, undefined)
  const port = await freePort()
  const url = `http://${hostname}:${port}`
  const files = openFiles({ data, secret: SECRET }, fileMarks(database))
  const pdfs = openPdfs({ data, pdfSeconds: 300 })
  const stored = { database, backend: files.store.backend, data, secret: SECRET }
  const shown = process.env.LOG_LEVEL
  const logs = createLogRing([SECRET], shown ? pino.destination(1) : undefined)
  const logger = pino({ level: shown ?? 'info' }, logs)
  const pictures = openPictures(files.store, data)
  const app = await createApp({
    ...{ database, files, pdfs, pictures, logger, logs, url, data, secret: SECRET },
    settingsInForce: settingsInForce({ LECTERN_DATA: data, LECTERN_URL: url, LECTERN_SECRET: SECRET }),
    ...(backups && { backups: openBackups(backupsIn(data), stored) }),
    ...options,
  })
  await app.http.listen({ port, host: '127.0.0.1' })
  return { url, app, database, files, pdfs, pictures, token }
}

function fetcherFor(allow: string | undefined) {
  const parsed = allow === undefined ? { allowed: EMPTY_ALLOW_LIST } : parseAllowList(allow)
  if ('wrong' in parsed) throw new Error(`Cannot allow ${parsed.wrong}`)
  return createFetcher(parsed)
}

async function describe(
  url: string,
  app: App,
  database: Database,
  token: string,
): Promise<
  Omit<
    TestServer,
    | 'files'
    | 'fetcher'
    | 'dns'
    | 'git'
    | 'vault'
    | 'pdfs'
    | 'pictures'
    | 'urls'
    | 'signer'
    | 'integrationTokens'
    | 'runtime'
    | 'node'
  >
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
