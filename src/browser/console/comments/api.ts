// Comments of main content and of change requests: the same operations at two paths.
import { call } from '../api/client.ts'
import type { Input, List, ReplyTo } from '../api/operations.ts'
import { type Reading, refresh, useReading } from '../api/store.ts'
import type { Content } from '../space/content.ts'

const ON_MAIN = '/spaces/:spaceId/comments'
const IN_DRAFT = '/spaces/:spaceId/change-requests/:changeRequestId/comments'
const MAX = 1000

export type CommentJson = ReplyTo<`GET ${typeof ON_MAIN}`>['items'][number]
export type ReplyJson = ReplyTo<`GET ${typeof ON_MAIN}/:commentId/replies`>['items'][number]
export type NewComment = Input<`POST ${typeof ON_MAIN}`>['body']
type Patch = Input<`PUT ${typeof ON_MAIN}/:commentId`>['body']
type ReplyPatch = Input<`PUT ${typeof ON_MAIN}/:commentId/replies/:commentReplyId`>['body']

const draftOf = ({ space, changeRequest }: Content) => ({ spaceId: space, changeRequestId: changeRequest! })

/** The comments on a page, or all of them, oldest first. `null` reads nothing. */
export function useComments(content: Content, page: string | null | undefined): Reading<List<CommentJson>> {
  const { space: spaceId, changeRequest, revision } = content
  const query = { format: 'document', order: 'asc', limit: MAX, ...(page && { targetPage: page }) } as const
  const ofMain = useReading(`GET ${ON_MAIN}`, changeRequest || revision || page === null ? null : { spaceId, query })
  const ofDraft = useReading(`GET ${IN_DRAFT}`, changeRequest && page !== null ? { ...draftOf(content), query } : null)
  return (changeRequest ? ofDraft : ofMain).value
}

/** `null` reads nothing. */
export function useReplies(content: Content, commentId: string | null): Reading<List<ReplyJson>> {
  const query = { format: 'document', limit: MAX } as const
  const { space: spaceId, changeRequest } = content
  const ofMain = useReading(
    `GET ${ON_MAIN}/:commentId/replies`,
    commentId === null || changeRequest ? null : { spaceId, commentId, query },
  )
  const ofDraft = useReading(
    `GET ${IN_DRAFT}/:commentId/replies`,
    commentId === null || !changeRequest ? null : { ...draftOf(content), commentId, query },
  )
  return (changeRequest ? ofDraft : ofMain).value
}

/** Reads again what shows comments. */
const refreshComments = (): void =>
  refresh(
    `GET ${ON_MAIN}`,
    `GET ${IN_DRAFT}`,
    `GET ${ON_MAIN}/:commentId/replies`,
    `GET ${IN_DRAFT}/:commentId/replies`,
    'GET /spaces/:spaceId/change-requests/:changeRequestId',
  )

async function written<T>(sent: Promise<T>): Promise<T> {
  const reply = await sent
  refreshComments()
  return reply
}

export const postComment = (content: Content, body: NewComment) =>
  written(
    content.changeRequest
      ? call(`POST ${IN_DRAFT}`, { ...draftOf(content), body })
      : call(`POST ${ON_MAIN}`, { spaceId: content.space, body }),
  )

export const postReply = (content: Content, commentId: string, markdown: string) => {
  const input = { commentId, body: { body: { markdown } } }
  return written(
    content.changeRequest
      ? call(`POST ${IN_DRAFT}/:commentId/replies`, { ...draftOf(content), ...input })
      : call(`POST ${ON_MAIN}/:commentId/replies`, { spaceId: content.space, ...input }),
  )
}

/** What is changed or deleted: a comment, or one of its replies. */
export interface Said {
  comment: string
  reply?: string
}

export function change(content: Content, { comment: commentId, reply }: Said, body: Patch & ReplyPatch) {
  const spaceId = content.space
  if (reply === undefined)
    return written<unknown>(
      content.changeRequest
        ? call(`PUT ${IN_DRAFT}/:commentId`, { ...draftOf(content), commentId, body })
        : call(`PUT ${ON_MAIN}/:commentId`, { spaceId, commentId, body }),
    )
  const input = { commentId, commentReplyId: reply, body }
  return written<unknown>(
    content.changeRequest
      ? call(`PUT ${IN_DRAFT}/:commentId/replies/:commentReplyId`, { ...draftOf(content), ...input })
      : call(`PUT ${ON_MAIN}/:commentId/replies/:commentReplyId`, { spaceId, ...input }),
  )
}

export function remove(content: Content, { comment: commentId, reply }: Said) {
  const spaceId = content.space
  if (reply === undefined)
    return written<unknown>(
      content.changeRequest
        ? call(`DELETE ${IN_DRAFT}/:commentId`, { ...draftOf(content), commentId })
        : call(`DELETE ${ON_MAIN}/:commentId`, { spaceId, commentId }),
    )
  const input = { commentId, commentReplyId: reply }
  return written<unknown>(
    content.changeRequest
      ? call(`DELETE ${IN_DRAFT}/:commentId/replies/:commentReplyId`, { ...draftOf(content), ...input })
      : call(`DELETE ${ON_MAIN}/:commentId/replies/:commentReplyId`, { spaceId, ...input }),
  )
}

/** What somebody wrote, as they wrote it. */
export async function readMarkdown(content: Content, { comment: commentId, reply }: Said): Promise<string> {
  const spaceId = content.space
  const input = { commentId, commentReplyId: reply ?? '' }
  const { body } = await (reply === undefined
    ? content.changeRequest
      ? call(`GET ${IN_DRAFT}/:commentId`, { ...draftOf(content), commentId })
      : call(`GET ${ON_MAIN}/:commentId`, { spaceId, commentId })
    : content.changeRequest
      ? call(`GET ${IN_DRAFT}/:commentId/replies/:commentReplyId`, { ...draftOf(content), ...input })
      : call(`GET ${ON_MAIN}/:commentId/replies/:commentReplyId`, { spaceId, ...input }))
  return body.markdown ?? ''
}
