import { routes } from '../../server/operation.ts'
import {
  ChangeRequest,
  ChangeRequestFilter,
  ChangeRequestPatch,
  MergeBody,
  MergeQuery,
  MergeResult,
  NewChangeRequest,
  OrganizationChangeRequestFilter,
  UpdateResult,
} from '../../shapes/change-requests.ts'
import { ChangedAddresses } from '../../shapes/changed-addresses.ts'
import { ChangeRequestConflict } from '../../shapes/conflicts.ts'
import { ChangesQuery, RevisionSemanticChanges } from '../../shapes/semantic-changes.ts'
import { ConflictQuery, ConflictsQuery, Resolution } from './conflict-schemas.ts'

export { reviewRoutes } from './review-routes.ts'

const ALL = '/spaces/:spaceId/change-requests'
const ONE = `${ALL}/:changeRequestId` as const

export const changeRequestRoutes = routes('Change requests', {
  listChangeRequestsForSpace: {
    get: ALL,
    can: 'space.view',
    kept: true,
    query: ChangeRequestFilter,
    list: ChangeRequest,
    summary: 'List the change requests of a space, newest first',
  },
  listChangeRequestsForOrganization: {
    get: '/orgs/:organizationId/change-requests',
    can: 'organization.view',
    kept: true,
    query: OrganizationChangeRequestFilter,
    list: ChangeRequest,
    summary: 'List the change requests of all spaces you can see in an organization, latest first',
  },
  createChangeRequest: {
    post: ALL,
    can: 'space.propose',
    body: NewChangeRequest,
    reply: ChangeRequest,
    status: 201,
    event: 'change-request.created',
    summary: 'Create a change request from the current content of a space',
  },
  openOwnDraft: {
    put: '/spaces/:spaceId/own-draft',
    can: 'space.propose',
    reply: ChangeRequest,
    event: 'change-request.created',
    summary:
      'Get your own draft of a space: the latest change request that you created and that is a draft, or a new one',
  },
  getChangeRequestById: {
    get: ONE,
    can: 'space.view',
    visitors: true,
    reply: ChangeRequest,
    summary: 'Get a change request by its id or number',
  },
  updateChangeRequestById: {
    patch: ONE,
    can: 'space.propose',
    body: ChangeRequestPatch,
    reply: ChangeRequest,
    event: 'change-request.updated',
    summary: 'Update the subject or the status of a change request',
  },
  mergeChangeRequest: {
    post: `${ONE}/merge`,
    can: 'space.merge',
    query: MergeQuery,
    body: MergeBody,
    reply: MergeResult,
    event: 'change-request.merged',
    summary: 'Merge a change request into the content of its space',
  },
  getChangedAddresses: {
    get: `${ONE}/addresses`,
    can: 'space.propose',
    reply: ChangedAddresses,
    summary: 'Get the addresses on sites that appear, move or vanish when a change request is merged',
  },
  updateChangeRequest: {
    post: `${ONE}/update`,
    can: 'space.propose',
    reply: UpdateResult,
    event: 'change-request.updated-from-main',
    summary: 'Update a change request with the changes made to its space',
  },
  listConflicts: {
    get: `${ONE}/conflicts`,
    can: 'space.view',
    query: ConflictsQuery,
    list: ChangeRequestConflict,
    summary: 'List the conflicts of a change request',
  },
  resolveConflict: {
    post: `${ONE}/conflicts/:conflictId`,
    can: 'space.propose',
    query: ConflictQuery,
    body: Resolution,
    reply: ChangeRequestConflict,
    event: 'change-request.conflict.resolved',
    summary: 'Resolve a conflict with one of its sides or with a document',
  },
  getChangeRequestChanges: {
    get: `${ONE}/changes`,
    can: 'space.view',
    query: ChangesQuery,
    reply: RevisionSemanticChanges,
    summary: 'Get the changes of a change request',
  },
})
