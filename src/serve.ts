// Starts the server and stops it gracefully: database, first start, app, listen, stop.
import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { type App, createApp } from './app.ts'
import { secretsIn, settingsInForce } from './config/in-force.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { warnAboutMissingHost } from './domain/dispatch/index.ts'
import { signInLinkUrl } from './domain/sessions/index.ts'
import { siteUrl } from './domain/site-addresses/index.ts'
import { isSealingQueued, sealStoredUrls } from './domain/stored-urls/index.ts'
import { fileMarks } from './domain/unused/index.ts'
import { createDns } from './fetch/dns.ts'
import { createFetcher } from './fetch/fetcher.ts'
import { openFiles } from './files/files.ts'
import { removeOldScratchFolders } from './lib/scratch.ts'
import { createVault } from './lib/sealing.ts'
import { MINUTE } from './lib/time.ts'
import { openPdfs } from './pdf/pdfs.ts'
import { openPictures } from './pictures/pictures.ts'
import { createLogRing } from './server/log-ring.ts'
import type { Tracing } from './server/tracing.ts'
import { createUrls } from './server/urls.ts'
import { findFirstSite } from './setup/first-site.ts'
import { prepareStart } from './setup/first-start.ts'

const SWEEP_INTERVAL = 50
/** A statement that takes longer gets no answer any more: its connection is given up. */
const QUERY_TIMEOUT = MINUTE

export interface RunningServer {
  app: App
  database: Database
  url: string
  /** What this start prints: token and link only once. */
  greeting: { token?: string; link?: string; site?: string }
  /** Finishes requests in flight within the deadline; `why` is logged. */
  stop(why?: string): Promise<void>
}

export async function startServer(config: Config): Promise<RunningServer> {
  const logs = createLogRing(secretsIn(config), await outputOf(config))
  const logger = pino({ level: config.logLevel }, logs)
  const tracing = config.tracing && (await import('./server/tracing.ts')).createTracing(config.tracing, logger)
  const { connections, statementNames } = config
  const database = await openDatabase({
    url: config.database,
    directUrl: config.databaseDirect,
    replicaUrl: config.databaseReplica,
    connections,
    statementNames,
    queryTimeout: QUERY_TIMEOUT,
  })
  try {
    await database.migrate()
    const vault = createVault(config.secret)
    const { token, link, space } = await prepareStart(database, config.adminToken, async (db, space, adminId) => {
      const { publishWelcomeSpace } = await import('./setup/welcome-site.ts')
      await publishWelcomeSpace(db, vault, space, adminId)
    })
    // Nobody is answered before.
    if (await isSealingQueued(database.read)) await sealStoredUrls(database, vault)
    const files = openFiles(config, fileMarks(database))
    if (space) await (await import('./jobs/fill-welcome-space.ts')).fillWelcomeSpace({ database, files }, space)
    await warnAboutMissingHost(database, config.integrationsHost, logger)
    const tools = {
      files,
      pictures: openPictures(files.store, config.data),
      pdfs: openPdfs(config),
      fetcher: createFetcher({ allowed: config.fetchAllow }),
      tryItFetcher: createFetcher({ allowed: config.tryItAllow }),
      dns: createDns(config.dns),
    }
    const stored = { database, backend: files.store.backend, data: config.data, secret: config.secret }
    const backups = config.backup && (await import('./backup/scheduled/index.ts')).openBackups(config.backup, stored)
    const app = await createApp({
      ...config,
      ...tools,
      backups,
      database,
      logger,
      logs,
      tracing,
      settingsInForce: settingsInForce(),
    })
    const firstSite = await findFirstSite(database.read)
    // From here on, a database that goes away does not end the process.
    const address = await listen(app, config)
    void removeOldScratchFolders()
    const stop = (why = 'requested') => stopWithin(config, { app, database, logger, tracing, why })
    const url = config.port === 0 ? address : config.url
    const urls = createUrls(url, config)
    const greeting = {
      ...(token && { token }),
      ...(link && { link: signInLinkUrl({ base: url }, link) }),
      ...(firstSite && { site: siteUrl(urls, firstSite.organization, firstSite.site) }),
    }
    return { app, database, url, greeting, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function outputOf({ logFormat }: Config): Promise<{ write(line: string): void }> {
  if (logFormat === 'json') return pino.destination(1)
  const { linesTo } = await import('./server/log-lines.ts')
  return linesTo(process.stdout)
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
  tracing: Tracing | undefined
  app: App
  database: Database
  logger: Logger
  why: string
}

// Cuts off work that outlasts the deadline: its transactions are rolled back, and its jobs run again when their leases
// expire.
async function stopWithin(
  { drainTime, stopTimeout }: Config,
  { app, database, logger, tracing, why }: Stopping,
): Promise<void> {
  logger.info({ why }, 'stopping')
  if (drainTime > 0) {
    app.drain()
    await pause(drainTime)
  }
  // Clients keep idle connections alive, which would delay the stop.
  const sweep = setInterval(() => app.http.server.closeIdleConnections(), SWEEP_INTERVAL)
  const finished = app.stop().then(() => database.close())
  const inTime = await Promise.race([finished.then(() => true), deadline(stopTimeout)])
  clearInterval(sweep)
  await tracing?.stop()
  if (inTime) return logger.info('stopped')
  app.http.server.closeAllConnections()
  logger.warn('stopped at the deadline with work unfinished')
}

const deadline = (milliseconds: number): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref())
