// Reading and writing the content of a space, of a change request, and of any revision.
import Type from 'typebox'
import { linkPeriod } from '../../files/signing.ts'
import { routes } from '../../server/operation.ts'
import { ChangesQuery, RevisionSemanticChanges } from '../change-requests/changes.ts'
import { ChangeRequest } from '../change-requests/schemas.ts'
import { ChangeRequestContentUpdate, CompatQuery, ContentChanges, SpaceContentUpdate } from './change-schemas.ts'
import { ImportContent, ImportContentResult } from './import-schemas.ts'
import {
  ContentQuery,
  DocumentQuery,
  InRevision,
  JsonDocument,
  Page,
  PageInRevision,
  PageQuery,
  Pages,
  ReusableContent,
  Revision,
  RevisionSummary,
} from './schemas.ts'

interface Heads {
  space?: { revision_id: string }
  changeRequest?: { revision_id: string }
}

type State = (heads: Heads, query: Record<string, unknown>, params: Record<string, string>) => string

/** What is read is named by the revision alone, and a revision never changes. */
const etag: State = ({ space, changeRequest }, { revision }, { revisionId }) =>
  String(revisionId ?? revision ?? (changeRequest ?? space)?.revision_id)

/** Where files are shown, an answer also depends on for how long the links to them last. */
const etagWithFiles: State = (...asked) => `${etag(...asked)}.${linkPeriod()}`

export const spaceContentRoutes = routes('Space content', {
  updateSpaceContent: {
    post: '/spaces/:spaceId/content',
    can: 'space.edit',
    body: ContentChanges,
    reply: SpaceContentUpdate,
    event: 'space.content.updated',
    summary: 'Change the content of a space: all of the changes, as one revision, or none',
  },
  importContent: {
    post: '/spaces/:spaceId/content/import',
    can: 'space.edit',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'space.content.imported',
    summary: 'Import content into a space, as one revision',
  },
  importContentInPageById: {
    post: '/spaces/:spaceId/content/page/:pageId/import',
    can: 'space.edit',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'space.content.imported',
    summary: 'Import content into a page: one page as its content, several as pages below it',
  },
  getCurrentRevision: {
    get: '/spaces/:spaceId/content',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: Revision,
    etag: etagWithFiles,
    summary: 'Get the content of a space',
  },
  listPages: {
    get: '/spaces/:spaceId/content/pages',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: Pages,
    etag,
    kept: true,
    summary: 'Get the page tree of a space',
  },
  getPageById: {
    get: '/spaces/:spaceId/content/page/:pageId',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag,
    kept: true,
    summary: 'Get a page by its id',
  },
  getPageByPath: {
    get: '/spaces/:spaceId/content/path/:pagePath*',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag,
    kept: true,
    summary: 'Get a page by its path',
  },
  getReusableContentById: {
    get: '/spaces/:spaceId/content/reusable-contents/:reusableContentId',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: ReusableContent,
    etag,
    kept: true,
    summary: 'Get a reusable content',
  },
  getDocumentById: {
    get: '/spaces/:spaceId/documents/:documentId',
    can: 'space.view',
    reply: JsonDocument,
    etag: (_objects, _query, { documentId }) => documentId!,
    kept: true,
    summary: 'Get a document that a revision of the space refers to',
  },
})

export const changeRequestContentRoutes = routes('Change request content', {
  updateChangeRequestContent: {
    post: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    can: 'space.propose',
    query: CompatQuery,
    body: ContentChanges,
    reply: Type.Union([ChangeRequest, ChangeRequestContentUpdate]),
    event: 'change-request.content.updated',
    summary: 'Change the content of a change request: all of the changes, as one revision, or none',
  },
  importContentInChangeRequest: {
    post: '/spaces/:spaceId/change-requests/:changeRequestId/content/import',
    can: 'space.propose',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'change-request.content.imported',
    summary: 'Import content into a change request, as one revision',
  },
  importContentInChangeRequestPageById: {
    post: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/import',
    can: 'space.propose',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'change-request.content.imported',
    summary: 'Import content into a page of a change request',
  },
  getRevisionOfChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: Revision,
    etag: etagWithFiles,
    summary: 'Get the content of a change request',
  },
  listPagesInChangeRequest: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/pages',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: Pages,
    etag,
    kept: true,
    summary: 'Get the page tree of a change request',
  },
  getPageInChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag,
    kept: true,
    summary: 'Get a page of a change request by its id',
  },
  getPageInChangeRequestByPath: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath*',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag,
    kept: true,
    summary: 'Get a page of a change request by its path',
  },
  getReusableContentInChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: ReusableContent,
    etag,
    kept: true,
    summary: 'Get a reusable content of a change request',
  },
})

const ChangesInRevision = Type.Object({ ...InRevision.properties, ...ChangesQuery.properties })

export const revisionRoutes = routes('Revisions', {
  listRevisions: {
    get: '/spaces/:spaceId/revisions',
    can: 'space.view',
    list: RevisionSummary,
    summary: 'List the revisions of the main content of a space, newest first',
  },
  getRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId',
    can: 'space.view',
    visitors: true,
    query: InRevision,
    reply: Revision,
    etag: etagWithFiles,
    summary: 'Get a revision with what it holds',
  },
  rollbackToRevision: {
    post: '/spaces/:spaceId/revisions/:revisionId/rollback',
    can: 'space.edit',
    reply: RevisionSummary,
    event: 'space.content.rolled-back',
    summary: 'Make the main content of a space again what it was in one of its revisions, by a new revision',
  },
  getRevisionSemanticChanges: {
    get: '/spaces/:spaceId/revisions/:revisionId/changes',
    can: 'space.view',
    query: ChangesInRevision,
    reply: RevisionSemanticChanges,
    etag: etagWithFiles,
    summary: 'Get what a revision changed, compared to the revision before it',
  },
  listPagesInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/pages',
    can: 'space.view',
    visitors: true,
    query: InRevision,
    reply: Pages,
    etag,
    kept: true,
    summary: 'Get the page tree of a revision',
  },
  getPageInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId',
    can: 'space.view',
    visitors: true,
    query: PageInRevision,
    reply: Page,
    etag,
    kept: true,
    summary: 'Get a page of a revision by its id',
  },
  getPageDocumentInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
    can: 'space.view',
    visitors: true,
    query: DocumentQuery,
    reply: JsonDocument,
    etag,
    kept: true,
    summary: 'Get the document of a page in a revision',
  },
  getPageInRevisionByPath: {
    get: '/spaces/:spaceId/revisions/:revisionId/path/:pagePath*',
    can: 'space.view',
    visitors: true,
    query: PageInRevision,
    reply: Page,
    etag,
    kept: true,
    summary: 'Get a page of a revision by its path',
  },
  getReusableContentInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId',
    can: 'space.view',
    visitors: true,
    query: InRevision,
    reply: ReusableContent,
    etag,
    kept: true,
    summary: 'Get a reusable content of a revision',
  },
  getReusableContentDocumentInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    can: 'space.view',
    visitors: true,
    query: DocumentQuery,
    reply: JsonDocument,
    etag,
    kept: true,
    summary: 'Get the document of a reusable content in a revision',
  },
})
