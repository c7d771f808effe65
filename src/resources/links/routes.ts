import { routes } from '../../server/operation.ts'
import { PagingQuery } from '../../server/schemas.ts'
import { ChangeRequestLinksQuery, ContentLocation, Links, PagedLinksQuery } from './schemas.ts'

const CHANGE_REQUEST = '/spaces/:spaceId/change-requests/:changeRequestId'

export const linkRoutes = routes('Links', {
  listSpaceLinks: {
    get: '/spaces/:spaceId/links',
    can: 'space.view',
    query: PagedLinksQuery,
    reply: Links,
    summary: 'List the links in the content of a space',
  },
  listPageLinksInSpace: {
    get: '/spaces/:spaceId/content/page/:pageId/links',
    can: 'space.view',
    query: PagedLinksQuery,
    reply: Links,
    summary: 'List the links of a page, in the order of the page',
  },
  listSpacePageBacklinks: {
    get: '/spaces/:spaceId/content/page/:pageId/backlinks',
    can: 'space.view',
    list: ContentLocation,
    summary: 'List the backlinks of a page',
  },
  listSpaceFileBacklinks: {
    get: '/spaces/:spaceId/content/files/:fileId/backlinks',
    can: 'space.view',
    list: ContentLocation,
    summary: 'List the backlinks of a file',
  },
  listSpaceReusableContentBacklinks: {
    get: '/spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks',
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where a reusable content is used',
  },
  listSpaceVariableBacklinks: {
    get: '/spaces/:spaceId/content/variables/:variableName/backlinks',
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where the content of a space uses one of its variables',
  },
})

export const specLinkRoutes = routes('Links', {
  listOpenAPISpecBacklinks: {
    get: '/orgs/:organizationId/openapi/:specSlug/backlinks',
    can: 'organization.viewOpenAPISpecs',
    list: ContentLocation,
    summary: 'List where the content that you can see refers to an OpenAPI specification',
  },
})

export const changeRequestLinkRoutes = routes('Links of a change request', {
  listChangeRequestLinks: {
    get: `${CHANGE_REQUEST}/links`,
    can: 'space.view',
    query: ChangeRequestLinksQuery,
    reply: Links,
    summary: 'List the links in the content of a change request',
  },
  listPageLinksInChangeRequest: {
    get: `${CHANGE_REQUEST}/content/page/:pageId/links`,
    can: 'space.view',
    query: PagingQuery,
    reply: Links,
    summary: 'List the links of a page in a change request, in the order of the page',
  },
  listChangeRequestPageBacklinks: {
    get: `${CHANGE_REQUEST}/content/page/:pageId/backlinks`,
    can: 'space.view',
    list: ContentLocation,
    summary: 'List the backlinks of a page in a change request',
  },
  listChangeRequestFileBacklinks: {
    get: `${CHANGE_REQUEST}/content/files/:fileId/backlinks`,
    can: 'space.view',
    list: ContentLocation,
    summary: 'List the backlinks of a file in a change request',
  },
  listChangeRequestReusableContentBacklinks: {
    get: `${CHANGE_REQUEST}/content/reusable-contents/:reusableContentId/backlinks`,
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where a reusable content of a change request is used',
  },
})
