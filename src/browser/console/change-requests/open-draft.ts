import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/store.ts'
import { places } from '../places.ts'

/** Opens a new change request of a space, to write in it. */
export const openDraft = (spaceId: string, route: (url: string) => void): Promise<boolean> =>
  attempt(async () => {
    const { id } = await call('POST /spaces/:spaceId/change-requests', { spaceId, body: {} })
    refresh('GET /orgs/:organizationId/change-requests', 'GET /spaces/:spaceId')
    route(places.draft(spaceId, id))
  })
