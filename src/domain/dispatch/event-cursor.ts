// Reads the event log for installations. Each has a cursor; relevant events go to its outbox in log order.
import { type SqlBool, sql } from 'kysely'
import { OPERATIONS_BY_AUDIENCE, SCOPES, type Scope } from '../../access/scopes.ts'
import { lockRow } from '../../db/dialect.ts'
import { numberAllEvents, readEvents, type SequencedEvent } from '../../db/event-feed.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { EventName } from '../../events/events.ts'
import type { Vault } from '../../lib/sealing.ts'
import { queueEvent } from './outbox.ts'

/** An event for integrations, and the scopes of which one is required to receive it. */
type ScopedEvent = { type: `space_${string}`; scopes: readonly Scope[]; [more: string]: unknown }

const content = ({ revision }: Data): ScopedEvent[] =>
  revision === undefined
    ? []
    : [{ type: 'space_content_updated', scopes: ['space:content:read'], revisionId: revision }]

const synced = (type: `space_${string}`, { revision, commit, state }: Data): ScopedEvent[] =>
  revision === undefined || commit === undefined
    ? []
    : [{ type, scopes: ['space:git:sync'], revisionId: revision, commitId: commit, ...(state && { state }) }]

/** Scopes that allow reading a space also receive its visibility changes. */
const SPACE_READ_SCOPES = SCOPES.filter((scope) => OPERATIONS_BY_AUDIENCE[scope]?.includes('getSpaceById'))

const visibility = ({ previousVisibility, visibility }: Data): ScopedEvent[] => [
  { type: 'space_visibility_updated', scopes: SPACE_READ_SCOPES, previousVisibility, visibility },
]

interface Data {
  previousVisibility?: string
  visibility?: string
  revision?: string
  commit?: string
  state?: string
  direction?: string
}

/** Maps log events to integration events. */
const TRANSLATIONS: Partial<Record<EventName, (data: Data) => ScopedEvent[]>> = {
  'space.content.updated': content,
  'space.content.rolled-back': content,
  'space.content.imported': content,
  'change-request.merged': content,
  'space.visibility.updated': visibility,
  'space.git.started': (data) => synced('space_gitsync_started', data),
  'space.git.completed': (data) => [
    ...synced('space_gitsync_completed', data),
    ...(data.direction === 'import' && data.state === 'success' ? content(data) : []),
  ],
}

const BATCH_SIZE = 200

type Installation = Row<'integration_installations'>

/** Installations whose cursor is behind the log. */
export const findInstallationsBehind = (db: Db): Promise<Installation[]> =>
  db
    .selectFrom('integration_installations as installed')
    .selectAll('installed')
    .where(
      sql<SqlBool>`exists (select 1 from events where events.organization_id = installed.organization_id
        and events.sequence > installed.cursor)`,
    )
    .execute()

/** Queues the next batch of events for each installation. */
export async function advanceCursors(
  db: Db,
  vault: Vault,
  installations: readonly Pick<Installation, 'id'>[],
): Promise<void> {
  for (const { id } of installations) await advanceCursor(db, vault, id)
}

/** Queues all events up to now for one installation. */
export async function catchUp(db: Db, vault: Vault, installationId: string): Promise<void> {
  await numberAllEvents(db)
  while (await advanceCursor(db, vault, installationId));
}

/** Queues one batch; returns true if there may be more. */
async function advanceCursor(db: Db, vault: Vault, installationId: string): Promise<boolean> {
  await lockRow(db, 'integration_installations', installationId)
  // Another node may have advanced the cursor while this one waited for the lock.
  const installation = await findInstallation(db, installationId)
  if (!installation) return false
  const place = { organizationId: installation.organization_id, after: installation.cursor, limit: BATCH_SIZE }
  const events = await readEvents(db, place)
  if (installation.status === 'active') for (const event of events) await queueFor(db, vault, installation, event)
  const cursor = events.at(-1)?.sequence ?? installation.cursor
  await db.updateTable('integration_installations').set({ cursor }).where('id', '=', installation.id).execute()
  return events.length === BATCH_SIZE
}

async function queueFor(db: Db, vault: Vault, installation: Installation, event: SequencedEvent): Promise<void> {
  const events = TRANSLATIONS[event.action as EventName]?.(JSON.parse(event.data)) ?? []
  const scopes = JSON.parse(installation.scopes) as Scope[]
  const permitted = events.filter((each) => each.scopes.some((scope) => scopes.includes(scope)))
  if (permitted.length === 0 || event.space_id === null || !(await reaches(db, installation, event.space_id))) return
  for (const { scopes: _, ...about } of permitted)
    await queueEvent(db, vault, installation.integration_id, {
      ...about,
      installationId: installation.id,
      spaceId: event.space_id,
    })
}

async function reaches(db: Db, { id, space_selection }: Installation, spaceId: string): Promise<boolean> {
  if (space_selection === 'all') return true
  const on = await db
    .selectFrom('integration_space_installations')
    .select('space_id')
    .where('installation_id', '=', id)
    .where('space_id', '=', spaceId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return on !== undefined
}

const findInstallation = (db: Db, id: string): Promise<Installation | undefined> =>
  db.selectFrom('integration_installations').selectAll().where('id', '=', id).executeTakeFirst()

const keyOf = (installationId: string) => `deliver-integration-events ${installationId}`

/** Installations with queued events but no delivery job. */
export const findUndelivered = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('integration_events as waiting')
      .select('installation_id')
      .distinct()
      .where('status', '=', 'queued')
      .where('installation_id', 'is not', null)
      .where(
        sql<SqlBool>`not exists (select 1 from jobs where jobs.state = 'queued'
          and jobs.unique_key = 'deliver-integration-events ' || waiting.installation_id)`,
      )
      .execute()
  ).map(({ installation_id }) => installation_id!)

export async function enqueueDeliveries(db: Db, installationIds: readonly string[]): Promise<void> {
  for (const id of installationIds)
    await enqueue(db, { kind: 'deliver-integration-events', payload: { id }, uniqueKey: keyOf(id) })
}
