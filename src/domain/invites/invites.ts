// Invite link rows and their presenter.
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import { atLeast } from '../../access/roles.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Invite } from '../../shapes/invites.ts'
import { toCollection } from '../collections/index.ts'
import type { SpaceJson } from '../spaces/index.ts'

/** The target of an invite link, with the caller's role. */
export type InviteTarget =
  | { kind: 'organization'; held: Objects['organization'] }
  | { kind: 'space'; held: Objects['space']; shown: SpaceJson }
  | { kind: 'collection'; held: Objects['collection'] }

// The id of an invite is a secret, so it must not be guessable from ids created at about the same time.
const SECRET_LENGTH = 20

/** The path of the page where people join. */
export const joinPath = ({ id, organization_id }: Pick<Row<'invites'>, 'id' | 'organization_id'>): string =>
  `/join/${organization_id}/${id}`

export function toInvite(row: Row<'invites'>, target: InviteTarget, urls: Urls): Static<typeof Invite> {
  const { id, role } = row
  const redundant = role === null || atLeast(target.held.role, role)
  const invite = { object: 'invite', id, redundant, urls: { app: urls.base + joinPath(row) } } as const
  if (target.kind === 'space') return { ...invite, level: role, space: target.shown }
  if (target.kind === 'collection') return { ...invite, level: role, collection: toCollection(target.held, urls) }
  return { ...invite, role }
}

const columnsOf = ({ kind, held }: InviteTarget) => ({
  space_id: kind === 'space' ? held.id : null,
  collection_id: kind === 'collection' ? held.id : null,
})

export function listInvites(db: Db, organizationId: string, target: InviteTarget, page: Page) {
  const { space_id, collection_id } = columnsOf(target)
  return selectPage(
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

/** Finds an invite that can be accepted: invite links are enabled, and the target is not deleted. */
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
  target: InviteTarget,
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
