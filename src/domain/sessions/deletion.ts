// Deletes an account. What the person wrote stays, without their name; everything that lets them in ends.
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { appendEvent } from '../../events/events.ts'
import { now } from '../../lib/time.ts'
import { hasOtherAdmin, removeMember } from '../people/index.ts'
import { removeSignInLinksOf } from './links.ts'
import { removePasskeysOf } from './passkeys.ts'
import { removePassword } from './passwords.ts'
import { removeSessionsOf } from './sessions.ts'

export const DELETED_USER = 'Deleted user'

/** Rows that mean nothing without the person. */
const OF_THE_PERSON = [
  'email_changes',
  'grants',
  'requested_reviewers',
  'notifications',
  'notification_settings',
  'muted_spaces',
  'presences',
  'favorites',
  'viewed_changes',
  'comment_lists_read',
  'comments_read',
  'scim_users',
] as const

interface Who {
  tokenId: string
  requestId: string | null
}

/** Throws 409 if an organization would lose its last admin. */
export async function deleteUser(db: Db, user: Row<'users'>, { tokenId, requestId }: Who): Promise<void> {
  const memberships = await db.selectFrom('members').selectAll().where('user_id', '=', user.id).execute()
  for (const { organization_id, role } of memberships)
    if (role === 'admin' && !(await hasOtherAdmin(db, organization_id, user.id))) throw problem('lastAdminOf')
  for (const { organization_id } of memberships) {
    await removeMember(db, organization_id, user.id)
    await appendEvent(db, {
      organizationId: organization_id,
      action: 'organization.member.removed',
      actorId: user.id,
      tokenId,
      target: { kind: 'member', id: user.id },
      data: {},
      requestId,
    })
  }
  await removeCredentials(db, user.id)
  await db
    .updateTable('users')
    .set({
      display_name: DELETED_USER,
      // Nobody can have it, because it is no address; replies do not show it.
      email: `deleted:${user.id}`,
      photo_url: null,
      email_verified_at: null,
      vouched_by: null,
      server_admin: 0,
      language: null,
      theme: null,
      deleted_at: now(),
    })
    .where('id', '=', user.id)
    .execute()
}

async function removeCredentials(db: Db, id: string): Promise<void> {
  await removePassword(db, id)
  await removePasskeysOf(db, id)
  await removeSignInLinksOf(db, id)
  await removeSessionsOf(db, id)
  await db.deleteFrom('site_previews').where('created_by', '=', id).execute()
  for (const table of OF_THE_PERSON) await db.deleteFrom(table).where('user_id', '=', id).execute()
  await db
    .updateTable('tokens')
    .set({ revoked_at: now() })
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
