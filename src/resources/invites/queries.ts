// Invite links in the database, and how replies show them.
import type { Static } from 'typebox'
import { atLeast } from '../../access/roles.ts'
import type { Objects } from '../../access/vocabulary.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { toCollection } from '../collections/queries.ts'
import type { ShownSpace } from '../spaces/showing.ts'
import type { Invite } from './schemas.ts'

/** What a link leads to, as the caller holds it. */
export type Target =
  | { kind: 'organization'; held: Objects['organization'] }
  | { kind: 'space'; held: Objects['space']; shown: ShownSpace }
  | { kind: 'collection'; held: Objects['collection'] }

// Whoever has the id of an invite can follow it, so nobody must be able to guess it from an id made near it.
const SECRET_LENGTH = 20

export function toInvite({ id, role }: Row<'invites'>, target: Target, urls: Urls): Static<typeof Invite> {
  const invite = { object: 'invite', id, redundant: role === null || atLeast(target.held.role, role) } as const
  if (target.kind === 'space') return { ...invite, level: role, space: target.shown }
  if (target.kind === 'collection') return { ...invite, level: role, collection: toCollection(target.held, urls) }
  return { ...invite, role }
}

const columnsOf = ({ kind, held }: Target) => ({
  space_id: kind === 'space' ? held.id : null,
  collection_id: kind === 'collection' ? held.id : null,
})

export function takeInvites(db: Db, organizationId: string, target: Target, page: Page) {
  const { space_id, collection_id } = columnsOf(target)
  return takePage(
    db
      .selectFrom('invites')
      .where('organization_id', '=', organizationId)
      .where('space_id', space_id === null ? 'is' : '=', space_id)
      .where('collection_id', collection_id === null ? 'is' : '=', collection_id),
    (invites) => invites.selectAll(),
    page,
    { by: ['id'] },
  )
}

export const findInvite = (db: Db, organizationId: string, id: string): Promise<Row<'invites'> | undefined> =>
  db
    .selectFrom('invites')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/** An invite that can be followed: links are switched on, and what it leads to is not deleted. */
export const findUsableInvite = (db: Db, organizationId: string, id: string): Promise<Row<'invites'> | undefined> =>
  db
    .selectFrom('invites')
    .innerJoin('organizations', 'organizations.id', 'invites.organization_id')
    .leftJoin('spaces', 'spaces.id', 'invites.space_id')
    .selectAll('invites')
    .where('invites.id', '=', id)
    .where('invites.organization_id', '=', organizationId)
    .where('organizations.invite_links', '=', 1)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()

export const insertInvite = (
  db: Db,
  organizationId: string,
  target: Target,
  role: Role | null,
): Promise<Row<'invites'>> =>
  db
    .insertInto('invites')
    .values({
      id: newId() + randomBase62(SECRET_LENGTH),
      organization_id: organizationId,
      ...columnsOf(target),
      role,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateInvite = (db: Db, id: string, role: Role | null): Promise<Row<'invites'>> =>
  db.updateTable('invites').set({ role }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function removeInvite(db: Db, id: string): Promise<void> {
  await db.deleteFrom('invites').where('id', '=', id).execute()
}
