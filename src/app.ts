// The composition root: database, HTTP server, resources, pages for people, background work.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createIntegrationTokens } from './access/integration-tokens.ts'
import { createSiteTokens } from './access/site-tokens.ts'
import type { Database } from './db/database.ts'
import { countJobs } from './db/jobs.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import type { Files } from './files/files.ts'
import { serveFront } from './front/index.ts'
import { serveSignIn } from './front/sign-in/index.ts'
import { createGit } from './git/git.ts'
import { watchEvents } from './jobs/event-watch.ts'
import { jobs } from './jobs/index.ts'
import { runJobs } from './jobs/runner.ts'
import { createVault } from './lib/sealing.ts'
import { VERSION } from './lib/version.ts'
import type { Pdfs } from './pdf/pdfs.ts'
import { serveDownloads } from './resources/files/download.ts'
import { serveUploads } from './resources/files/upload.ts'
import { resources } from './resources/index.ts'
import { serveIntegrationAssets } from './resources/integrations/assets.ts'
import { servePublicSpecs } from './resources/openapi-specs/public.ts'
import { servePdfs } from './resources/pdf/download.ts'
import { serveIntegrations } from './resources/running/endpoint.ts'
import { describeMessages } from './resources/webhooks/messages.ts'
import { openRuntime, type Runtime, type RuntimeLimits } from './runtime/runtime.ts'
import { createAfterwards } from './server/afterwards.ts'
import { serveHealth } from './server/health.ts'
import { createHttp } from './server/http.ts'
import { createKeptAnswers } from './server/kept-answers.ts'
import { createMetrics } from './server/metrics.ts'
import { describeApi } from './server/openapi.ts'
import { type Presence, trackPresence } from './server/presence.ts'
import { register } from './server/register.ts'
import { askingSelf } from './server/self.ts'
import { urlsUnder } from './server/urls.ts'

export interface AppOptions {
  database: Database
  files: Files
  fetcher: Fetcher
  pdfs: Pdfs
  logger: Logger
  url: string
  /** The host whose subdomains show the sites of organizations. */
  sitesHost?: string | undefined
  secret: string
  /** The folder below which Git repositories of this machine may be used. */
  gitFolder?: string | undefined
  rateLimit: number
  runtimeLimits?: RuntimeLimits | undefined
}

export interface App {
  http: FastifyInstance
  presence: Presence
  runtime: Runtime
  /** Refuses new requests, finishes those in flight and the jobs at hand. */
  stop(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { database, files, fetcher, pdfs, logger, url, sitesHost, secret, gitFolder, rateLimit } = options
  const vault = createVault(secret)
  const integrationTokens = createIntegrationTokens(secret)
  const git = createGit({ fetcher, folder: gitFolder })
  const urls = urlsUnder(url, sitesHost)
  const metrics = createMetrics()
  metrics.gauge('lectern_jobs', 'Background jobs by state', ['state'], async (gauge) => {
    for (const [state, count] of Object.entries(await countJobs(database.read))) gauge.set({ state }, count)
  })
  const siteTokens = createSiteTokens(secret)
  const http = await createHttp({ logger, metrics, rateLimit })
  const presence = trackPresence(database)
  const runtime = openRuntime({ fetcher, askSelf: askingSelf(http, url) }, options.runtimeLimits)
  const afterwards = createAfterwards(database, logger)
  const kept = createKeptAnswers()
  const tools = { urls, files, fetcher, vault, git, siteTokens, integrationTokens, runtime, afterwards }
  register(http, { database, tools, presence, kept }, resources)
  serveDownloads(http, files)
  serveUploads(http, files)
  servePdfs(http, { database, files, pdfs, urls })
  servePublicSpecs(http, database, files)
  serveIntegrationAssets(http, database, files)
  serveIntegrations(http, { database, ...tools })
  serveHealth(http, database, metrics, logger)
  serveFront(http, urls, () => describeApi(resources, { base: url, version: VERSION, messages: describeMessages() }))
  serveSignIn(http, { database, urls, logger })
  const worker = runJobs({ database, files, fetcher, git, vault, urls, integrationTokens, runtime }, jobs, logger)
  const watch = watchEvents(database, vault, logger)
  return {
    http,
    presence,
    runtime,
    async stop() {
      await Promise.all([http.close(), watch.stop(), worker.stop()])
      await Promise.all([pdfs.stop(), runtime.stop()])
      await afterwards.stop()
      await presence.stop()
    },
  }
}
