// How installations follow the log of events: each has a cursor, and what concerns it is put into its queue in order.
import { type SqlBool, sql } from 'kysely'
import { OPEN_TO, SCOPES, type Scope } from '../../access/scopes.ts'
import { lockRow } from '../../db/dialect.ts'
import { numberAll, readEvents, type ToldEvent } from '../../db/event-feed.ts'
import type { EventName } from '../../db/events.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { queueEvent } from '../installations/outbox.ts'

/** `scopes`: it takes one of these to be told. */
type Told = { type: `space_${string}`; scopes: readonly Scope[]; [more: string]: unknown }

const content = ({ revision }: Data): Told[] =>
  revision === undefined
    ? []
    : [{ type: 'space_content_updated', scopes: ['space:content:read'], revisionId: revision }]

const synced = (type: `space_${string}`, { revision, commit, state }: Data): Told[] =>
  revision === undefined || commit === undefined
    ? []
    : [{ type, scopes: ['space:git:sync'], revisionId: revision, commitId: commit, ...(state && { state }) }]

/** Whoever could look the visibility up hears of its changes. */
const SEES_SPACES = SCOPES.filter((scope) => OPEN_TO[scope]?.includes('getSpaceById'))

const visibility = ({ previousVisibility, visibility }: Data): Told[] => [
  { type: 'space_visibility_updated', scopes: SEES_SPACES, previousVisibility, visibility },
]

interface Data {
  previousVisibility?: string
  visibility?: string
  revision?: string
  commit?: string
  state?: string
  direction?: string
}

/** What becomes of an event in the log when integrations are told of it. */
const TELL: Partial<Record<EventName, (data: Data) => Told[]>> = {
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

const EVENTS_AT_ONCE = 200

type Follower = Row<'integration_installations'>

/** Installations for which something has happened that they have not been looked at for. */
export const findFollowersBehind = (db: Db): Promise<Follower[]> =>
  db
    .selectFrom('integration_installations as installed')
    .selectAll('installed')
    .where(
      sql<SqlBool>`exists (select 1 from events where events.organization_id = installed.organization_id
        and events.sequence > installed.cursor)`,
    )
    .execute()

/** Queues what each of them has to be told. */
export async function bringFollowersUp(
  db: Db,
  vault: Vault,
  followers: readonly Pick<Follower, 'id'>[],
): Promise<void> {
  for (const { id } of followers) await bringUp(db, vault, id)
}

/** Queues what an installation has to be told of all that has happened until now. */
export async function catchUp(db: Db, vault: Vault, installationId: string): Promise<void> {
  await numberAll(db)
  while (await bringUp(db, vault, installationId));
}

/** True when there may be more. */
async function bringUp(db: Db, vault: Vault, installationId: string): Promise<boolean> {
  await lockRow(db, 'integration_installations', installationId)
  // Another node may have been here while this one waited.
  const follower = await findFollower(db, installationId)
  if (!follower) return false
  const place = { organizationId: follower.organization_id, after: follower.cursor, limit: EVENTS_AT_ONCE }
  const events = await readEvents(db, place)
  if (follower.status === 'active') for (const event of events) await tell(db, vault, follower, event)
  const cursor = events.at(-1)?.sequence ?? follower.cursor
  await db.updateTable('integration_installations').set({ cursor }).where('id', '=', follower.id).execute()
  return events.length === EVENTS_AT_ONCE
}

async function tell(db: Db, vault: Vault, follower: Follower, event: ToldEvent): Promise<void> {
  const told = TELL[event.action as EventName]?.(JSON.parse(event.data)) ?? []
  const scopes = JSON.parse(follower.scopes) as Scope[]
  const wanted = told.filter((each) => each.scopes.some((scope) => scopes.includes(scope)))
  if (wanted.length === 0 || event.space_id === null || !(await reaches(db, follower, event.space_id))) return
  for (const { scopes: _, ...about } of wanted)
    await queueEvent(db, vault, follower.integration_id, {
      ...about,
      installationId: follower.id,
      spaceId: event.space_id,
    })
}

async function reaches(db: Db, { id, space_selection }: Follower, spaceId: string): Promise<boolean> {
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

const findFollower = (db: Db, id: string): Promise<Follower | undefined> =>
  db.selectFrom('integration_installations').selectAll().where('id', '=', id).executeTakeFirst()

const keyOf = (installationId: string) => `deliver-integration-events ${installationId}`

/** Installations with something in their queue and no job that delivers it. */
export const findWaiting = async (db: Db): Promise<string[]> =>
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

export async function queueDeliveries(db: Db, installationIds: readonly string[]): Promise<void> {
  for (const id of installationIds)
    await enqueue(db, { kind: 'deliver-integration-events', payload: { id }, uniqueKey: keyOf(id) })
}
