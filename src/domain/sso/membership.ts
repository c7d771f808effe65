// Applies a sign-in to the database: the first one creates the membership, and each one marks it as single sign-on.
// Signing in never lowers a role.
import { lock } from '../../access/loading/locks.ts'
import type { Db, Row } from '../../db/tables.ts'
import { appendEvent, type Event } from '../../events/events.ts'
import { ensureUsers } from '../invites/index.ts'
import {
  findMember,
  findUserByEmail,
  insertMember,
  isDeactivated,
  isOutsideEmailDomains,
  putTeamMembers,
  updateMember,
  updateUser,
} from '../people/index.ts'
import { Refusal } from '../sessions/index.ts'
import type { Identity } from './identity.ts'

/** How a provider of either kind makes members. */
type Provider = Pick<Row<'saml_providers'>, 'id' | 'organization_id' | 'default_role' | 'default_team_id'>

interface SignIn {
  method: 'saml' | 'oidc'
  requestId: string
}

/** Makes the user a member of the provider's organization if necessary, and returns the user. */
export async function admit(
  db: Db,
  provider: Provider,
  identity: Identity,
  { method, requestId }: SignIn,
): Promise<Row<'users'>> {
  await lock(db, 'organization', provider.organization_id)
  const { known, member } = await findStanding(db, provider, identity)
  const user = known ?? (await createUser(db, identity))
  const record = recorder(db, provider, user, requestId)
  if (!known) await record('user.created', { email: user.email })
  if (!member) {
    await join(db, provider, user)
    await record('organization.member.joined', { provider: provider.id })
  } else if (member.sso !== 1) await updateMember(db, provider.organization_id, user.id, { sso: 1 })
  await record('organization.member.signed-in', { method, provider: provider.id })
  return user
}

/** Who the person is here before they sign in; refuses those who may not. */
async function findStanding(db: Db, provider: Provider, identity: Identity) {
  const known = await findUserByEmail(db, identity.email)
  const member = known && (await findMember(db, provider.organization_id, known.id))
  // Whom the organization deactivated by SCIM does not become a member again by signing in.
  if (known && !member && (await isDeactivated(db, provider.organization_id, known.id)))
    throw new Refusal('deactivated')
  if (member?.sso !== 1) await refuseOutsiders(db, provider, identity)
  return { known, member }
}

/** What signing in would lead to, without doing it. */
export async function foreseeAdmission(
  db: Db,
  provider: Provider,
  identity: Identity,
): Promise<{ isMember: boolean; role: Row<'members'>['role'] }> {
  const { member } = await findStanding(db, provider, identity)
  return { isMember: member !== undefined, role: member ? member.role : provider.default_role }
}

// Admins can add people from outside the domains; those are not checked again.
async function refuseOutsiders(db: Db, { organization_id }: Provider, { email }: Identity): Promise<void> {
  const organization = await db
    .selectFrom('organizations')
    .select('email_domains')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  if (isOutsideEmailDomains(organization, email)) throw new Refusal('outsideDomains', email)
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
