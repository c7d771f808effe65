// Creates signed URLs of PDFs. The PDF itself is printed when its URL is opened.
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { mergeBaseOf } from '../../domain/change-requests/index.ts'
import { ANONYMOUS_VISITOR, loadRevision, openView, readContent } from '../../domain/revisions/index.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { toFileName } from '../../lib/text.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { pdfPath } from './links.ts'
import { pdfRoutes } from './routes.ts'

export const pdf = implement(pdfRoutes, {
  getSpacePDF: (context) => linkTo(context),
  getChangeRequestPDF: (context) => linkTo(context),
})

interface PdfContext {
  db: Db
  space: Pick<Objects['space'], 'id' | 'title' | 'revision_id'>
  changeRequest?: Objects['changeRequest']
  /** The share link through which a reader asks. */
  shareLink?: string | undefined
  query: { page?: string | undefined; only?: boolean | undefined; changes?: boolean | undefined }
  urls: Urls
  files: Files
}

async function linkTo(context: PdfContext): Promise<{ url: string }> {
  const url = await pdfUrl(context)
  if (url === undefined) throw problem('notFound')
  return { url }
}

/** The signed URL of a PDF; undefined if there is no such page in it. */
export async function pdfUrl({
  db,
  space,
  changeRequest,
  shareLink = '',
  query,
  urls,
  files,
}: PdfContext): Promise<string | undefined> {
  const content = await loadRevision(db, (changeRequest ?? space).revision_id)
  // Anyone with the link can read the PDF, so it contains only content that every visitor may see.
  const { tree } = await openView(db, ANONYMOUS_VISITOR, content)
  const { page = '', only = false } = query
  const found = page === '' ? undefined : await readContent(db, findPage(tree, page))
  if (page !== '' && !found) return undefined
  const print = {
    space: space.id,
    revision: content.id,
    changeRequest: changeRequest?.id ?? '',
    page,
    only: only && page !== '',
    from: changeRequest && query.changes ? mergeBaseOf(changeRequest) : '',
    shareLink,
  }
  return urls.base + pdfPath(files.signer, print, `${toFileName(found?.title ?? space.title, 'book')}.pdf`)
}
