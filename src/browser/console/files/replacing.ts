// Replaces a file: the new one takes its place in every page and reusable content of the space that uses it.
import { call } from '../api/client.ts'
import type { Content } from '../space/content.ts'
import { storeFile } from '../space/store-file.ts'
import { type Changes, type SpaceJson, targetOf, writeContent } from '../space/writing.ts'

export async function replaceFile(
  space: SpaceJson,
  old: string,
  by: File,
  progress: (share: number) => void,
): Promise<Content> {
  const target = await targetOf({ space: space.id }, space)
  const { id } = await storeFile(target, by, progress)
  const { items } = await call('GET /spaces/:spaceId/content/files/:fileId/backlinks', {
    spaceId: space.id,
    fileId: old,
    query: { limit: 1000 },
  })
  const pages = new Set(items.flatMap(({ page, space: of }) => (page && of?.id === space.id ? [page.id] : [])))
  const contents = new Set(items.flatMap(({ reusableContent: one }) => (one ? [one.id] : [])))
  const swapped = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(`"file":"${old}"`, `"file":"${id}"`))
  const changes: Changes = []
  for (const page of pages) {
    const query = { format: 'document', schema: 'next' } as const
    const { document, cover } = await call('GET /spaces/:spaceId/content/page/:pageId', {
      spaceId: space.id,
      pageId: page,
      query,
    })
    changes.push({
      operation: 'update_page',
      page,
      ...(document && { document: { document: swapped(document) } }),
      ...(cover && { cover: swapped(cover) }),
    })
  }
  for (const reusableContent of contents) {
    const document = await call(
      'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
      {
        spaceId: space.id,
        revisionId: space.revision,
        reusableContentId: reusableContent,
        query: { schema: 'next' },
      },
    )
    changes.push({ operation: 'update_reusable_content', reusableContent, document: { document: swapped(document) } })
  }
  changes.push({ operation: 'delete_files', files: [old] })
  return (await writeContent(target, space, changes)).content
}
