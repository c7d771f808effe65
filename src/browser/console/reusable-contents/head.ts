// The head of main or of a draft, which lists its reusable contents.
import type { ReplyTo } from '../api/operations.ts'
import { type Reading, refresh, useReading } from '../api/store.ts'
import type { Content } from '../space/content.ts'

const OF_MAIN = 'GET /spaces/:spaceId/content'
const OF_DRAFT = 'GET /spaces/:spaceId/change-requests/:changeRequestId/content'

export function useHead({ space, changeRequest }: Content): Reading<ReplyTo<typeof OF_MAIN>> {
  const ofMain = useReading(OF_MAIN, changeRequest ? null : { spaceId: space })
  const ofDraft = useReading(OF_DRAFT, changeRequest ? { spaceId: space, changeRequestId: changeRequest } : null)
  return (changeRequest ? ofDraft : ofMain).value
}

export const refreshHead = (): void => refresh(OF_MAIN, OF_DRAFT)
