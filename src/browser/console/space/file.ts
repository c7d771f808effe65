// A file of the space: what it is, where it is, and what is in it.
import type { DrawnFile } from '../../../render/html/index.ts'
import { words } from '../../words.ts'
import { call } from '../api/client.ts'
import type { Content } from './content.ts'

export async function loadFile({ space, changeRequest }: Content, fileId: string): Promise<DrawnFile> {
  const { name, size, contentType, downloadURL, dimensions } = await (changeRequest
    ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId', {
        spaceId: space,
        changeRequestId: changeRequest,
        fileId,
      })
    : call('GET /spaces/:spaceId/content/files/:fileId', { spaceId: space, fileId }))
  return { name, size, contentType, href: downloadURL, ...dimensions }
}

export async function readFile(content: Content, fileId: string): Promise<string> {
  const { href } = await loadFile(content, fileId)
  const reply = await fetch(href)
  if (!reply.ok) throw new Error(words.failed(reply.statusText))
  return reply.text()
}
