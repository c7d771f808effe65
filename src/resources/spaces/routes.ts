import { routes } from '../../server/operation.ts'
import { ShareKeyQuery } from '../../shapes/share-links.ts'
import { NewSpace, Space, SpaceMove, SpacePatch, Transfer } from '../../shapes/spaces.ts'

export const spaceRoutes = routes('Spaces', {
  listSpacesInOrganizationById: {
    get: '/orgs/:organizationId/spaces',
    can: 'organization.view',
    kept: true,
    list: Space,
    summary: 'List the spaces you can see in an organization, grouped by parent, each group in order',
  },
  listDeletedSpaces: {
    get: '/orgs/:organizationId/deleted-spaces',
    can: 'organization.admin',
    list: Space,
    summary: 'List the deleted spaces of an organization, latest first: restoreSpace brings them back',
  },
  createSpace: {
    post: '/orgs/:organizationId/spaces',
    can: 'organization.view',
    body: NewSpace,
    reply: Space,
    status: 201,
    event: 'space.created',
    summary: 'Create a space',
  },
  getSpaceById: {
    get: '/spaces/:spaceId',
    can: 'space.view',
    query: ShareKeyQuery,
    visitors: true,
    reply: Space,
    withDeleted: true,
    summary: 'Get a space',
  },
  updateSpaceById: {
    patch: '/spaces/:spaceId',
    can: 'space.admin',
    body: SpacePatch,
    reply: Space,
    event: 'space.updated',
    summary: 'Update a space',
  },
  deleteSpaceById: {
    delete: '/spaces/:spaceId',
    can: 'space.admin',
    status: 205,
    event: 'space.deleted',
    summary: 'Delete a space and remove it from its sites; it can be restored for 7 days',
  },
  restoreSpace: {
    post: '/spaces/:spaceId/restore',
    can: 'space.admin',
    reply: Space,
    withDeleted: true,
    event: 'space.restored',
    summary: 'Restore a deleted space',
  },
  duplicateSpace: {
    post: '/spaces/:spaceId/duplicate',
    can: 'space.view',
    reply: Space,
    status: 201,
    event: 'space.duplicated',
    summary: 'Duplicate a space with its content and permissions',
  },
  moveSpace: {
    post: '/spaces/:spaceId/move',
    can: 'space.admin',
    body: SpaceMove,
    reply: Space,
    event: 'space.moved',
    summary: 'Move a space to another collection or position',
  },
  transferSpace: {
    post: '/spaces/:spaceId/transfer',
    can: 'space.admin',
    body: Transfer,
    reply: Space,
    event: 'space.transferred',
    summary: 'Transfer a space to another organization',
  },
})
