// Watches the log of events on every node: numbers what has none, and sees to it that whoever wants an event hears of it.
// Looking costs two small reads a second; only when there is something to do is anything written.
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { hasUnnumberedEvents, numberEvents } from '../db/event-feed.ts'
import type { Vault } from '../lib/sealing.ts'
import { SECOND } from '../lib/time.ts'
import { bringFollowersUp, findFollowersBehind, findWaiting, queueDeliveries } from '../resources/running/following.ts'
import { bringUp, findBehind } from '../resources/webhooks/following.ts'

const LOOK_EVERY = SECOND

export interface Watch {
  stop(): Promise<void>
}

export function watchEvents(database: Database, vault: Vault, logger: Logger): Watch {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= bringEverybodyUp(database, vault)
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

async function bringEverybodyUp(database: Database, vault: Vault): Promise<void> {
  if (await hasUnnumberedEvents(database.read)) while (await database.write(numberEvents));
  if ((await findBehind(database.read)).length > 0)
    await database.write(async (db) => bringUp(db, await findBehind(db)))
  if ((await findFollowersBehind(database.read)).length > 0)
    await database.write(async (db) => bringFollowersUp(db, vault, await findFollowersBehind(db)))
  const waiting = await findWaiting(database.read)
  if (waiting.length > 0) await database.write((db) => queueDeliveries(db, waiting))
}
