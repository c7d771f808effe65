// The composition root: database, HTTP server, resources, pages for people, background work.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { countJobs } from './db/jobs.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import type { Files } from './files/files.ts'
import { serveFront } from './front/index.ts'
import { watchEvents } from './jobs/event-watch.ts'
import { jobs } from './jobs/index.ts'
import { runJobs } from './jobs/runner.ts'
import { createVault } from './lib/sealing.ts'
import { VERSION } from './lib/version.ts'
import { serveDownloads } from './resources/files/download.ts'
import { serveUploads } from './resources/files/upload.ts'
import { resources } from './resources/index.ts'
import { describeMessages } from './resources/webhooks/messages.ts'
import { serveHealth } from './server/health.ts'
import { createHttp } from './server/http.ts'
import { createKeptAnswers } from './server/kept-answers.ts'
import { createMetrics } from './server/metrics.ts'
import { describeApi } from './server/openapi.ts'
import { type Presence, trackPresence } from './server/presence.ts'
import { register } from './server/register.ts'
import { urlsUnder } from './server/urls.ts'

export interface AppOptions {
  database: Database
  files: Files
  fetcher: Fetcher
  logger: Logger
  url: string
  secret: string
  rateLimit: number
}

export interface App {
  http: FastifyInstance
  presence: Presence
  /** Refuses new requests, finishes those in flight and the jobs at hand. */
  stop(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { database, files, fetcher, logger, url, secret, rateLimit } = options
  const vault = createVault(secret)
  const urls = urlsUnder(url)
  const metrics = createMetrics()
  metrics.gauge('lectern_jobs', 'Background jobs by state', ['state'], async (gauge) => {
    for (const [state, count] of Object.entries(await countJobs(database.read))) gauge.set({ state }, count)
  })
  const http = await createHttp({ database, logger, metrics, rateLimit })
  const presence = trackPresence(database)
  register(http, { database, urls, files, vault, fetcher, presence, kept: createKeptAnswers() }, resources)
  serveDownloads(http, files)
  serveUploads(http, files)
  serveHealth(http, database, metrics, logger)
  serveFront(http, urls, describeApi(resources, { base: url, version: VERSION, messages: describeMessages() }))
  const worker = runJobs({ database, files, vault, fetcher }, jobs, logger)
  const watch = watchEvents(database, logger)
  return {
    http,
    presence,
    async stop() {
      await Promise.all([http.close(), watch.stop(), worker.stop()])
      await presence.stop()
    },
  }
}
