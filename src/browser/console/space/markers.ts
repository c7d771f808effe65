// What a draft has changed, by page.
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import type { Content } from './content.ts'

export type Marker = 'created' | 'edited' | 'moved'

const CHANGES = '/spaces/:spaceId/change-requests/:changeRequestId/changes'
const MAX = 1000

/** Undefined unless this is a draft. */
export function useMarkers({ space, changeRequest }: Content): ReadonlyMap<string, Marker> | undefined {
  const input = changeRequest ? { spaceId: space, changeRequestId: changeRequest, query: { limit: MAX } } : null
  const { value } = useReading(`GET ${CHANGES}`, input).value
  return changeRequest && value ? markersOf(value) : undefined
}

function markersOf({ changes }: ReplyTo<`GET ${typeof CHANGES}`>): Map<string, Marker> {
  const markers = new Map<string, Marker>()
  for (const { type, page } of changes) {
    const [of, marker] = type.split('_') as [string, Marker]
    if (of !== 'page' || !page || (marker as string) === 'deleted') continue
    // Created says more than edited, and edited more than moved.
    if (marker === 'created' || !markers.has(page.id) || markers.get(page.id) === 'moved') markers.set(page.id, marker)
  }
  return markers
}
