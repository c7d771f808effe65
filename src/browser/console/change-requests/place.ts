// What the parts of a change request are about.
import type { ReplyTo } from '../api/operations.ts'

export type ChangeRequestJson = ReplyTo<'GET /spaces/:spaceId/change-requests/:changeRequestId'>
export type SpaceJson = ReplyTo<'GET /spaces/:spaceId'>
export type ConflictJson = ReplyTo<'GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts'>['items'][number]

export interface Place {
  space: SpaceJson
  changeRequest: ChangeRequestJson
}
