import { useReading } from '../api/store.ts'
import type { Place } from './place.ts'

/** The conflicts that are not resolved. */
export function useConflictCount({ space, changeRequest }: Place): number {
  const { value } = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
    query: { status: 'open', limit: 1 },
  }).value
  return value?.count ?? value?.items.length ?? 0
}
