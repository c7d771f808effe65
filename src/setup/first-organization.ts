import { makeServerAdmin } from '../access/server-admins.ts'
import type { Db, Row } from '../db/tables.ts'
import { FIRST_ADMIN_EMAIL, insertMember, insertOrganization, insertToken, insertUser } from '../domain/people/index.ts'
import { insertWelcomeSpace } from '../domain/spaces/index.ts'
import { appendEvent } from '../events/events.ts'

/** What the first start does with the space that it created, in the same transaction. */
export type Welcome = (db: Db, space: Row<'spaces'>, adminId: string) => Promise<void>

/** The first start: an organization, an admin with a token, and a space. */
export async function createFirstOrganization(
  db: Db,
  configured: { secret: string | undefined; label: string },
  welcome: Welcome,
): Promise<{ token: string; space: Row<'spaces'>; admin: Row<'users'> }> {
  const { id } = await insertUser(db, { email: FIRST_ADMIN_EMAIL, displayName: 'Admin' })
  const admin = await makeServerAdmin(db, id)
  const organization = await insertOrganization(db, { title: 'My organization' })
  await insertMember(db, { organization_id: organization.id, user_id: admin.id, role: 'admin' })
  const { secret } = await insertToken(db, admin.id, {
    label: configured.secret ? configured.label : 'First token',
    ...(configured.secret && { secret: configured.secret }),
  })
  const space = await insertWelcomeSpace(db, organization.id, admin.id)
  await appendEvent(db, {
    organizationId: organization.id,
    action: 'organization.created',
    actorId: admin.id,
    tokenId: null,
    target: { kind: 'organization', id: organization.id },
    data: { title: organization.title },
    requestId: null,
  })
  await welcome(db, space, admin.id)
  return { token: secret, space, admin }
}
