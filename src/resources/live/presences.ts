// Where people are. Each call of a client renews its row; rows that nobody renews expire.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { toUser } from '../../domain/people/index.ts'
import { fromNow, now, SECOND } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { NewPresence, PresenceJson } from './schemas.ts'

const LIFETIME = 30 * SECOND

interface Whose {
  spaceId: string
  userId: string
}

export async function putPresence(
  db: Db,
  { spaceId, userId }: Whose,
  { client, left, ...place }: Static<typeof NewPresence>,
): Promise<void> {
  await db
    .deleteFrom('presences')
    .where('space_id', '=', spaceId)
    .where((row) =>
      row.or([row('expires_at', '<', now()), row.and([row('user_id', '=', userId), row('client', '=', client)])]),
    )
    .execute()
  if (left) return
  const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null))
  await db
    .insertInto('presences')
    .values({ space_id: spaceId, user_id: userId, client, data: JSON.stringify(given), expires_at: fromNow(LIFETIME) })
    .execute()
}

/** The people in each of the spaces, in a fixed order. */
export async function listPresences(
  db: Db,
  spaces: readonly string[],
  urls: Urls,
): Promise<{ space: string; people: PresenceJson[] }[]> {
  if (spaces.length === 0) return []
  const rows = await db
    .selectFrom('presences')
    .innerJoin('users', 'users.id', 'presences.user_id')
    .selectAll('users')
    .select(['presences.space_id', 'presences.client', 'presences.data', 'presences.expires_at'])
    .where(isOneOf(db, sql.ref('presences.space_id'), spaces))
    .where('presences.expires_at', '>', now())
    .orderBy('presences.user_id')
    .orderBy('presences.client')
    .execute()
  return spaces.map((space) => ({
    space,
    people: rows
      .filter(({ space_id }) => space_id === space)
      .map(({ space_id: _, client, data, expires_at, ...user }) => ({
        client,
        user: toUser(user, urls),
        ...JSON.parse(data),
        expiresAt: expires_at,
      })),
  }))
}
