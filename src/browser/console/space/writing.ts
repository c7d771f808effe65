// Where changes to content go. In a draft, they go into it. On main, they go into the person's own draft of the space,
// which is opened for them; only in a space with live edits that no site shows do they go to main itself.
import type { Document } from '../../../engine/document.ts'
import { call } from '../api/client.ts'
import type { Input, ReplyTo } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import type { Content } from './content.ts'

type Batch = Input<'POST /spaces/:spaceId/content'>['body']
export type Changes = Batch['changes']
export type SpaceJson = ReplyTo<'GET /spaces/:spaceId'>

export interface Written {
  /** The content that was written: a draft may have been opened for it. */
  content: Content
  /** The ids of inserted pages, in order. */
  created: string[]
  /** The ids of inserted reusable contents, in order. */
  reusables: string[]
  /** The state after the write. */
  revision: string
  /** The documents in which the write was merged with what others wrote, by page or reusable content. */
  merged: Map<string, Document>
}

/** The revision that a write began from, and the name by which its retries are recognized. */
export interface Origin {
  base: string
  key: string
}

const MAX_AT_ONCE = 50

export async function writeContent(
  content: Content,
  space: SpaceJson,
  changes: Changes,
  origin?: Origin,
): Promise<Written> {
  const target = await targetOf(content, space)
  const written: Written = { content: target, created: [], reusables: [], revision: '', merged: new Map() }
  for (let from = 0; from < changes.length; from += MAX_AT_ONCE) {
    const batch = { changes: changes.slice(from, from + MAX_AT_ONCE), ...(origin && { base: origin.base }) }
    const reply = await send(target, batch, origin?.key)
    if (!('changes' in reply)) continue
    written.revision = reply.revision
    for (const effect of reply.changes)
      if (effect.object === 'created_page') written.created.push(effect.page.id)
      else if (effect.object === 'reusable_content') written.reusables.push(...effect.ids)
    for (const { page, reusableContent, document } of reply.documents ?? [])
      written.merged.set((page ?? reusableContent)!, document as unknown as Document)
  }
  return written
}

type PageMoves = Input<'POST /spaces/:spaceId/content/move-pages'>['body']['pages']

/** Moves pages to another space, in one step. */
export const movePages = ({ space, changeRequest }: Content, to: Content, pages: PageMoves) => {
  const body = { pages, to: { space: to.space, ...(to.changeRequest && { changeRequest: to.changeRequest }) } }
  return changeRequest
    ? call('POST /spaces/:spaceId/change-requests/:changeRequestId/content/move-pages', {
        spaceId: space,
        changeRequestId: changeRequest,
        body,
      })
    : call('POST /spaces/:spaceId/content/move-pages', { spaceId: space, body })
}

/** Reads again what shows content: after it was written. */
export const refreshContent = (): void =>
  refresh(
    'GET /spaces/:spaceId/content/pages',
    'GET /spaces/:spaceId/content/page/:pageId',
    'GET /spaces/:spaceId/change-requests/:changeRequestId/content/pages',
    'GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId',
    'GET /spaces/:spaceId/change-requests/:changeRequestId/changes',
    'GET /orgs/:organizationId/change-requests',
  )

const send = ({ space, changeRequest }: Content, body: Batch, key: string | undefined) => {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return changeRequest
    ? call(
        'POST /spaces/:spaceId/change-requests/:changeRequestId/content',
        { spaceId: space, changeRequestId: changeRequest, query: { compat: false }, body },
        { headers },
      )
    : call('POST /spaces/:spaceId/content', { spaceId: space, query: { compat: false }, body }, { headers })
}

/** Only content that nobody reads on a site is changed at once. */
export const writesToMain = ({ editMode, urls, permissions }: SpaceJson): boolean =>
  editMode === 'live' && urls.published === undefined && permissions.edit

/** The content that a change goes to; opens the person's own draft if it needs one. */
export async function targetOf(content: Content, space: SpaceJson): Promise<Content> {
  if (content.changeRequest) return content
  if (writesToMain(space)) return { space: space.id }
  const draft = await call('PUT /spaces/:spaceId/own-draft', { spaceId: space.id })
  return { space: space.id, changeRequest: draft.id }
}
