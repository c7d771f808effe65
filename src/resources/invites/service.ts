import type { Caller } from '../../access/caller.ts'
import { loadCollection, loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { isServerAdmin } from '../../access/server-admins.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import {
  acceptInvite,
  ensureUsers,
  findInvite,
  type InviteTarget,
  insertInvite,
  insertMembers,
  listInvites,
  lockInvite,
  lockJoinableOrganization,
  removeInvite,
  toInvite,
  updateInvite,
} from '../../domain/invites/index.ts'
import { isOutsideEmailDomains } from '../../domain/people/index.ts'
import { createInvitationLinks, sendInvitation } from '../../domain/sessions/index.ts'
import { presentSpace } from '../../domain/spaces/index.ts'
import { invalid, problem } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { EmailInvites } from '../../shapes/invites.ts'
import { inviteRoutes } from './routes.ts'

export const invites = implement(inviteRoutes, {
  async inviteUsersToOrganization({ db, organization, caller, body, report, settings, urls }) {
    const invitees = inviteesIn(body, organization.default_role)
    const emails = [...invitees.keys()]
    const foreign = new Set(body.sso ? emails.filter((email) => isOutsideEmailDomains(organization, email)) : [])
    const people = await ensureUsers(db, emails)
    const members = people.map(({ id, email }) => ({
      user_id: id,
      role: invitees.get(email) ?? null,
      sso: body.sso && !foreign.has(email) ? (1 as const) : (0 as const),
    }))
    const users = await insertMembers(db, organization.id, members)
    const invitation = { organizationId: organization.id, byId: caller.user.id }
    if (settings.mail) for (const userId of users) await sendInvitation(db, { ...invitation, userId })
    // Without mail, the admin hands the links over. Sessions and tokens for one organization are trusted with that alone.
    const isTrusted = caller.boundTo === null && (await isServerAdmin(db, caller.user.id))
    const links = settings.mail ? [] : await createInvitationLinks(db, urls, people, { ...invitation, isTrusted })
    report({ data: { users } })
    return {
      users,
      invited: users.length,
      ...(links.length > 0 && { links }),
      failedSSOEmails: foreign.size > 0 ? [...foreign] : undefined,
    }
  },

  async joinOrganizationWithInvite({ db, caller, params, report }) {
    const invite = await lockInvite(db, params.organizationId, params.inviteId)
    await acceptInvite(db, invite, caller.user)
    report({ target: { kind: 'organization', id: invite.organization_id }, data: { invite: invite.id } })
    return {}
  },

  async joinOrganization({ db, caller, params, report }) {
    const organization = await lockJoinableOrganization(db, params.organizationId, caller.user)
    const { id, default_role: role } = organization
    // Existing members keep their role: an admin may have made them a guest.
    const joined = await insertMembers(db, id, [{ user_id: caller.user.id, role, sso: 0 }])
    report({ target: { kind: 'organization', id }, changed: joined.length > 0 })
  },

  async listOrganizationInviteLinks({ db, organization, caller, query, page, urls }) {
    const target = await loadTarget(db, caller, organization, query, urls)
    const { rows, count, next } = await listInvites(db, organization.id, target, page)
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

  async deleteOrganizationInviteById({ db, organization, caller, params, urls, report }) {
    const { invite } = await loadInvite(db, caller, organization, params.inviteId, urls)
    await removeInvite(db, invite.id)
    report({ target: { kind: 'invite', id: invite.id } })
  },
})

/** Each address once, with the role it gets. */
function inviteesIn({ emails, role }: EmailInvites, defaultRole: Role | null): Map<string, Role | null> {
  const common = role === undefined ? defaultRole : role
  return new Map(
    emails.map((invitee) =>
      typeof invitee === 'string' ? [normalizeEmail(invitee), common] : [normalizeEmail(invitee.email), invitee.role],
    ),
  )
}

/** The target of invite links, if the caller can see links to it. */
async function loadTarget(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  { space, collection }: { space?: string | undefined; collection?: string | undefined },
  urls: Urls,
): Promise<InviteTarget> {
  if (space !== undefined && collection !== undefined)
    throw invalid({ path: 'collection', message: 'must not be combined with space' })
  if (space !== undefined) {
    const held = inside(organization, await loadSpace(db, caller, space))
    authorize('space.viewInviteLinks', { space: held })
    return { kind: 'space', held, shown: await presentSpace(db, held, urls) }
  }
  if (collection !== undefined) {
    const held = inside(organization, await loadCollection(db, caller, collection))
    authorize('collection.viewInviteLinks', { collection: held })
    return { kind: 'collection', held }
  }
  authorize('organization.admin', { organization })
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

// Invites to an organization grant a role, invites to content a level.
function roleIn(body: { role?: Role | null; level?: Role | null }, { kind }: InviteTarget): Role | null {
  const path = kind === 'organization' ? 'role' : 'level'
  const role = body[path]
  if (role === undefined) throw invalid({ path, message: 'is required' })
  return role
}
