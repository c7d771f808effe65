// What the person has not read yet of conversations. What was there at the first visit counts as read.
import { useEffect } from 'preact/hooks'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import type { Content } from '../space/content.ts'

const ON_MAIN = '/spaces/:spaceId/unread-comments'
const IN_DRAFT = '/spaces/:spaceId/change-requests/:changeRequestId/unread-comments'

export type Unread = ReplyTo<`GET ${typeof ON_MAIN}`>['comments']

/** The comments that are unread, of all pages. */
export function useUnread(content: Content): Unread {
  const { space: spaceId, changeRequest: changeRequestId, revision } = content
  const ofMain = useReading(`GET ${ON_MAIN}`, changeRequestId || revision ? null : { spaceId })
  const ofDraft = useReading(`GET ${IN_DRAFT}`, changeRequestId ? { spaceId, changeRequestId } : null)
  const value = (changeRequestId ? ofDraft : ofMain).value.value
  const isFirst = value !== undefined && value.since === undefined
  useEffect(() => {
    if (isFirst) void markRead(content)
  }, [isFirst, spaceId, changeRequestId])
  return value?.comments ?? []
}

/** A conversation, or everything. Nothing is lost if it fails. */
export async function markRead({ space: spaceId, changeRequest: changeRequestId }: Content, comment?: string) {
  const body = comment === undefined ? {} : { comment }
  try {
    await (changeRequestId
      ? call(`PUT ${IN_DRAFT}`, { spaceId, changeRequestId, body })
      : call(`PUT ${ON_MAIN}`, { spaceId, body }))
    refreshUnread()
  } catch {
    // It stays unread.
  }
}

export const refreshUnread = (): void => refresh(`GET ${ON_MAIN}`, `GET ${IN_DRAFT}`)
