// Links that let invited people in who cannot sign in yet. Whoever invites hands them over, so a link counts for as much
// as the inviter is trusted with: their organization, or the whole server.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { appendEvent } from '../../events/events.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { insertSignInLink, signInLinkUrl } from './links.ts'

export interface Inviting {
  organizationId: string
  /** Who invites. */
  byId: string
  /** True if the inviter is trusted for the whole server. */
  isTrusted: boolean
}

export interface InvitationLink {
  user: string
  email: string
  url: string
  expiresAt: Timestamp
}

/** Creates a link for each of these users who has never signed in and has no credentials. */
export async function createInvitationLinks(
  db: Db,
  urls: Urls,
  users: readonly Row<'users'>[],
  { organizationId, byId, isTrusted }: Inviting,
): Promise<InvitationLink[]> {
  const ready = await listWithCredentials(
    db,
    users.map(({ id }) => id),
  )
  const links: InvitationLink[] = []
  for (const user of users) {
    if (user.signed_in_at !== null || user.email_verified_at !== null || ready.has(user.id)) continue
    const scope = isTrusted ? {} : { organizationId }
    const { secret, expiresAt } = await insertSignInLink(db, user, { kind: 'invitation', ...scope })
    await appendEvent(db, {
      organizationId,
      action: 'user.sign-in-link.created',
      actorId: byId,
      tokenId: null,
      target: { kind: 'user', id: user.id },
      data: { kind: 'invitation' },
      requestId: null,
    })
    links.push({ user: user.id, email: user.email, url: signInLinkUrl(urls, secret), expiresAt })
  }
  return links
}

async function listWithCredentials(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const withRowsIn = (table: 'passwords' | 'passkeys') =>
    db
      .selectFrom(table)
      .select('user_id')
      .where(isOneOf(db, sql.ref('user_id'), userIds))
      .execute()
  const rows = [...(await withRowsIn('passwords')), ...(await withRowsIn('passkeys'))]
  return new Set(rows.map(({ user_id }) => user_id))
}
