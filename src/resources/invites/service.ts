import type { Caller } from '../../access/caller.ts'
import { loadCollection, loadSpace } from '../../access/load.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { isOutside } from '../organizations/queries.ts'
import { showSpace } from '../spaces/showing.ts'
import { ensureUsers, holdInvite, insertMembers, raiseGrant, raiseMember } from './joining.ts'
import { findInvite, insertInvite, removeInvite, type Target, takeInvites, toInvite, updateInvite } from './queries.ts'
import { inviteRoutes } from './routes.ts'
import type { EmailInvites } from './schemas.ts'

export const invites = implement(inviteRoutes, {
  async inviteUsersToOrganization({ db, organization, body, note }) {
    const invitees = inviteesIn(body, organization.default_role)
    const emails = [...invitees.keys()]
    const foreign = new Set(body.sso ? emails.filter((email) => isOutside(organization, email)) : [])
    const people = await ensureUsers(db, emails)
    const members = people.map(({ id, email }) => ({
      user_id: id,
      role: invitees.get(email) ?? null,
      sso: body.sso && !foreign.has(email) ? (1 as const) : (0 as const),
    }))
    const users = await insertMembers(db, organization.id, members)
    note({ data: { users } })
    return { users, invited: users.length, failedSSOEmails: foreign.size > 0 ? [...foreign] : undefined }
  },

  async joinOrganizationWithInvite({ db, caller, params, note }) {
    const invite = await holdInvite(db, params.organizationId, params.inviteId)
    const toContent = invite.space_id !== null || invite.collection_id !== null
    await raiseMember(db, invite.organization_id, caller.user.id, toContent ? null : invite.role)
    if (toContent && invite.role) await raiseGrant(db, invite, caller.user.id, invite.role)
    note({ target: { kind: 'organization', id: invite.organization_id }, data: { invite: invite.id } })
    return {}
  },

  async listOrganizationInviteLinks({ db, organization, caller, query, page, urls }) {
    const target = await loadTarget(db, caller, organization, query, urls)
    const { rows, count, next } = await takeInvites(db, organization.id, target, page)
    return { items: rows.map((invite) => ({ role: null, ...toInvite(invite, target, urls) })), count, next }
  },

  async createOrganizationInvite({ db, organization, caller, body, urls }) {
    const target = await loadTarget(db, caller, organization, body, urls)
    if (organization.invite_links === 0) throw problem('inviteLinksOff')
    return toInvite(await insertInvite(db, organization.id, target, roleIn(body, target)), target, urls)
  },

  async getOrganizationInviteLink({ db, organization, caller, params, urls }) {
    const { invite, target } = await loadInvite(db, caller, organization, params.inviteId, urls)
    return toInvite(invite, target, urls)
  },

  async updateOrganizationInviteById({ db, organization, caller, params, body, urls }) {
    const { invite, target } = await loadInvite(db, caller, organization, params.inviteId, urls)
    return toInvite(await updateInvite(db, invite.id, roleIn(body, target)), target, urls)
  },

  async deleteOrganizationInviteById({ db, organization, caller, params, urls, note }) {
    const { invite } = await loadInvite(db, caller, organization, params.inviteId, urls)
    await removeInvite(db, invite.id)
    note({ target: { kind: 'invite', id: invite.id } })
  },
})

/** Each address once, with the role it is invited to. */
function inviteesIn({ emails, role }: EmailInvites, defaultRole: Role | null): Map<string, Role | null> {
  const common = role === undefined ? defaultRole : role
  return new Map(
    emails.map((invitee) =>
      typeof invitee === 'string' ? [normalizeEmail(invitee), common] : [normalizeEmail(invitee.email), invitee.role],
    ),
  )
}

/** What links lead to, when the caller may see links to it. */
async function loadTarget(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  { space, collection }: { space?: string | undefined; collection?: string | undefined },
  urls: Urls,
): Promise<Target> {
  if (space !== undefined && collection !== undefined)
    throw invalid({ path: 'collection', message: 'must not be given together with space' })
  if (space !== undefined) {
    const held = inside(organization, await loadSpace(db, caller, space))
    demand('space.viewInviteLinks', { space: held })
    return { kind: 'space', held, shown: await showSpace(db, held, urls) }
  }
  if (collection !== undefined) {
    const held = inside(organization, await loadCollection(db, caller, collection))
    demand('collection.viewInviteLinks', { collection: held })
    return { kind: 'collection', held }
  }
  demand('organization.admin', { organization })
  return { kind: 'organization', held: organization }
}

function inside<Content extends { organization_id: string }>({ id }: { id: string }, content: Content): Content {
  if (content.organization_id !== id) throw problem('notFound')
  return content
}

async function loadInvite(db: Db, caller: Caller, organization: Objects['organization'], id: string, urls: Urls) {
  const invite: Row<'invites'> | undefined = await findInvite(db, organization.id, id)
  if (!invite) throw problem('notFound')
  const content = { space: invite.space_id ?? undefined, collection: invite.collection_id ?? undefined }
  return { invite, target: await loadTarget(db, caller, organization, content, urls) }
}

// The organization gives a role, content gives a level.
function roleIn(body: { role?: Role | null; level?: Role | null }, { kind }: Target): Role | null {
  const path = kind === 'organization' ? 'role' : 'level'
  const role = body[path]
  if (role === undefined) throw invalid({ path, message: 'is required' })
  return role
}
