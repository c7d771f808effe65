import type { Objects } from '../../access/vocabulary.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage, findPageByPath, loadPageTree } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { loadDocument, loadMarkdown } from './documents.ts'
import { readPage, readRevision, toPage } from './pages.ts'
import { findRevision, readContent } from './revisions.ts'
import { contentRoutes } from './routes.ts'
import type { PageJson } from './schemas.ts'

export const content = implement(contentRoutes, {
  async getCurrentRevision({ db, space, query, urls }) {
    const revision = await revisionOf(db, space, query)
    return readContent(db, readRevision(revision, urls))
  },

  async listPages({ db, space, query, urls }) {
    const { root } = await revisionOf(db, space, query)
    const pages = await readContent(db, loadPageTree(openTree(root)))
    return { pages: pages.map((page) => toPage(page, space.id, urls)) }
  },

  getPageById: ({ params, ...context }) => showPage(context, (tree) => findPage(tree, params.pageId)),

  getPageByPath: ({ params, ...context }) => showPage(context, (tree) => findPageByPath(tree, params.pagePath)),
})

interface Asked {
  db: Db
  space: Objects['space']
  query: { revision?: string | undefined; format?: 'document' | 'markdown' | undefined }
  urls: Urls
}

async function showPage(
  { db, space, query, urls }: Asked,
  find: (tree: Tree) => Reading<Page | undefined>,
): Promise<PageJson> {
  const { root } = await revisionOf(db, space, query)
  const node = await readContent(db, readPage(root, find))
  if (!node) throw problem('notFound')
  const page = toPage(node, space.id, urls)
  if (page.type !== 'document' || !query.format) return page
  if (query.format === 'markdown') return { ...page, markdown: await loadMarkdown(db, page.documentId) }
  return { ...page, document: await loadDocument(db, page.documentId) }
}

async function revisionOf(
  db: Db,
  space: Objects['space'],
  query: { revision?: string | undefined },
): Promise<Row<'revisions'>> {
  const revision = await findRevision(db, space.id, query.revision ?? space.revision_id)
  if (!revision) throw problem('notFound')
  return revision
}
