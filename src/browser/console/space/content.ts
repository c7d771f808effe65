// The content of a space that is looked at: main, a draft, or a revision.
import type { ReplyTo } from '../api/operations.ts'
import { type Reading, useReading } from '../api/store.ts'
import { places } from '../places.ts'

export interface Content {
  space: string
  changeRequest?: string | undefined
  revision?: string | undefined
}

export type Page = ReplyTo<'GET /spaces/:spaceId/content/pages'>['pages'][number]

/** The address of the content, or of a page in it. */
export function addressOf({ space, changeRequest, revision }: Content, page?: string): string {
  const inside = changeRequest ? `/change-requests/${changeRequest}` : revision ? `/revisions/${revision}` : ''
  return places.space(space) + inside + (page ? `/pages/${page}` : '')
}

/** The reusable contents of main or of a draft, or one of them. */
export const reusablesAt = (content: Content, id?: string): string =>
  `${addressOf(content)}/reusable-contents${id ? `/${id}` : ''}`

export function useTree({ space, changeRequest, revision }: Content): Reading<{ pages: Page[] }> {
  const spaceId = space
  const ofDraft = useReading(
    'GET /spaces/:spaceId/change-requests/:changeRequestId/content/pages',
    changeRequest ? { spaceId, changeRequestId: changeRequest } : null,
  )
  const ofRevision = useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/pages',
    revision ? { spaceId, revisionId: revision } : null,
  )
  const ofMain = useReading('GET /spaces/:spaceId/content/pages', changeRequest || revision ? null : { spaceId })
  return (changeRequest ? ofDraft : revision ? ofRevision : ofMain).value
}

export function usePage({ space, changeRequest, revision }: Content, page: string | undefined): Reading<Page> {
  const query = { format: 'html' } as const
  const one = page === undefined ? null : { spaceId: space, pageId: page, query }
  const ofDraft = useReading(
    'GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId',
    one && changeRequest ? { ...one, changeRequestId: changeRequest } : null,
  )
  const ofRevision = useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId',
    one && revision ? { ...one, revisionId: revision } : null,
  )
  const ofMain = useReading(
    'GET /spaces/:spaceId/content/page/:pageId',
    one && !changeRequest && !revision ? one : null,
  )
  return (changeRequest ? ofDraft : revision ? ofRevision : ofMain).value
}
