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
    summary: 'List what the content of a space refers to',
  },
  listPageLinksInSpace: {
    get: '/spaces/:spaceId/content/page/:pageId/links',
    can: 'space.view',
    query: PagedLinksQuery,
    reply: Links,
    summary: 'List what a page refers to, in the order of the page',
  },
  listSpacePageBacklinks: {
    get: '/spaces/:spaceId/content/page/:pageId/backlinks',
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where a page is referred to',
  },
  listSpaceFileBacklinks: {
    get: '/spaces/:spaceId/content/files/:fileId/backlinks',
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where a file is used',
  },
})

export const changeRequestLinkRoutes = routes('Links of a change request', {
  listChangeRequestLinks: {
    get: `${CHANGE_REQUEST}/links`,
    can: 'space.view',
    query: ChangeRequestLinksQuery,
    reply: Links,
    summary: 'List what the content of a change request refers to',
  },
  listPageLinksInChangeRequest: {
    get: `${CHANGE_REQUEST}/content/page/:pageId/links`,
    can: 'space.view',
    query: PagingQuery,
    reply: Links,
    summary: 'List what a page of a change request refers to, in the order of the page',
  },
  listChangeRequestPageBacklinks: {
    get: `${CHANGE_REQUEST}/content/page/:pageId/backlinks`,
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where a page of a change request is referred to',
  },
  listChangeRequestFileBacklinks: {
    get: `${CHANGE_REQUEST}/content/files/:fileId/backlinks`,
    can: 'space.view',
    list: ContentLocation,
    summary: 'List where a file of a change request is used',
  },
})
