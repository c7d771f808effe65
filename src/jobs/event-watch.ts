// Watches the log of events on every node: numbers what has none, and sees to it that whoever wants an event hears of it.
// Looking costs two small reads a second; only when there is something to do is anything written.
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { hasUnnumberedEvents, numberEvents } from '../db/event-feed.ts'
import { SECOND } from '../lib/time.ts'
import { bringUp, findBehind } from '../resources/webhooks/following.ts'

const LOOK_EVERY = SECOND

export interface Watch {
  stop(): Promise<void>
}

export function watchEvents(database: Database, logger: Logger): Watch {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= bringEverybodyUp(database)
      .catch((error: unknown) => logger.warn({ err: error }, 'events cannot be told'))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, LOOK_EVERY).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

async function bringEverybodyUp(database: Database): Promise<void> {
  if (await hasUnnumberedEvents(database.read)) while (await database.write(numberEvents));
  if ((await findBehind(database.read)).length > 0)
    await database.write(async (db) => bringUp(db, await findBehind(db)))
}
