// Polls the event log on every node: numbers new events, notifies people, and queues deliveries to webhooks and
// integrations. A poll costs a few small reads per second; it writes, and loads what does so, only if there is work.
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { hasUnnumberedEvents, numberEvents } from '../db/event-feed.ts'
import {
  advanceCursors,
  enqueueDeliveries,
  findInstallationsBehind,
  findUndelivered,
} from '../domain/dispatch/index.ts'
import { findOrganizationsBehind } from '../domain/notifications/index.ts'
import type { Vault } from '../lib/sealing.ts'
import { SECOND } from '../lib/time.ts'
import { findWebhooksBehind } from '../resources/webhooks/index.ts'
import type { Settings } from '../server/settings.ts'

const POLL_INTERVAL = SECOND

export interface Watch {
  stop(): Promise<void>
}

interface WatchTools {
  database: Database
  vault: Vault
  settings: Pick<Settings, 'mail'>
}

export function watchEvents(tools: WatchTools, logger: Logger): Watch {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= updateFeeds(tools)
      .catch((error: unknown) => logger.warn({ err: error }, 'event feed update failed'))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, POLL_INTERVAL).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

async function updateFeeds({ database, vault, settings }: WatchTools): Promise<void> {
  if (await hasUnnumberedEvents(database.read)) while (await database.write(numberEvents));
  if ((await findWebhooksBehind(database.read)).length > 0) {
    const { catchUp } = await import('../resources/webhooks/feed.ts')
    await database.write(async (db) => catchUp(db, await findWebhooksBehind(db)))
  }
  if ((await findInstallationsBehind(database.read)).length > 0)
    await database.write(async (db) => advanceCursors(db, vault, await findInstallationsBehind(db)))
  for (const id of await findOrganizationsBehind(database.read)) {
    const { notify } = await import('../domain/notifications/feed.ts')
    while (await database.write((db) => notify(db, id, settings)));
  }
  const waiting = await findUndelivered(database.read)
  if (waiting.length > 0) await database.write((db) => enqueueDeliveries(db, waiting))
}
