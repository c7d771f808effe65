import { brokenRules, type MergeRule } from '../../../engine/merge-rules.ts'
import { useReading } from '../api/store.ts'
import type { Place } from './place.ts'

/** The rules of the space that the change request does not meet yet. The server decides by the same ones. */
export function useBrokenRules({ space, changeRequest }: Place): MergeRule[] {
  const reviews = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/reviews', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
    query: { limit: 1000 },
  }).value.value
  if (!space.mergeRules || !reviews) return []
  return brokenRules(space.mergeRules, {
    author: changeRequest.createdBy.id,
    reviews: reviews.items.map(({ reviewer, status, outdated }) => ({ reviewer: reviewer.id, status, outdated })),
    openComments: changeRequest.comments,
  })
}
