import { presentSemanticChanges } from '../../domain/content-changes/index.ts'
import { toDocument } from '../../domain/documents/index.ts'
import { loadMergedFrom, loadStoredDocument, presentRevisionSummaries } from '../../domain/revisions/index.ts'
import type { Document } from '../../engine/document.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { toPage } from '../../server/paging.ts'
import { showPageAuthors } from './authors.ts'
import { showComputedDocument, showComputedRevision } from './computed-operations.ts'
import { loadCompared, showPageChanges, showReusableContentChanges } from './document-changes.ts'
import { isUsedIn } from './document-uses.ts'
import { rollBack, takeRevisions } from './history.ts'
import { prepareImport } from './import-operations.ts'
import { showMetaLinks } from './meta-links.ts'
import { movePages } from './page-moves.ts'
import { takePageRevisions } from './page-revisions.ts'
import {
  showPage,
  showPageByPath,
  showPageDocument,
  showPages,
  showReusableContent,
  showReusableContentDocument,
  showRevision,
} from './read-operations.ts'
import { changeRequestContentRoutes, revisionRoutes, spaceContentRoutes } from './routes.ts'
import { showing, writeToChangeRequest, writeToMain, writing } from './write-operations.ts'

export const spaceContent = implement(spaceContentRoutes, {
  updateSpaceContent: writing(writeToMain),

  movePagesToSpace: movePages,

  importContent: { prepare: prepareImport },
  importContentInPageById: { prepare: prepareImport },

  getCurrentRevision: showRevision,
  listPages: showPages,
  getPageById: showPage,
  listSpacePageMetaLinks: showMetaLinks,
  getPageByPath: showPageByPath,
  getReusableContentById: showReusableContent,
  getComputedDocument: showComputedDocument,
  getComputedRevision: showComputedRevision,

  async getDocumentById({ db, space, params, query }) {
    if (!(await isUsedIn(db, space.id, params.documentId))) throw problem('notFound')
    const document = await loadStoredDocument(db, params.documentId)
    if ((document as Partial<Document>).object !== 'document') throw problem('notFound')
    return toDocument(document, query.schema)
  },
})

export const changeRequestContent = implement(changeRequestContentRoutes, {
  updateChangeRequestContent: writing(writeToChangeRequest),

  movePagesInChangeRequestToSpace: movePages,

  importContentInChangeRequest: { prepare: prepareImport },
  importContentInChangeRequestPageById: { prepare: prepareImport },

  getRevisionOfChangeRequestById: showRevision,
  listPagesInChangeRequest: showPages,
  getPageInChangeRequestById: showPage,
  listChangeRequestPageMetaLinks: showMetaLinks,
  getPageInChangeRequestByPath: showPageByPath,
  getReusableContentInChangeRequestById: showReusableContent,
})

export const revisions = implement(revisionRoutes, {
  async listRevisions({ db, space, page, urls }) {
    const { rows, count, next } = await takeRevisions(db, space.id, page)
    return { items: await presentRevisionSummaries(db, rows, { space, urls }), count, next }
  },

  listPageRevisions: ({ params, query, ...context }) =>
    takePageRevisions(context, params.pageId, toPage('listPageRevisions', query)),

  async rollbackToRevision({ db, space, params, caller, urls, report }) {
    const head = await rollBack(db, space, params.revisionId, caller)
    report({ target: { kind: 'space', id: space.id }, data: { revision: head.id, to: params.revisionId } })
    return (await presentRevisionSummaries(db, [head], { space, urls }))[0]!
  },

  async getRevisionSemanticChanges(context) {
    const { db, space, query, files, urls } = context
    const { before, after: row } = await loadCompared(context)
    const options = { before, after: row.root, limit: query.limit }
    const changes = await presentSemanticChanges(db, options, (file) => showing(files, urls)(file).downloadURL)
    const mergedFrom = query.from === undefined ? await loadMergedFrom(db, row, { space, urls }) : undefined
    return { mergedFrom, ...changes }
  },

  getRevisionById: showRevision,
  listPagesInRevisionById: showPages,
  getPageInRevisionById: showPage,
  listRevisionPageMetaLinks: showMetaLinks,
  getPageDocumentInRevisionById: showPageDocument,
  getPageChangesInRevisionById: showPageChanges,
  getPageAuthorsInRevisionById: showPageAuthors,
  getReusableContentChangesInRevisionById: showReusableContentChanges,
  getPageInRevisionByPath: showPageByPath,
  getReusableContentInRevisionById: showReusableContent,
  getReusableContentDocumentInRevisionById: showReusableContentDocument,
})
