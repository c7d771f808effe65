// Reading and writing the content of spaces, change requests and revisions.
import Type from 'typebox'
import { fenceStateOf, listFences } from '../../domain/integrations/index.ts'
import { linkPeriod } from '../../files/signing.ts'
import { type Operation, routes } from '../../server/operation.ts'
import { PagingQuery } from '../../server/schemas.ts'
import { ChangeRequest } from '../../shapes/change-requests.ts'
import { ComputationInput, ComputedRevision } from '../../shapes/computed-content.ts'
import {
  ContentQuery,
  DocumentQuery,
  JsonDocument,
  MetaLinks,
  Page,
  PageAuthors,
  PageQuery,
  PageRevisions,
  Pages,
  ReusableContent,
  Revision,
  RevisionPageQuery,
  RevisionQuery,
  RevisionSummary,
  StoredDocumentQuery,
} from '../../shapes/content.ts'
import {
  ChangeRequestContentUpdate,
  CompatQuery,
  ContentChanges,
  MovedPages,
  MovePages,
  SpaceContentUpdate,
} from '../../shapes/content-changes.ts'
import { DocumentChanges, DocumentChangesQuery, FromQuery } from '../../shapes/document-changes.ts'
import { ImportContent, ImportContentResult } from '../../shapes/imports.ts'
import { ChangesQuery, RevisionSemanticChanges } from '../../shapes/semantic-changes.ts'

interface Heads {
  space?: { id: string; organization_id: string; revision_id: string; computed_state: string | null }
  changeRequest?: { revision_id: string }
}

type State = (heads: Heads, query: Record<string, unknown>, params: Record<string, string>) => string

/** Content is identified by its immutable revision and the state of the specifications behind its computed pages. */
const etag: State = ({ space, changeRequest }, { revision }, { revisionId }) =>
  [revisionId ?? revision ?? (changeRequest ?? space)?.revision_id, space?.computed_state].filter(Boolean).join('.')

/**
 * Markdown also depends on the code fences of integrations. HTML has no ETag: it names people and pages of other spaces,
 * which change without the content.
 */
const etagOfPage: NonNullable<Operation['etag']> = async (heads, query, params, db) => {
  const state = etag(heads, query, params)
  if (query.format === 'html') return ''
  if (query.format !== 'markdown' || !heads.space) return state
  return [state, fenceStateOf(await listFences(db, heads.space))].filter(Boolean).join('.')
}

/** Replies with files also depend on the validity period of the signed links. */
const etagWithFiles: State = (...asked) => `${etag(...asked)}.${linkPeriod()}`

export const spaceContentRoutes = routes('Space content', {
  updateSpaceContent: {
    post: '/spaces/:spaceId/content',
    can: 'space.edit',
    body: ContentChanges,
    reply: SpaceContentUpdate,
    event: 'space.content.updated',
    summary: 'Change the content of a space atomically, as one revision',
  },
  movePagesToSpace: {
    post: '/spaces/:spaceId/content/move-pages',
    can: 'space.edit',
    body: MovePages,
    reply: MovedPages,
    event: 'space.content.updated',
    summary: 'Move pages to another space, with everything they show',
  },
  importContent: {
    post: '/spaces/:spaceId/content/import',
    can: 'space.edit',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'space.content.imported',
    summary: 'Import content into a space as one revision',
  },
  importContentInPageById: {
    post: '/spaces/:spaceId/content/page/:pageId/import',
    can: 'space.edit',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'space.content.imported',
    summary: 'Import content into a page: a single page becomes its content, several become its children',
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
    cacheable: true,
    summary: 'Get the page tree of a space',
  },
  getPageById: {
    get: '/spaces/:spaceId/content/page/:pageId',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag: etagOfPage,
    cacheable: true,
    summary: 'Get a page by its id',
  },
  listSpacePageMetaLinks: {
    get: '/spaces/:spaceId/content/page/:pageId/meta-links',
    can: 'space.view',
    visitors: true,
    reply: MetaLinks,
    summary: 'Get the canonical page and the alternates of a page that you can see',
  },
  getPageByPath: {
    get: '/spaces/:spaceId/content/path/:pagePath*',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag: etagOfPage,
    cacheable: true,
    summary: 'Get a page by its path',
  },
  getReusableContentById: {
    get: '/spaces/:spaceId/content/reusable-contents/:reusableContentId',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: ReusableContent,
    etag,
    cacheable: true,
    summary: 'Get a reusable content',
  },
  getComputedDocument: {
    post: '/spaces/:spaceId/content/computed/document',
    can: 'space.view',
    visitors: true,
    readOnly: true,
    query: StoredDocumentQuery,
    body: ComputationInput,
    reply: JsonDocument,
    summary: 'Compute the document of a page from an OpenAPI specification',
  },
  getComputedRevision: {
    post: '/spaces/:spaceId/content/computed/revision',
    can: 'space.view',
    visitors: true,
    readOnly: true,
    body: ComputationInput,
    reply: ComputedRevision,
    summary: 'Compute pages from an OpenAPI specification',
  },
  getDocumentById: {
    get: '/spaces/:spaceId/documents/:documentId',
    can: 'space.view',
    query: StoredDocumentQuery,
    reply: JsonDocument,
    etag: (_objects, _query, { documentId }) => documentId!,
    cacheable: true,
    summary: 'Get a document that a revision of the space uses',
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
    summary: 'Change the content of a change request atomically, as one revision',
  },
  movePagesInChangeRequestToSpace: {
    post: '/spaces/:spaceId/change-requests/:changeRequestId/content/move-pages',
    can: 'space.propose',
    body: MovePages,
    reply: MovedPages,
    event: 'change-request.content.updated',
    summary: 'Move pages of a change request to another space, with everything they show',
  },
  importContentInChangeRequest: {
    post: '/spaces/:spaceId/change-requests/:changeRequestId/content/import',
    can: 'space.propose',
    body: ImportContent,
    reply: ImportContentResult,
    status: 201,
    event: 'change-request.content.imported',
    summary: 'Import content into a change request as one revision',
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
    cacheable: true,
    summary: 'Get the page tree of a change request',
  },
  getPageInChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag: etagOfPage,
    cacheable: true,
    summary: 'Get a page of a change request by its id',
  },
  listChangeRequestPageMetaLinks: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links',
    can: 'space.view',
    visitors: true,
    reply: MetaLinks,
    summary: 'Get the canonical page and the alternates of a page in a change request',
  },
  getPageInChangeRequestByPath: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath*',
    can: 'space.view',
    visitors: true,
    query: PageQuery,
    reply: Page,
    etag: etagOfPage,
    cacheable: true,
    summary: 'Get a page of a change request by its path',
  },
  getReusableContentInChangeRequestById: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId',
    can: 'space.view',
    visitors: true,
    query: ContentQuery,
    reply: ReusableContent,
    etag,
    cacheable: true,
    summary: 'Get a reusable content of a change request',
  },
})

const ChangesInRevision = Type.Object({
  ...RevisionQuery.properties,
  ...ChangesQuery.properties,
  ...FromQuery.properties,
})

export const revisionRoutes = routes('Revisions', {
  listRevisions: {
    get: '/spaces/:spaceId/revisions',
    can: 'space.view',
    list: RevisionSummary,
    summary: 'List the revisions of the main content of a space, newest first',
  },
  listPageRevisions: {
    get: '/spaces/:spaceId/content/page/:pageId/revisions',
    can: 'space.view',
    query: PagingQuery,
    reply: PageRevisions,
    summary: 'List the revisions of the main content of a space that changed a page, newest first',
  },
  getRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId',
    can: 'space.view',
    visitors: true,
    query: RevisionQuery,
    reply: Revision,
    etag: etagWithFiles,
    summary: 'Get a revision with its content',
  },
  rollbackToRevision: {
    post: '/spaces/:spaceId/revisions/:revisionId/rollback',
    can: 'space.edit',
    reply: RevisionSummary,
    event: 'space.content.rolled-back',
    summary: 'Roll back the main content of a space to a revision, as a new revision',
  },
  getRevisionSemanticChanges: {
    get: '/spaces/:spaceId/revisions/:revisionId/changes',
    can: 'space.view',
    query: ChangesInRevision,
    reply: RevisionSemanticChanges,
    etag: (heads, query, params) => `${etagWithFiles(heads, query, params)}.${query.from ?? ''}`,
    summary: 'Get the changes a revision made to its parent, or from another revision to it',
  },
  listPagesInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/pages',
    can: 'space.view',
    visitors: true,
    query: RevisionQuery,
    reply: Pages,
    etag,
    cacheable: true,
    summary: 'Get the page tree of a revision',
  },
  getPageInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId',
    can: 'space.view',
    visitors: true,
    query: RevisionPageQuery,
    reply: Page,
    etag: etagOfPage,
    cacheable: true,
    summary: 'Get a page of a revision by its id',
  },
  listRevisionPageMetaLinks: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links',
    can: 'space.view',
    visitors: true,
    reply: MetaLinks,
    summary: 'Get the canonical page and the alternates of a page in a revision',
  },
  getPageDocumentInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
    can: 'space.view',
    visitors: true,
    query: DocumentQuery,
    reply: JsonDocument,
    etag,
    cacheable: true,
    summary: 'Get the document of a page in a revision',
  },
  getPageChangesInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/changes',
    can: 'space.view',
    query: DocumentChangesQuery,
    reply: DocumentChanges,
    summary: 'Get what changed in a page from another revision to this one, drawn as HTML',
  },
  getPageAuthorsInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/page/:pageId/authors',
    can: 'space.view',
    reply: PageAuthors,
    summary: 'Get who wrote each block of a page as it is in a revision, and when',
  },
  getPageInRevisionByPath: {
    get: '/spaces/:spaceId/revisions/:revisionId/path/:pagePath*',
    can: 'space.view',
    visitors: true,
    query: RevisionPageQuery,
    reply: Page,
    etag: etagOfPage,
    cacheable: true,
    summary: 'Get a page of a revision by its path',
  },
  getReusableContentInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId',
    can: 'space.view',
    visitors: true,
    query: RevisionQuery,
    reply: ReusableContent,
    etag,
    cacheable: true,
    summary: 'Get a reusable content of a revision',
  },
  getReusableContentDocumentInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    can: 'space.view',
    visitors: true,
    query: DocumentQuery,
    reply: JsonDocument,
    etag,
    cacheable: true,
    summary: 'Get the document of a reusable content in a revision',
  },
  getReusableContentChangesInRevisionById: {
    get: '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/changes',
    can: 'space.view',
    query: DocumentChangesQuery,
    reply: DocumentChanges,
    summary: 'Get what changed in a reusable content from another revision to this one, drawn as HTML',
  },
})
