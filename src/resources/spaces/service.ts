import { type Caller, isVisitor } from '../../access/caller.ts'
import { loadOrganization, loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { rolesOn } from '../../access/visibility.ts'
import type { Db, Row } from '../../db/tables.ts'
import { transferChangeRequests } from '../../domain/change-requests/index.ts'
import { removeFromInstallations } from '../../domain/dispatch/index.ts'
import { invalidateComputedPages } from '../../domain/indexes/index.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { authorizeCreateIn, lockOrganizations, orderKeyIn } from '../../domain/placement/index.ts'
import { requireShareKey } from '../../domain/site-addresses/index.ts'
import { removeFromSites } from '../../domain/site-structure/index.ts'
import {
  copySpace,
  insertSpace,
  insertStarterContent,
  listVisibleSpaces,
  presentNewSpace,
  presentSpace,
  presentSpaces,
  presentSpacesToVisitor,
  removeAccess,
  takeDeletedSpaces,
  updateSpace,
} from '../../domain/spaces/index.ts'
import { problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { spaceRoutes } from './routes.ts'

export const spaces = implement(spaceRoutes, {
  async listSpacesInOrganizationById({ db, organization, caller, page, urls }) {
    const viewer = viewerOf(organization, caller)
    const { rows, count, next } = await listVisibleSpaces(db, viewer, page)
    const held = await rolesOn(db, viewer, 'space', rows)
    return { items: await presentSpaces(db, held, urls), count, next }
  },

  async listDeletedSpaces({ db, organization, caller, page, urls }) {
    const { rows, count, next } = await takeDeletedSpaces(db, organization.id, page)
    const held = await rolesOn(db, viewerOf(organization, caller), 'space', rows)
    return { items: await presentSpaces(db, held, urls), count, next }
  },

  async createSpace({ db, organization, caller, body, urls }) {
    const parentId = body.parent ?? null
    const { role } = await authorizeCreateIn(db, caller, organization, parentId)
    const position = await orderKeyIn(db, { organizationId: organization.id, parentId })
    const { title, emoji, language, editMode, template } = body
    const root = template && (await insertStarterContent(db, `templates/${template}`))
    const row = await insertSpace(
      db,
      { organization_id: organization.id, parent_id: parentId, position, title, emoji, language, edit_mode: editMode },
      { createdBy: caller.user.id, ...(root && { root }) },
    )
    return presentNewSpace({ role, ...row }, urls)
  },

  async getSpaceById({ db, caller, space, query, urls }) {
    if (!isVisitor(caller)) return presentSpace(db, space, urls, query.shareKey)
    const shareKey = await requireShareKey(db, caller.site.id, query.shareKey)
    return (await presentSpacesToVisitor(db, [space], urls, { id: caller.site.id, shareKey }))[0]!
  },

  async updateSpaceById({ db, space, caller, body, urls }) {
    // Integrations must not change who has access, nor what merging needs.
    const isAboutPeople = body.defaultLevel !== undefined || body.mergeRules !== undefined
    if (caller.integration && isAboutPeople) throw problem('notForIntegrations')
    const row = await updateSpace(db, space.id, {
      title: body.title,
      emoji: body.emoji,
      icon_url: body.icon,
      edit_mode: body.editMode,
      default_level: body.defaultLevel,
      language: body.language,
      merge_rules: body.mergeRules && JSON.stringify(body.mergeRules),
    })
    const organization = await loadOrganization(db, caller, space.organization_id)
    return presentSpace(db, await withRole(db, organization, caller, row), urls)
  },

  async deleteSpaceById({ db, space }) {
    await removeFromSites(db, [space.id])
    await updateSpace(db, space.id, { deleted_at: now() })
  },

  async restoreSpace({ db, space, urls }) {
    if (space.deleted_at === null) throw problem('notDeleted')
    const row = await updateSpace(db, space.id, { deleted_at: null })
    return presentSpace(db, { ...row, role: space.role }, urls)
  },

  async duplicateSpace({ db, space, caller, urls }) {
    const row = await copySpace(db, caller, space)
    return presentSpace(db, { ...row, role: space.role }, urls)
  },

  async moveSpace({ db, space, caller, body, urls }) {
    await lockOrganizations(db, space.organization_id)
    const parentId = body.parent === undefined ? space.parent_id : body.parent
    const organization = await loadOrganization(db, caller, space.organization_id)
    if (parentId !== space.parent_id) await authorizeCreateIn(db, caller, organization, parentId)
    const place = { organizationId: organization.id, parentId, position: body.position }
    const row = await updateSpace(db, space.id, {
      parent_id: parentId,
      position: await orderKeyIn(db, place, space.id),
    })
    return presentSpace(db, await withRole(db, organization, caller, row), urls)
  },

  async transferSpace({ db, vault, space, caller, body, urls, report }) {
    await lockOrganizations(db, space.organization_id, body.organization)
    const target = await loadOrganization(db, caller, body.organization)
    report({ data: { organization: target.id }, changed: target.id !== space.organization_id })
    if (target.id === space.organization_id) return presentSpace(db, space, urls)
    authorize('organization.createContent', { organization: target })
    await removeAccess(db, space.id)
    await removeFromSites(db, [space.id])
    await removeFromInstallations(db, vault, [space.id])
    const position = await orderKeyIn(db, { organizationId: target.id, parentId: null })
    const row = await updateSpace(db, space.id, { organization_id: target.id, parent_id: null, position })
    await transferChangeRequests(db, target.id, [space.id])
    await invalidateComputedPages(db, { id: space.id })
    return presentSpace(db, await withRole(db, target, caller, row), urls)
  },
})

async function withRole(db: Db, organization: Objects['organization'], caller: Caller, row: Row<'spaces'>) {
  if (caller.integration) return loadSpace(db, caller, row.id)
  const [held] = await rolesOn(db, viewerOf(organization, caller), 'space', [row])
  return held!
}
