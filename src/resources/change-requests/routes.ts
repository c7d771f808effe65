import { routes } from '../../server/operation.ts'
import { ChangesQuery, RevisionSemanticChanges } from './changes.ts'
import { ChangeRequestConflict, ConflictQuery, ConflictsQuery, Resolution } from './conflict-schemas.ts'
import {
  ChangeRequest,
  ChangeRequestFilter,
  ChangeRequestPatch,
  Merged,
  MergeQuery,
  NewChangeRequest,
  Updated,
} from './schemas.ts'

const ALL = '/spaces/:spaceId/change-requests'
const ONE = `${ALL}/:changeRequestId` as const

export const changeRequestRoutes = routes('Change requests', {
  listChangeRequestsForSpace: {
    get: ALL,
    can: 'space.view',
    query: ChangeRequestFilter,
    list: ChangeRequest,
    summary: 'List the change requests of a space, newest first',
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
    summary: 'Change the subject or the status of a change request',
  },
  mergeChangeRequest: {
    post: `${ONE}/merge`,
    can: 'space.merge',
    query: MergeQuery,
    reply: Merged,
    event: 'change-request.merged',
    summary: 'Merge a change request into the content of its space',
  },
  updateChangeRequest: {
    post: `${ONE}/update`,
    can: 'space.propose',
    reply: Updated,
    event: 'change-request.updated-from-main',
    summary: 'Bring what changed in the space into a change request',
  },
  listConflicts: {
    get: `${ONE}/conflicts`,
    can: 'space.view',
    query: ConflictsQuery,
    list: ChangeRequestConflict,
    summary: 'List what the updates of a change request could not settle',
  },
  resolveConflict: {
    post: `${ONE}/conflicts/:conflictId`,
    can: 'space.propose',
    query: ConflictQuery,
    body: Resolution,
    reply: ChangeRequestConflict,
    event: 'change-request.conflict.resolved',
    summary: 'Settle a conflict by a side, or by a document of its own',
  },
  getChangeRequestChanges: {
    get: `${ONE}/changes`,
    can: 'space.view',
    query: ChangesQuery,
    reply: RevisionSemanticChanges,
    summary: 'Get what a change request changes',
  },
})
