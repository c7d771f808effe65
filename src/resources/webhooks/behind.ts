import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'

/** Active webhooks whose cursor is behind the log and that have no queued job. */
export const findWebhooksBehind = (db: Db): Promise<Row<'webhooks'>[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('active', '=', 1)
    .where((webhook) =>
      webhook.exists(
        webhook
          .selectFrom('events')
          .select('events.id')
          .whereRef('events.organization_id', '=', 'webhooks.organization_id')
          .whereRef('events.sequence', '>', 'webhooks.cursor'),
      ),
    )
    .where((webhook) =>
      webhook.not(
        webhook.exists(
          webhook
            .selectFrom('jobs')
            .select('jobs.id')
            .where('state', '=', 'queued')
            .where('unique_key', '=', sql<string>`'deliver-webhook ' || webhooks.id`),
        ),
      ),
    )
    .execute()
