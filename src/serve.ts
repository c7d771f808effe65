// Runs the server until it is told to stop: database → first start → app → listen → graceful stop.
import { pino } from 'pino'
import { type App, createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { prepareStart } from './setup/first-start.ts'

export interface Running {
  app: App
  database: Database
  /** The token to show once, on the first start. */
  token: string | undefined
  stop(): Promise<void>
}

export async function startServer(config: Config): Promise<Running> {
  const logger = pino({ level: config.logLevel })
  const database = openDatabase({ url: config.database })
  try {
    await database.migrate()
    const { token } = await prepareStart(database, config.adminToken)
    const app = await createApp({ database, logger, url: config.url, rateLimit: config.rateLimit })
    await app.http.listen({ port: config.port, host: config.host })
    return { app, database, token, stop: () => stopWithin(config.stopWithin, app, database) }
  } catch (error) {
    await database.close()
    throw error
  }
}

// Connections that outlast the deadline are cut; what they were about to write is then rolled back.
async function stopWithin(milliseconds: number, app: App, database: Database): Promise<void> {
  const deadline = setTimeout(() => app.http.server.closeAllConnections(), milliseconds)
  await app.stop()
  clearTimeout(deadline)
  await database.close()
}
