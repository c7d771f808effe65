import { say } from '../../ui/toasts.tsx'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import type { Place } from './place.ts'

type Patch = Input<'PATCH /spaces/:spaceId/change-requests/:changeRequestId'>['body']

/** Reads again what shows change requests. */
export const refreshChangeRequests = (): void =>
  refresh(
    'GET /orgs/:organizationId/change-requests',
    'GET /spaces/:spaceId/change-requests/:changeRequestId',
    'GET /spaces/:spaceId/change-requests/:changeRequestId/reviews',
    'GET /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    'GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts',
    'GET /spaces/:spaceId',
  )

export const saveChangeRequest = ({ space, changeRequest }: Place, body: Patch, said?: string): Promise<boolean> =>
  attempt(async () => {
    await call('PATCH /spaces/:spaceId/change-requests/:changeRequestId', {
      spaceId: space.id,
      changeRequestId: changeRequest.id,
      body,
    })
    refreshChangeRequests()
    if (said) say(said)
  })
