import { type Caller, isVisitor } from '../../access/caller.ts'
import { loadOrganization, loadSpace } from '../../access/load.ts'
import { demand } from '../../access/named.ts'
import { rolesOn } from '../../access/visibility.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { demandCreateIn } from '../collections/parents.ts'
import { placeIn, takeTurn } from '../collections/placement.ts'
import { takeOutOfInstallations } from '../installations/leaving.ts'
import { viewerOf } from '../organizations/queries.ts'
import { demandShareKey } from '../share-links/queries.ts'
import { takeOutOfSites } from '../sites/structure/leaving.ts'
import { copySpace } from './copying.ts'
import { dropAccess, insertSpace, takeVisibleSpaces, updateSpace } from './queries.ts'
import { spaceRoutes } from './routes.ts'
import { showSpace, showSpaces } from './showing.ts'

export const spaces = implement(spaceRoutes, {
  async listSpacesInOrganizationById({ db, organization, caller, page, urls }) {
    const viewer = viewerOf(organization, caller)
    const { rows, count, next } = await takeVisibleSpaces(db, viewer, page)
    const held = await rolesOn(db, viewer, 'space', rows)
    return { items: await showSpaces(db, held, urls), count, next }
  },

  async createSpace({ db, organization, caller, body, urls }) {
    const parentId = body.parent ?? null
    const { role } = await demandCreateIn(db, caller, organization, parentId)
    const place = { organization_id: organization.id, parent_id: parentId }
    const position = await placeIn(db, { organizationId: organization.id, parentId })
    const { title, emoji, language, editMode } = body
    const row = await insertSpace(
      db,
      { ...place, position, title, emoji, language, edit_mode: editMode },
      { createdBy: caller.user.id },
    )
    return showSpace(db, { ...row, role }, urls)
  },

  async getSpaceById({ db, caller, space, query, urls }) {
    if (!isVisitor(caller)) return showSpace(db, space, urls, query.shareKey)
    const shareKey = await demandShareKey(db, caller.site.id, query.shareKey)
    return (await showSpaces(db, [space], urls, { id: caller.site.id, shareKey }))[0]!
  },

  async updateSpaceById({ db, space, caller, body, urls }) {
    // Who gets in is nothing that integrations decide.
    if (caller.integration && body.defaultLevel !== undefined) throw problem('notForIntegrations')
    const row = await updateSpace(db, space.id, {
      title: body.title,
      emoji: body.emoji,
      icon_url: body.icon,
      edit_mode: body.editMode,
      default_level: body.defaultLevel,
      language: body.language,
    })
    const organization = await loadOrganization(db, caller, space.organization_id)
    return showSpace(db, await withRole(db, organization, caller, row), urls)
  },

  async deleteSpaceById({ db, space }) {
    await takeOutOfSites(db, [space.id])
    await updateSpace(db, space.id, { deleted_at: now() })
  },

  async restoreSpace({ db, space, urls }) {
    if (space.deleted_at === null) throw problem('notDeleted')
    const row = await updateSpace(db, space.id, { deleted_at: null })
    return showSpace(db, { ...row, role: space.role }, urls)
  },

  async duplicateSpace({ db, space, caller, urls }) {
    const row = await copySpace(db, caller, space)
    return showSpace(db, { ...row, role: space.role }, urls)
  },

  async moveSpace({ db, space, caller, body, urls }) {
    await takeTurn(db, space.organization_id)
    const parentId = body.parent === undefined ? space.parent_id : body.parent
    const organization = await loadOrganization(db, caller, space.organization_id)
    if (parentId !== space.parent_id) await demandCreateIn(db, caller, organization, parentId)
    const place = { organizationId: organization.id, parentId, position: body.position }
    const row = await updateSpace(db, space.id, { parent_id: parentId, position: await placeIn(db, place, space.id) })
    return showSpace(db, await withRole(db, organization, caller, row), urls)
  },

  async transferSpace({ db, vault, space, caller, body, urls, note }) {
    await takeTurn(db, space.organization_id, body.organization)
    const target = await loadOrganization(db, caller, body.organization)
    note({ data: { organization: target.id }, changed: target.id !== space.organization_id })
    if (target.id === space.organization_id) return showSpace(db, space, urls)
    demand('organization.createContent', { organization: target })
    await dropAccess(db, space.id)
    await takeOutOfSites(db, [space.id])
    await takeOutOfInstallations(db, vault, [space.id])
    const position = await placeIn(db, { organizationId: target.id, parentId: null })
    const row = await updateSpace(db, space.id, { organization_id: target.id, parent_id: null, position })
    return showSpace(db, await withRole(db, target, caller, row), urls)
  },
})

async function withRole(db: Db, organization: Objects['organization'], caller: Caller, row: Row<'spaces'>) {
  if (caller.integration) return loadSpace(db, caller, row.id)
  const [held] = await rolesOn(db, viewerOf(organization, caller), 'space', [row])
  return held!
}
