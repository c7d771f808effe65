// Deleting a space and bringing it back, and reading again what shows spaces.
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { dropFrom, refresh, refreshSpace } from '../api/store.ts'
import { forgetPresence } from '../live/presence.ts'
import { places } from '../places.ts'
import { sayUndoable } from '../undoing.ts'

export const refreshSpaces = (): void =>
  refresh(
    'GET /spaces/:spaceId',
    'GET /orgs/:organizationId/spaces',
    'GET /orgs/:organizationId/deleted-spaces',
    'GET /orgs/:organizationId/collections',
    'GET /collections/:collectionId',
    'GET /collections/:collectionId/spaces',
  )

type Named = { id: string; title: string; organization: string }

export const restoreSpace = ({ id }: Pick<Named, 'id'>, route: (to: string) => void) =>
  attempt(async () => {
    await call('POST /spaces/:spaceId/restore', { spaceId: id })
    refreshSpaces()
    // Its pages were not there while it was deleted.
    refreshSpace(id)
    route(places.space(id))
    say(words.spaces.restored)
  })

export const removeSpace = ({ id, title, organization }: Named, route: (to: string) => void) =>
  attempt(async () => {
    await call('DELETE /spaces/:spaceId', { spaceId: id })
    forgetPresence(id)
    dropFrom('GET /orgs/:organizationId/spaces', id)
    route(places.home(organization))
    refreshSpaces()
    sayUndoable(words.spaces.removed(title), () => restoreSpace({ id }, route))
  })
