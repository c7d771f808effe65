import type { Caller } from '../../access/caller.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { rolesOn } from '../../access/visibility.ts'
import type { Db, Row } from '../../db/tables.ts'
import {
  insertCollection,
  listVisibleCollections,
  listWithDescendants,
  removeCollection,
  toCollection,
  transferCollections,
  updateCollection,
} from '../../domain/collections/index.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { authorizeCreateIn, lockOrganizations, orderKeyIn } from '../../domain/placement/index.ts'
import { listVisibleSpaces, presentSpaces } from '../../domain/spaces/index.ts'
import { invalid } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { collectionRoutes } from './routes.ts'

export const collections = implement(collectionRoutes, {
  getCollectionById: ({ collection, urls }) => toCollection(collection, urls),

  async updateCollectionById({ db, collection, caller, body, urls }) {
    const { title, description, defaultLevel } = body
    const row = await updateCollection(db, collection.id, { title, description, default_level: defaultLevel })
    const organization = await loadOrganization(db, caller, collection.organization_id)
    return toCollection(await withRole(db, organization, caller, row), urls)
  },

  async deleteCollectionById({ db, collection }) {
    await lockOrganizations(db, collection.organization_id)
    await removeCollection(db, collection)
  },

  async listSpacesInCollectionById({ db, collection, caller, page, urls }) {
    const viewer = viewerOf(await loadOrganization(db, caller, collection.organization_id), caller)
    const { rows, count, next } = await listVisibleSpaces(db, viewer, page, collection.id)
    const held = await rolesOn(db, viewer, 'space', rows)
    return { items: await presentSpaces(db, held, urls), count, next }
  },

  async moveCollection({ db, collection, caller, body, urls }) {
    await lockOrganizations(db, collection.organization_id)
    const parentId = body.parent === undefined ? collection.parent_id : body.parent
    const organization = await loadOrganization(db, caller, collection.organization_id)
    if (parentId !== collection.parent_id) {
      await authorizeCreateIn(db, caller, organization, parentId)
      await refuseInside(db, collection.id, parentId)
    }
    const place = { organizationId: organization.id, parentId, position: body.position }
    const position = await orderKeyIn(db, place, collection.id)
    const row = await updateCollection(db, collection.id, { parent_id: parentId, position })
    return toCollection(await withRole(db, organization, caller, row), urls)
  },

  async transferCollection({ db, vault, collection, caller, body, urls, report }) {
    await lockOrganizations(db, collection.organization_id, body.organization)
    const target = await loadOrganization(db, caller, body.organization)
    report({ data: { organization: target.id }, changed: target.id !== collection.organization_id })
    if (target.id === collection.organization_id) return toCollection(collection, urls)
    authorize('organization.createContent', { organization: target })
    const position = await orderKeyIn(db, { organizationId: target.id, parentId: null })
    await transferCollections(db, vault, await listWithDescendants(db, collection.id), target.id)
    const row = await updateCollection(db, collection.id, { parent_id: null, position })
    return toCollection(await withRole(db, target, caller, row), urls)
  },

  async listCollectionsInOrganizationById({ db, organization, caller, query, page, urls }) {
    const viewer = viewerOf(organization, caller)
    const { rows, count, next } = await listVisibleCollections(db, viewer, page, query.nested ?? true)
    const held = await rolesOn(db, viewer, 'collection', rows)
    return { items: held.map((collection) => toCollection(collection, urls)), count, next }
  },

  async createCollection({ db, organization, caller, body, urls }) {
    const parentId = body.parent ?? null
    const { role } = await authorizeCreateIn(db, caller, organization, parentId)
    const position = await orderKeyIn(db, { organizationId: organization.id, parentId })
    const place = { organization_id: organization.id, parent_id: parentId, position }
    const row = await insertCollection(db, { ...place, title: body.title })
    return toCollection({ ...row, role }, urls)
  },
})

async function refuseInside(db: Db, id: string, parentId: string | null): Promise<void> {
  if (parentId === null || !(await listWithDescendants(db, id)).includes(parentId)) return
  throw invalid({ path: 'parent', message: 'must not be the collection itself or inside it' })
}

async function withRole(db: Db, organization: Objects['organization'], caller: Caller, row: Row<'collections'>) {
  const [held] = await rolesOn(db, viewerOf(organization, caller), 'collection', [row])
  return held!
}
