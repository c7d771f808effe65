// Pictures in comments: bodies name them by their address.
import { toFile } from '../../domain/revisions/index.ts'
import type { File } from '../../engine/tree/records.ts'
import { invalid, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { fromBase64, storeFile } from '../../files/new-file.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { commentFileRoutes } from './routes.ts'

const MAX_MEBIBYTES = 10

export const commentFiles = implement(commentFileRoutes, {
  addCommentFile: {
    async prepare({ body, files }) {
      const bytes = fromBase64(body.base64)
      if (!bytes) throw invalid({ path: 'base64', message: 'must be Base64' })
      if (bytes.length > MAX_MEBIBYTES * 1024 * 1024)
        throw invalid({ path: 'base64', message: `must not have more than ${MAX_MEBIBYTES} MiB` })
      const file = await storeFile(files.store, { bytes: [bytes], name: body.name })
      if (!file.contentType.startsWith('image/')) throw invalid({ path: 'base64', message: 'must be a picture' })
      return async ({ db, space, caller, files, urls, report }) => {
        await db
          .insertInto('comment_files')
          .values({
            id: file.id,
            space_id: space.id,
            file: JSON.stringify(file),
            created_by: caller.user.id,
            created_at: now(),
          })
          .execute()
        report({ target: { kind: 'comment-file', id: file.id } })
        return show(file, space.id, files, urls)
      }
    },
  },

  async getCommentFileById({ db, space, params, files, urls }) {
    const row = await db
      .selectFrom('comment_files')
      .select('file')
      .where('id', '=', params.commentFileId)
      .where('space_id', '=', space.id)
      .executeTakeFirst()
    if (!row) throw problem('notFound')
    return show(JSON.parse(row.file) as File, space.id, files, urls)
  },
})

const show = (file: File, spaceId: string, files: Files, urls: Urls) => ({
  object: 'comment-file' as const,
  ...toFile(file, files.signer, urls),
  urls: { location: urls.api(`/spaces/${spaceId}/comment-files/${file.id}`) },
})
