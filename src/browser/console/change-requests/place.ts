// What the parts of a change request are about.
import type { ReplyTo } from '../api/operations.ts'

export type ChangeRequestJson = ReplyTo<'GET /spaces/:spaceId/change-requests/:changeRequestId'>
export type SpaceJson = ReplyTo<'GET /spaces/:spaceId'>
export type ConflictJson = ReplyTo<'GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts'>['items'][number]

export interface Place {
  space: SpaceJson
  changeRequest: ChangeRequestJson
}

/** The parts of a change request that have an address. */
export type Tab = 'changes' | 'conversation' | 'conflicts' | 'preview'

/** What a change request changes: from the main content that it includes to its own. */
export const comparedOf = ({ space, revision, revisionInitial, revisionMergedAncestor }: ChangeRequestJson) => ({
  space,
  from: revisionMergedAncestor ?? revisionInitial,
  to: revision,
})
