// An invite link: what it offers, what it means to whoever is signed in, and where it leads.
import type { FastifyRequest } from 'fastify'
import { loadCollection, loadOrganization, loadSpace } from '../../access/loading/objects.ts'
import { atLeast } from '../../access/roles.ts'
import { toCaller } from '../../access/sessions.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import { findUsableInvite } from '../../domain/invites/index.ts'
import { findMember } from '../../domain/people/index.ts'
import { Refusal } from '../../domain/sessions/index.ts'
import { ApiError } from '../../errors.ts'
import type { Urls } from '../../server/urls.ts'
import type { SignIn, Visit } from './context.ts'

export interface Invitation {
  invite: Row<'invites'>
  organization: Row<'organizations'>
}

export async function loadInvitation({ database }: SignIn, request: FastifyRequest): Promise<Invitation> {
  const { organizationId, inviteId } = request.params as { organizationId: string; inviteId: string }
  const isId = [organizationId, inviteId].every((id) => /^[0-9A-Za-z]{1,64}$/.test(id))
  const invite = isId ? await findUsableInvite(database.read, organizationId, inviteId) : undefined
  if (!invite) throw new Refusal('inviteGone')
  const organization = await database.read
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { invite, organization }
}

const VERBS: Record<Role, string> = {
  admin: 'administer',
  create: 'create and publish in',
  review: 'review',
  edit: 'edit',
  comment: 'comment on',
  read: 'read',
}

/** What the link offers: `edit the space “Handbook”`. */
export async function describeOffer(db: Db, { role, space_id, collection_id }: Row<'invites'>): Promise<string> {
  const verb = role === null ? 'be a guest of' : VERBS[role]
  if (space_id === null && collection_id === null)
    return role === null || role === 'admin' ? `${verb} this organization` : `${verb} its content`
  const kind = space_id === null ? 'collection' : 'space'
  const found = await db
    .selectFrom(space_id === null ? 'collections' : 'spaces')
    .select('title')
    .where('id', '=', (space_id ?? collection_id)!)
    .executeTakeFirst()
  return `${verb} the ${kind} “${found?.title ?? 'Untitled'}”`
}

/** Where the link leads in the console. */
export const placeOf = (urls: Urls, { organization_id, space_id, collection_id }: Row<'invites'>): string =>
  urls.app(
    space_id !== null
      ? `/spaces/${space_id}`
      : collection_id !== null
        ? `/collections/${collection_id}`
        : `/orgs/${organization_id}`,
  )

/**
 * `stranger`: not a member. `away`: a member, but this session does not reach the organization. `less`: the link gives
 * them more than they have. `same`: it gives them nothing new.
 */
export type Standing = 'stranger' | 'away' | 'less' | 'same'

export async function standingOf(
  db: Db,
  { session, secret }: Visit,
  { invite, organization }: Invitation,
): Promise<Standing> {
  if (!(await findMember(db, organization.id, session.user.id))) return 'stranger'
  const caller = toCaller(session, secret)
  const held = await orNothing(() => loadOrganization(db, caller, organization.id))
  if (!held) return 'away'
  const { space_id, collection_id, role } = invite
  const target =
    space_id !== null
      ? await orNothing(() => loadSpace(db, caller, space_id))
      : collection_id !== null
        ? await orNothing(() => loadCollection(db, caller, collection_id))
        : held
  return target && (role === null || atLeast(target.role, role)) ? 'same' : 'less'
}

/** Undefined for what the caller may not see. */
async function orNothing<T>(load: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}
