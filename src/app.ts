// The composition root: connects database, HTTP server, resources, web pages and background jobs.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createIntegrationTokens } from './access/integration-tokens.ts'
import { createSiteTokens } from './access/site-tokens.ts'
import type { Backups } from './backup/scheduled/index.ts'
import type { Database } from './db/database.ts'
import { countJobs } from './db/jobs.ts'
import { reserveIntegrationsHost, serveIntegrationEndpoints } from './domain/dispatch/index.ts'
import { serveIntegrationAssets } from './domain/integrations/index.ts'
import { servePublicSpecs } from './domain/openapi-specs/index.ts'
import { nameOrganizations, type Presence, trackPresence } from './domain/people/index.ts'
import { EMPTY_ALLOW_LIST } from './fetch/addresses.ts'
import type { Dns } from './fetch/dns.ts'
import { createFetcher, type Fetcher } from './fetch/fetcher.ts'
import type { Files } from './files/files.ts'
import { createSigner } from './files/signing.ts'
import { serveFront } from './front/index.ts'
import { serveSignIn } from './front/sign-in/index.ts'
import { serveUnsubscribing } from './front/unsubscribe.ts'
import { createGit } from './git/git.ts'
import { serveHelp } from './help/index.ts'
import { watchEvents } from './jobs/event-watch.ts'
import { jobs } from './jobs/index.ts'
import { runJobs } from './jobs/runner.ts'
import { later } from './lib/later.ts'
import { createVault } from './lib/sealing.ts'
import { VERSION } from './lib/version.ts'
import { createMailer, type MailOptions } from './mail/index.ts'
import type { Pdfs } from './pdf/pdfs.ts'
import type { Pictures } from './pictures/pictures.ts'
import { servePictures } from './resources/account/index.ts'
import { serveDownloads, serveUploads } from './resources/files/index.ts'
import { resources } from './resources/index.ts'
import type { ServerOidc } from './resources/oidc/index.ts'
import { servePdfs } from './resources/pdf/index.ts'
import { openRuntime, type Runtime, type RuntimeLimits } from './runtime/runtime.ts'
import { serveScim } from './scim/index.ts'
import { serveHealth } from './server/health.ts'
import { createHttp } from './server/http.ts'
import { createKeptReplies } from './server/kept-replies.ts'
import { createLocalApi } from './server/local-api.ts'
import { createLogRing, type LogRing } from './server/log-ring.ts'
import { createMetrics, type Metrics } from './server/metrics.ts'
import type { SettingInForce } from './server/operator.ts'
import { createPostResponseWork } from './server/post-response.ts'
import { register } from './server/registration.ts'
import type { Settings } from './server/settings.ts'
import { createStreams } from './server/streams.ts'
import type { Tracing } from './server/tracing.ts'
import { createUrls } from './server/urls.ts'
import { createOperator } from './setup/operator.ts'
import { serveExports } from './sites/export/index.ts'
import { serveSites } from './sites/index.ts'
import { createRenderedPages } from './sites/rendered-pages.ts'

export interface AppOptions {
  database: Database
  files: Files
  fetcher: Fetcher
  /** Sends what readers of sites ask of APIs; only to public addresses by default. */
  tryItFetcher?: Fetcher | undefined
  dns: Dns
  pdfs: Pdfs
  pictures: Pictures
  logger: Logger
  url: string
  /** The host whose subdomains serve published sites. */
  sitesHost?: string | undefined
  /** The host whose subdomains serve integrations. */
  integrationsHost?: string | undefined
  secret: string
  /** The folder that contains the local Git repositories that may be used. */
  gitFolder?: string | undefined
  rateLimit: number
  /** Proxies trusted to state client addresses; none by default. */
  trustedProxies?: readonly string[] | undefined
  /** What `/metrics` asks for; nothing by default. */
  metricsToken?: string | undefined
  tracing?: Tracing | undefined
  /** Retention of site insights, in days. */
  insightsDays?: number | undefined
  /** Who may create organizations; server admins by default. */
  organizations?: Settings['organizations'] | undefined
  runtimeLimits?: RuntimeLimits | undefined
  /** The SMTP server; without it, no mail is sent. */
  mail?: MailOptions | undefined
  /** The data folder, whose disk is checked. */
  data?: string | undefined
  /** The settings in force and the log, for server admins. */
  settingsInForce?: SettingInForce[] | undefined
  logs?: LogRing | undefined
  /** Backups on schedule. */
  backups?: Backups | undefined
  /** The OpenID Connect provider of the whole server. */
  oidc?: ServerOidc | undefined
  /** Who may create an account without an invitation; nobody by default. */
  signUp?: Settings['signUp'] | undefined
}

export interface App {
  http: FastifyInstance
  presence: Presence
  runtime: Runtime
  /** Tells proxies to ask others; requests are still answered. */
  drain(): void
  /** Refuses new connections, then finishes requests in flight and running jobs. */
  stop(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { database, files, fetcher, dns, pdfs, pictures, logger, url, secret, gitFolder, rateLimit } = options
  const vault = createVault(secret)
  const integrationTokens = createIntegrationTokens(secret)
  const git = createGit({ fetcher, folder: gitFolder })
  const urls = createUrls(url, options)
  const metrics = createMetrics()
  metrics.gauge('lectern_jobs', 'Background jobs by state', ['state'], async (gauge) => {
    for (const [state, count] of Object.entries(await countJobs(database.read))) gauge.set({ state }, count)
  })
  if (database.siteQueries()) measureReplica(metrics, database)
  if (options.backups) measureBackups(metrics, database, options.backups)
  const siteTokens = createSiteTokens(secret)
  const presence = trackPresence(database)
  const http = createHttp({
    logger,
    metrics,
    rateLimit,
    trustedProxies: options.trustedProxies,
    https: url.startsWith('https:'),
    tracing: options.tracing,
  })
  http.addHook('onRoute', ({ url }) => void urls.ownSegments.add(url.split('/')[1]!))
  reserveIntegrationsHost(http, urls)
  const runtime = openRuntime({ fetcher, localApi: createLocalApi(http, urls) }, options.runtimeLimits)
  const settings: Settings = {
    organizations: options.organizations ?? 'admins',
    mail: options.mail !== undefined,
    signUp: options.signUp ?? 'closed',
  }
  const mailer = options.mail && createMailer(options.mail)
  const operator = createOperator({
    database,
    backend: files.store.backend,
    data: options.data,
    url,
    settings: options.settingsInForce ?? [],
    logs: options.logs ?? createLogRing(),
    backups: options.backups,
    mailer,
  })
  const postResponse = createPostResponseWork(database, logger)
  const tools = {
    urls,
    files,
    fetcher,
    vault,
    git,
    gitAddresses: git,
    siteTokens,
    integrationTokens,
    runtime,
    postResponse,
    settings,
    operator,
  }
  const tryItFetcher = options.tryItFetcher ?? createFetcher({ allowed: EMPTY_ALLOW_LIST })
  const pages = createRenderedPages()
  serveSites(http, { rateLimit, database, pdfs, pages, tryItFetcher, ...tools })
  const streams = createStreams(database)
  const keptReplies = createKeptReplies(database)
  register(http, { database, tools, presence, keptReplies, streams }, resources)
  serveDownloads(http, files, pictures)
  servePictures(http, files)
  serveUploads(http, files)
  servePdfs(http, { database, pdfs, ...tools })
  serveExports(http, { database, ...tools })
  servePublicSpecs(http, database, files)
  serveIntegrationAssets(http, database, files)
  serveIntegrationEndpoints(http, { database, ...tools })
  const health = serveHealth(http, { database, metrics, logger, metricsToken: options.metricsToken })
  serveFront(http, urls, () => describe(url))
  serveHelp(http, { urls, files, pages })
  serveScim(http, database, urls)
  serveSignIn(http, { database, files, urls, logger, settings, fetcher, vault, oidc: options.oidc })
  await nameOrganizations(database, urls)
  const jobTools = { database, files, fetcher, dns, git, vault, urls, integrationTokens, runtime }
  const signer = createSigner(secret)
  serveUnsubscribing(http, { database, urls, signer })
  const worker = runJobs(
    { ...jobTools, mailer, signer, insightsDays: options.insightsDays, backups: options.backups },
    jobs,
    logger,
  )
  const watch = watchEvents({ database, vault, settings }, logger)
  return {
    http,
    presence,
    runtime,
    drain: health.drain,
    async stop() {
      streams.stop()
      await Promise.all([http.close(), watch.stop(), worker.stop()])
      await Promise.all([pdfs.stop(), runtime.stop()])
      await postResponse.stop()
      await presence.stop()
    },
  }
}

async function describe(base: string): Promise<Record<string, unknown>> {
  const { describeApi } = await import('./server/openapi.ts')
  const { describeMessages } = await import('./resources/webhooks/messages.ts')
  return describeApi(resources, { base, version: VERSION, messages: describeMessages() })
}

function measureReplica(metrics: Metrics, database: Database): void {
  const help = 'Queries of published sites since the start, by the database server that answered'
  metrics.gauge('lectern_site_queries', help, ['server'], async (gauge) => {
    for (const [server, count] of Object.entries(database.siteQueries() ?? {})) gauge.set({ server }, count)
  })
}

const backupAge = later(async () => (await import('./backup/scheduled/index.ts')).backupAge)

function measureBackups(metrics: Metrics, database: Database, { target }: Backups): void {
  const age = 'Seconds since the last complete backup began'
  metrics.gauge('lectern_backup_age_seconds', age, [], async (gauge) => {
    const last = await backupAge(database, target)
    if (last.age !== undefined) gauge.set(last.age)
  })
  metrics.gauge('lectern_backup_failed', 'Whether the last attempt to make a backup failed', [], async (gauge) => {
    gauge.set((await backupAge(database, target)).failed ? 1 : 0)
  })
}
