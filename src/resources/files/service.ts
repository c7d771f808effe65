// Lists and gets files of spaces, change requests and revisions, and creates upload URLs.
import type { AnyCaller } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { audienceOf, findFile, listFilesIn, loadView, toFile } from '../../domain/revisions/index.ts'
import type { File } from '../../engine/tree/records.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { uploadPath } from '../../files/links.ts'
import { newId } from '../../lib/ids.ts'
import { HOUR } from '../../lib/time.ts'
import { implement, type ListOf } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { FileJson } from '../../shapes/files.ts'
import { changeRequestFileRoutes, fileRoutes, revisionFileRoutes, storageRoutes } from './routes.ts'
import { checkLimits } from './upload-limits.ts'

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
  generateStorageUploadURL({ organization, body: { file, kind }, files, urls, report }) {
    checkLimits(kind, file)
    const { name, size } = file
    const key = newId()
    const upload = { key, organization: organization.id, kind, name, size }
    const url = urls.base + uploadPath(files.signer, upload, Date.now() + UPLOAD_URL_TTL)
    report({ target: { kind: 'upload', id: key }, data: { kind, name, size } })
    // The created object is the upload URL, so that is its location.
    return { object: 'storage-signed-url' as const, url, key, urls: { location: url } }
  },
})

const UPLOAD_URL_TTL = HOUR

interface FileContext {
  db: Db
  caller: AnyCaller
  space: Objects['space']
  query: { metadata?: boolean | undefined }
  files: Files
  urls: Urls
}

interface HeadContext {
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  query: { revision?: string | undefined }
}

const headOf = ({ space, changeRequest, query }: HeadContext): string =>
  query.revision ?? (changeRequest ?? space).revision_id

async function listFiles(context: FileContext & { page: Page }, revisionId: string): Promise<ListOf<FileJson>> {
  const { db, caller, space, page } = context
  const { rows, ...slice } = await listFilesIn(db, await loadView(db, audienceOf(caller), space.id, revisionId), page)
  return { ...slice, items: rows.map((file) => show(file, context)) }
}

async function getFile(context: FileContext & { params: { fileId: string } }, revisionId: string): Promise<FileJson> {
  const { db, caller, space, params } = context
  const file = await findFile(db, await loadView(db, audienceOf(caller), space.id, revisionId), params.fileId)
  if (!file) throw problem('notFound')
  return show(file, context)
}

function show(file: File, { query, files, urls }: FileContext): FileJson {
  const { git, ...shown } = toFile(file, files.signer, urls)
  return git && query.metadata !== false ? { ...shown, git } : shown
}
