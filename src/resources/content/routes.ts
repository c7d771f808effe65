import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { ContentQuery, Page, PageQuery, Revision } from './schemas.ts'

const Pages = Type.Object({ pages: Type.Array(Page) })

/** What is read is named by the revision alone. */
const etag = ({ space }: { space?: { revision_id: string } }, query: Record<string, unknown>) =>
  String(query.revision ?? space?.revision_id)

export const contentRoutes = routes('Space content', {
  getCurrentRevision: {
    get: '/spaces/:spaceId/content',
    can: 'space.view',
    query: ContentQuery,
    reply: Revision,
    etag,
    summary: 'Get the content of a space',
  },
  listPages: {
    get: '/spaces/:spaceId/content/pages',
    can: 'space.view',
    query: ContentQuery,
    reply: Pages,
    etag,
    summary: 'Get the page tree of a space',
  },
  getPageById: {
    get: '/spaces/:spaceId/content/page/:pageId',
    can: 'space.view',
    query: PageQuery,
    reply: Page,
    etag,
    summary: 'Get a page by its id',
  },
  getPageByPath: {
    get: '/spaces/:spaceId/content/path/:pagePath*',
    can: 'space.view',
    query: PageQuery,
    reply: Page,
    etag,
    summary: 'Get a page by its path',
  },
})
