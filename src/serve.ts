// Runs the server until it is told to stop: database → first start → app → listen → graceful stop.
import { type Logger, pino } from 'pino'
import { type App, createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { createFetcher } from './fetch/fetcher.ts'
import { openFiles } from './files/files.ts'
import { clearOldScratch } from './lib/scratch.ts'
import { keepTicksQuick } from './lib/ticks.ts'
import { openPdfs } from './pdf/pdfs.ts'
import { prepareStart } from './setup/first-start.ts'

const SWEEP_EVERY = 50

export interface Running {
  app: App
  database: Database
  url: string
  /** The token to show once, on the first start. */
  token: string | undefined
  /** Finishes what is in flight, within the deadline; `why` is logged. */
  stop(why?: string): Promise<void>
}

export async function startServer(config: Config): Promise<Running> {
  keepTicksQuick()
  const logger = pino({ level: config.logLevel })
  const database = openDatabase({ url: config.database })
  try {
    await database.migrate()
    const { token } = await prepareStart(database, config.adminToken)
    const tools = {
      files: openFiles(config),
      pdfs: openPdfs(config),
      fetcher: createFetcher({ allowed: config.fetchAllow }),
    }
    const app = await createApp({ ...config, ...tools, database, logger })
    const address = await listen(app, config)
    void clearOldScratch()
    const stop = (why = 'asked to') => stopWithin(config.stopWithin, { app, database, logger, why })
    return { app, database, url: config.port === 0 ? address : config.url, token, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(app: App, { port, host }: Config): Promise<string> {
  try {
    return await app.http.listen({ port, host })
  } catch (error) {
    await app.stop()
    throw error
  }
}

interface Stopping {
  app: App
  database: Database
  logger: Logger
  why: string
}

// What outlasts the deadline is cut off: its transaction is rolled back, and a job comes back when its lease runs out.
async function stopWithin(milliseconds: number, { app, database, logger, why }: Stopping): Promise<void> {
  logger.info({ why }, 'stopping')
  // A connection that has had its answer is kept alive by its client, and would be waited for.
  const sweep = setInterval(() => app.http.server.closeIdleConnections(), SWEEP_EVERY)
  const finished = app.stop().then(() => database.close())
  const inTime = await Promise.race([finished.then(() => true), deadline(milliseconds)])
  clearInterval(sweep)
  if (inTime) return logger.info('stopped')
  app.http.server.closeAllConnections()
  logger.warn('stopped at the deadline, before everything was finished')
}

const deadline = (milliseconds: number): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref())
