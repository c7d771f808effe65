import { loadChangeRequest } from '../../access/load.ts'
import type { Document } from '../../engine/document.ts'
import type { File } from '../../engine/tree/records.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { showChangeRequest } from '../change-requests/queries.ts'
import { toFile } from '../files/queries.ts'
import { isUsedIn } from './document-uses.ts'
import { loadStored, toDocument } from './documents.ts'
import { storeFiles } from './file-input.ts'
import { loadRootBefore, rollBack, takeRevisions } from './history.ts'
import { gatherImport, type ImportContext, toResult, writeImport } from './importing.ts'
import {
  loadAsked,
  showPage,
  showPageByPath,
  showPageDocument,
  showPages,
  showReusableContent,
  showReusableContentDocument,
  showRevision,
} from './reading.ts'
import { changeRequestContentRoutes, revisionRoutes, spaceContentRoutes } from './routes.ts'
import { showSemanticChanges } from './semantic-changes.ts'
import { loadMergedFrom, summarize } from './summaries.ts'
import { toUpdate, writeContent } from './writing.ts'

export const spaceContent = implement(spaceContentRoutes, {
  updateSpaceContent: {
    async prepare(context) {
      const stored = await storeFiles(context, context.body.changes)
      return async ({ space, body, urls, note, ...context }) => {
        const written = await writeContent(context, { space }, body.changes, stored)
        note({ data: { revision: written.revision }, changed: written.revision !== space.revision_id })
        const update = toUpdate(written, urls.api(`/spaces/${space.id}/content`), showing(context.files, urls))
        return { revision: written.revision, ...update }
      }
    },
  },

  importContent: { prepare: importing },
  importContentInPageById: { prepare: importing },

  getCurrentRevision: showRevision,
  listPages: showPages,
  getPageById: showPage,
  getPageByPath: showPageByPath,
  getReusableContentById: showReusableContent,

  async getDocumentById({ db, space, params }) {
    if (!(await isUsedIn(db, space.id, params.documentId))) throw problem('notFound')
    const document = await loadStored(db, params.documentId)
    if ((document as Partial<Document>).object !== 'document') throw problem('notFound')
    return toDocument(document)
  },
})

export const changeRequestContent = implement(changeRequestContentRoutes, {
  updateChangeRequestContent: {
    async prepare(context) {
      const stored = await storeFiles(context, context.body.changes)
      return async ({ space, changeRequest, query, body, urls, note, ...context }) => {
        const written = await writeContent(context, { space, changeRequest }, body.changes, stored)
        note({ target: { kind: 'change-request', id: changeRequest.id }, data: { revision: written.revision } })
        const row = await loadChangeRequest(context.db, space.id, changeRequest.id)
        const shown = await showChangeRequest(context.db, row, { space, urls })
        if (query.compat !== false) return shown
        return {
          changeRequest: shown,
          ...toUpdate(written, `${shown.urls.location}/content`, showing(context.files, urls)),
        }
      }
    },
  },

  importContentInChangeRequest: { prepare: importing },
  importContentInChangeRequestPageById: { prepare: importing },

  getRevisionOfChangeRequestById: showRevision,
  listPagesInChangeRequest: showPages,
  getPageInChangeRequestById: showPage,
  getPageInChangeRequestByPath: showPageByPath,
  getReusableContentInChangeRequestById: showReusableContent,
})

export const revisions = implement(revisionRoutes, {
  async listRevisions({ db, space, page, urls }) {
    const { rows, count, next } = await takeRevisions(db, space.id, page)
    return { items: await summarize(db, rows, { space, urls }), count, next }
  },

  async rollbackToRevision({ db, space, params, caller, urls, note }) {
    const head = await rollBack(db, space, params.revisionId, caller)
    note({ target: { kind: 'space', id: space.id }, data: { revision: head.id, to: params.revisionId } })
    return (await summarize(db, [head], { space, urls }))[0]!
  },

  async getRevisionSemanticChanges(context) {
    const { db, space, query, files, urls } = context
    const row = await loadAsked({ ...context, query: {} })
    const asked = { before: await loadRootBefore(db, row), after: row.root, limit: query.limit }
    const changes = await showSemanticChanges(db, asked, (file) => showing(files, urls)(file).downloadURL)
    return { mergedFrom: await loadMergedFrom(db, row, { space, urls }), ...changes }
  },

  getRevisionById: showRevision,
  listPagesInRevisionById: showPages,
  getPageInRevisionById: showPage,
  getPageDocumentInRevisionById: showPageDocument,
  getPageInRevisionByPath: showPageByPath,
  getReusableContentInRevisionById: showReusableContent,
  getReusableContentDocumentInRevisionById: showReusableContentDocument,
})

async function importing(context: ImportContext) {
  const imported = await gatherImport(context, context, context.body, context.params.pageId)
  return async ({ space, changeRequest, params, urls, note, ...means }: ImportContext) => {
    const revision = await writeImport(means, { space, changeRequest }, imported, params.pageId)
    const target = changeRequest ? { kind: 'change-request', id: changeRequest.id } : { kind: 'space', id: space.id }
    const result = toResult(revision, imported)
    const { importedResources, totalResources } = result
    note({ target, data: { revision, source: means.body.source, importedResources, totalResources } })
    return { ...result, urls: { location: urls.api(`/spaces/${space.id}/revisions/${revision}`) } }
  }
}

const showing =
  ({ signer }: Files, urls: Urls) =>
  (file: File) =>
    toFile(file, signer, urls)
