import { routes } from '../../server/operation.ts'
import {
  Collection,
  CollectionFilter,
  CollectionMove,
  CollectionPatch,
  NewCollection,
} from '../../shapes/collections.ts'
import { Space, Transfer } from '../../shapes/spaces.ts'

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
    summary: 'Delete a collection; its contents move to its parent',
  },
  listSpacesInCollectionById: {
    get: '/collections/:collectionId/spaces',
    can: 'collection.view',
    list: Space,
    summary: 'List the spaces you can see directly in a collection, in order',
  },
  moveCollection: {
    post: '/collections/:collectionId/move',
    can: 'collection.admin',
    body: CollectionMove,
    reply: Collection,
    event: 'collection.moved',
    summary: 'Move a collection to another parent or position',
  },
  transferCollection: {
    post: '/collections/:collectionId/transfer',
    can: 'collection.admin',
    body: Transfer,
    reply: Collection,
    event: 'collection.transferred',
    summary: 'Transfer a collection and its contents to another organization',
  },
  listCollectionsInOrganizationById: {
    get: '/orgs/:organizationId/collections',
    can: 'organization.view',
    kept: true,
    query: CollectionFilter,
    list: Collection,
    summary: 'List the collections you can see in an organization, grouped by parent, each group in order',
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
