// A page to edit, with the revision that it is read from.
import type { Document } from '../../../engine/document.ts'
import { call } from '../api/client.ts'
import type { Content } from './content.ts'

export interface PageFields {
  title?: string
  description?: string
  document?: Document
}

export interface Snapshot extends Required<PageFields> {
  revision: string
}

export const loadSnapshot = async (content: Content, pageId: string): Promise<Snapshot> =>
  loadSnapshotAt(content, await headOf(content), pageId)

export async function loadSnapshotAt(content: Content, revision: string, pageId: string): Promise<Snapshot> {
  const page = await call('GET /spaces/:spaceId/revisions/:revisionId/page/:pageId', {
    spaceId: content.space,
    revisionId: revision,
    pageId,
    query: { format: 'document', schema: 'next' },
  })
  const { title, description = '', document } = page
  return { revision, title, description, document: document as unknown as Document }
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
