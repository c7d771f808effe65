// The composition root: database, HTTP server, resources, pages for people, background work.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { countJobs } from './db/jobs.ts'
import type { Files } from './files/files.ts'
import { serveFront } from './front/index.ts'
import { jobs } from './jobs/index.ts'
import { runJobs } from './jobs/runner.ts'
import { VERSION } from './lib/version.ts'
import type { Pdfs } from './pdf/pdfs.ts'
import { serveDownloads } from './resources/files/download.ts'
import { serveUploads } from './resources/files/upload.ts'
import { resources } from './resources/index.ts'
import { servePdfs } from './resources/pdf/download.ts'
import { serveHealth } from './server/health.ts'
import { createHttp } from './server/http.ts'
import { createMetrics } from './server/metrics.ts'
import { describeApi } from './server/openapi.ts'
import { type Presence, trackPresence } from './server/presence.ts'
import { register } from './server/register.ts'
import { urlsUnder } from './server/urls.ts'

export interface AppOptions {
  database: Database
  files: Files
  pdfs: Pdfs
  logger: Logger
  url: string
  rateLimit: number
}

export interface App {
  http: FastifyInstance
  presence: Presence
  /** Refuses new requests, finishes those in flight and the jobs at hand. */
  stop(): Promise<void>
}

export async function createApp({ database, files, pdfs, logger, url, rateLimit }: AppOptions): Promise<App> {
  const urls = urlsUnder(url)
  const metrics = createMetrics()
  metrics.gauge('lectern_jobs', 'Background jobs by state', ['state'], async (gauge) => {
    for (const [state, count] of Object.entries(await countJobs(database.read))) gauge.set({ state }, count)
  })
  const http = await createHttp({ database, logger, metrics, rateLimit })
  const presence = trackPresence(database)
  register(http, { database, urls, files, presence }, resources)
  serveDownloads(http, files)
  serveUploads(http, files)
  servePdfs(http, { database, files, pdfs, urls })
  serveHealth(http, database, metrics, logger)
  serveFront(http, urls, describeApi(resources, { base: url, version: VERSION }))
  const worker = runJobs(database, jobs, logger)
  return {
    http,
    presence,
    async stop() {
      await Promise.all([http.close(), worker.stop()])
      await pdfs.stop()
      await presence.stop()
    },
  }
}
