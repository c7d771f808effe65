// What signing in through a provider does in the database: the first time it makes somebody a member, and it always
// makes them one who came through single sign-on. Nobody ever gets less than they had.
import { lock } from '../../access/load.ts'
import { appendEvent, type Event } from '../../db/events.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ensureUsers } from '../invites/joining.ts'
import { findMember, updateMember } from '../members/queries.ts'
import { insertMember, isOutside } from '../organizations/queries.ts'
import { putTeamMembers } from '../teams/membership.ts'
import { findUserByEmail, updateUser } from '../users/queries.ts'
import type { Provider } from './queries.ts'
import { Refusal } from './refusals.ts'
import type { Identity } from './requests.ts'

/** The user who signed in, a member of the provider's organization from now on. */
export async function admit(db: Db, provider: Provider, identity: Identity, requestId: string): Promise<Row<'users'>> {
  await lock(db, 'organization', provider.organization_id)
  const known = await findUserByEmail(db, identity.email)
  const member = known && (await findMember(db, provider.organization_id, known.id))
  if (member?.sso !== 1) await refuseOutsiders(db, provider, identity)
  const user = known ?? (await createUser(db, identity))
  const record = recorder(db, provider, user, requestId)
  if (!known) await record('user.created', { email: user.email })
  if (!member) {
    await join(db, provider, user)
    await record('organization.member.joined', { provider: provider.id })
  } else if (member.sso !== 1) await updateMember(db, provider.organization_id, user.id, { sso: 1 })
  await record('organization.member.signed-in', { provider: provider.id })
  return user
}

// An admin may have let in somebody from outside the domains by hand; then it stays so.
async function refuseOutsiders(db: Db, { organization_id }: Provider, { email }: Identity): Promise<void> {
  const organization = await db
    .selectFrom('organizations')
    .select('email_domains')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  if (isOutside(organization, email)) throw new Refusal('outsideDomains', email)
}

async function createUser(db: Db, { email, displayName }: Identity): Promise<Row<'users'>> {
  const [user] = await ensureUsers(db, [email])
  return displayName ? updateUser(db, user!.id, { displayName }) : user!
}

async function join(db: Db, { organization_id, default_role, default_team_id }: Provider, user: Row<'users'>) {
  await insertMember(db, { organization_id, user_id: user.id, role: default_role, sso: 1 })
  if (default_team_id) await putTeamMembers(db, default_team_id, new Map([[user.id, undefined]]))
}

const recorder =
  (db: Db, { organization_id }: Provider, { id }: Row<'users'>, requestId: string) =>
  (action: Event['action'], data: Record<string, unknown>) =>
    appendEvent(db, {
      organizationId: organization_id,
      action,
      actorId: id,
      tokenId: null,
      target: action === 'user.created' ? { kind: 'user', id } : { kind: 'member', id },
      data,
      requestId,
    })
