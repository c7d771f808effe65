// A PDF is asked for here and made when its address is opened: asking costs nothing, and who never opens it pays nothing.
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { loadRevision, readContent } from '../content/revisions.ts'
import { pdfPath } from './links.ts'
import { pdfRoutes } from './routes.ts'

export const pdf = implement(pdfRoutes, {
  getSpacePDF: (context) => linkTo(context),
  getChangeRequestPDF: (context) => linkTo(context),
})

interface Asked {
  db: Db
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  query: { page?: string | undefined; only?: boolean | undefined }
  urls: Urls
  files: Files
}

async function linkTo({ db, space, changeRequest, query, urls, files }: Asked): Promise<{ url: string }> {
  const { id: revision, root } = await loadRevision(db, (changeRequest ?? space).revision_id)
  const { page = '', only = false } = query
  const found = page === '' ? undefined : await readContent(db, findPage(openTree(root), page))
  if (page !== '' && !found) throw problem('notFound')
  const print = { space: space.id, revision, changeRequest: changeRequest?.id ?? '', page, only: only && page !== '' }
  return { url: urls.base + pdfPath(files.signer, print, fileName(found?.title ?? space.title)) }
}

/** What the PDF is called when it is saved. */
const fileName = (title: string): string =>
  `${
    title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'book'
  }.pdf`
