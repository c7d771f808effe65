import { routes } from '../../server/operation.ts'
import { Space, Transfer } from '../spaces/schemas.ts'
import { Collection, CollectionFilter, CollectionMove, CollectionPatch, NewCollection } from './schemas.ts'

export const collectionRoutes = routes('Collections', {
  getCollectionById: {
    get: '/collections/:collectionId',
    can: 'collection.view',
    reply: Collection,
    summary: 'Get a collection',
  },
  updateCollectionById: {
    patch: '/collections/:collectionId',
    can: 'collection.admin',
    body: CollectionPatch,
    reply: Collection,
    event: 'collection.updated',
    summary: 'Update a collection',
  },
  deleteCollectionById: {
    delete: '/collections/:collectionId',
    can: 'collection.admin',
    event: 'collection.deleted',
    summary: 'Delete a collection; what it contains moves to its place',
  },
  listSpacesInCollectionById: {
    get: '/collections/:collectionId/spaces',
    can: 'collection.view',
    list: Space,
    summary: 'List the spaces you may see directly in a collection, in their order',
  },
  moveCollection: {
    post: '/collections/:collectionId/move',
    can: 'collection.admin',
    body: CollectionMove,
    reply: Collection,
    event: 'collection.moved',
    summary: 'Move a collection to another collection or another place',
  },
  transferCollection: {
    post: '/collections/:collectionId/transfer',
    can: 'collection.admin',
    body: Transfer,
    reply: Collection,
    event: 'collection.transferred',
    summary: 'Transfer a collection and all it contains to another organization',
  },
  listCollectionsInOrganizationById: {
    get: '/orgs/:organizationId/collections',
    can: 'organization.view',
    query: CollectionFilter,
    list: Collection,
    summary: 'List the collections you may see in an organization, grouped by parent, each group in its own order',
  },
  createCollection: {
    post: '/orgs/:organizationId/collections',
    can: 'organization.view',
    body: NewCollection,
    reply: Collection,
    status: 201,
    event: 'collection.created',
    summary: 'Create a collection',
  },
})
