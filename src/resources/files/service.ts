// The same two reads at three places: the content of a space, of a change request, and one revision.
import type { Objects } from '../../access/vocabulary.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { File } from '../../engine/tree/records.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { uploadPath } from '../../files/links.ts'
import { newId } from '../../lib/ids.ts'
import { HOUR } from '../../lib/time.ts'
import { implement, type ListOf } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { findFile, loadRoot, takeFiles, toFile } from './queries.ts'
import { changeRequestFileRoutes, fileRoutes, revisionFileRoutes, storageRoutes } from './routes.ts'
import type { FileJson } from './schemas.ts'
import { checkLimits } from './uploading.ts'

export const files = implement(fileRoutes, {
  listFiles: (context) => listFiles(context, headOf(context)),
  getFileById: (context) => getFile(context, headOf(context)),
})

export const changeRequestFiles = implement(changeRequestFileRoutes, {
  listFilesInChangeRequestById: (context) => listFiles(context, headOf(context)),
  getFileInChangeRequestById: (context) => getFile(context, headOf(context)),
})

export const revisionFiles = implement(revisionFileRoutes, {
  listFilesInRevisionById: (context) => listFiles(context, context.params.revisionId),
  getFileInRevisionById: (context) => getFile(context, context.params.revisionId),
})

export const storage = implement(storageRoutes, {
  generateStorageUploadURL({ organization, body: { file, kind }, files, urls, note }) {
    checkLimits(kind, file)
    const { name, size } = file
    const key = newId()
    const upload = { key, organization: organization.id, kind, name, size }
    const url = urls.base + uploadPath(files.signer, upload, Date.now() + UPLOAD_WITHIN)
    note({ target: { kind: 'upload', id: key }, data: { kind, name, size } })
    // What is made here is a place: the one to send the file to.
    return { object: 'storage-signed-url' as const, url, key, urls: { location: url } }
  },
})

const UPLOAD_WITHIN = HOUR

interface Asked {
  db: Db
  space: Objects['space']
  query: { metadata?: boolean | undefined }
  files: Files
  urls: Urls
}

interface Read {
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  query: { revision?: string | undefined }
}

const headOf = ({ space, changeRequest, query }: Read): string => query.revision ?? (changeRequest ?? space).revision_id

async function listFiles(context: Asked & { page: Page }, revisionId: string): Promise<ListOf<FileJson>> {
  const { db, space, page } = context
  const { rows, ...slice } = await takeFiles(db, await loadRoot(db, space.id, revisionId), page)
  return { ...slice, items: rows.map((file) => show(file, context)) }
}

async function getFile(context: Asked & { params: { fileId: string } }, revisionId: string): Promise<FileJson> {
  const { db, space, params } = context
  const file = await findFile(db, await loadRoot(db, space.id, revisionId), params.fileId)
  if (!file) throw problem('notFound')
  return show(file, context)
}

function show(file: File, { query, files, urls }: Asked): FileJson {
  const { git, ...shown } = toFile(file, files.signer, urls)
  return git && query.metadata !== false ? { ...shown, git } : shown
}
