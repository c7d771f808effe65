// A page or a reusable content to edit, with the revision that it is read from.
import type { Document } from '../../../engine/document.ts'
import { call } from '../api/client.ts'
import type { Content } from './content.ts'

/** What is written. */
export interface Subject {
  kind: 'page' | 'reusable-content'
  id: string
}

export interface PageFields {
  title?: string
  description?: string
  document?: Document
}

export interface Snapshot extends Required<PageFields> {
  revision: string
}

export const loadSnapshot = async (content: Content, subject: Subject): Promise<Snapshot> =>
  loadSnapshotAt(content, await headOf(content), subject)

export async function loadSnapshotAt({ space }: Content, revision: string, { kind, id }: Subject): Promise<Snapshot> {
  const at = { spaceId: space, revisionId: revision }
  if (kind === 'reusable-content') return loadReusableSnapshot(at, id)
  const page = await call('GET /spaces/:spaceId/revisions/:revisionId/page/:pageId', {
    ...at,
    pageId: id,
    query: { format: 'document', schema: 'next' },
  })
  const { title, description = '', document } = page
  return { revision, title, description, document: document as unknown as Document }
}

async function loadReusableSnapshot(at: { spaceId: string; revisionId: string }, id: string): Promise<Snapshot> {
  const one = { ...at, reusableContentId: id }
  const path = '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId'
  const [{ title }, document] = await Promise.all([
    call(`GET ${path}`, one),
    call(`GET ${path}/document`, { ...one, query: { schema: 'next' } }),
  ])
  return { revision: at.revisionId, title, description: '', document: document as unknown as Document }
}

export async function headOf({ space, changeRequest }: Content): Promise<string> {
  const { id } = changeRequest
    ? await call('GET /spaces/:spaceId/change-requests/:changeRequestId/content', {
        spaceId: space,
        changeRequestId: changeRequest,
      })
    : await call('GET /spaces/:spaceId/content', { spaceId: space })
  return id
}
