// Records sign-ins in the audit log of every organization that they concern.
import type { Db, Row } from '../../db/tables.ts'
import { appendEvent, type EventName } from '../../events/events.ts'

export interface SignInRecord {
  action: 'signed-in' | 'signed-out' | 'sign-in-failed'
  method: Row<'sessions'>['method']
  /** The id of the session. */
  session?: string | undefined
  requestId: string
  /** The only organization that the sign-in is valid for. */
  organizationId?: string | undefined
}

export async function recordSignIn(
  db: Db,
  user: Pick<Row<'users'>, 'id'>,
  { action, method, session, requestId, organizationId }: SignInRecord,
): Promise<void> {
  const event = (organization: string | null, name: EventName, kind: string) =>
    appendEvent(db, {
      organizationId: organization,
      action: name,
      // Whoever failed to sign in is not known.
      actorId: action === 'sign-in-failed' ? null : user.id,
      tokenId: session ?? null,
      target: { kind, id: user.id },
      data: { method },
      requestId,
    })
  const organizations = organizationId === undefined ? await listOrganizations(db, user.id) : [organizationId]
  if (organizations.length === 0) await event(null, `user.${action}`, 'user')
  for (const organization of organizations) await event(organization, `organization.member.${action}`, 'member')
}

/** Records a failure of somebody without an account. The address that was given is not stored. */
export async function recordUnknownSignIn(
  db: Db,
  requestId: string,
  method: Row<'sessions'>['method'] = 'password',
): Promise<void> {
  await appendEvent(db, {
    organizationId: null,
    action: 'user.sign-in-failed',
    actorId: null,
    tokenId: null,
    target: { kind: 'user', id: '' },
    data: { method },
    requestId,
  })
}

async function listOrganizations(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('members').select('organization_id').where('user_id', '=', userId).execute()
  return rows.map(({ organization_id }) => organization_id)
}
