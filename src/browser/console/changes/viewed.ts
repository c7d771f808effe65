// What of a change request the person has viewed. A mark falls when the page changes again.
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import type { Changed } from './semantic.ts'

const VIEWED = '/spaces/:spaceId/change-requests/:changeRequestId/viewed'

/** The change request whose changes are marked. */
export interface Marking {
  space: string
  changeRequest: string
}

export interface Viewed {
  has(changed: Changed): boolean
  set(changed: Changed, isViewed: boolean): void
}

/** Undefined where nothing is marked. */
export function useViewed(marking: Marking | undefined): Viewed | undefined {
  const path = marking && { spaceId: marking.space, changeRequestId: marking.changeRequest }
  const marks = useReading(`GET ${VIEWED}`, path ?? null).value.value?.items ?? []
  if (!path) return undefined
  return {
    has: ({ kind, id }) => marks.some((mark) => mark.kind === kind && mark.id === id),
    set: ({ kind, id }, viewed) =>
      void attempt(() => call(`PUT ${VIEWED}`, { ...path, body: { kind, id, viewed } })).finally(() =>
        refresh(`GET ${VIEWED}`),
      ),
  }
}
