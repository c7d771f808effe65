import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, oneOf, WebUrl } from '../../server/schemas.ts'
import { ChangeRequest } from '../../shapes/change-requests.ts'
import { Collection } from '../../shapes/collections.ts'
import { Page } from '../../shapes/content.ts'
import { Customization } from '../../shapes/customization.ts'
import { Script } from '../../shapes/integration-activity.ts'
import { ShareKeyQuery } from '../../shapes/share-links.ts'
import { SiteStructure } from '../../shapes/site-structure.ts'
import { Site } from '../../shapes/sites.ts'
import { Space } from '../../shapes/spaces.ts'
import { Lookup, LookupQuery, PublishedSiteContentLookup } from './schemas.ts'

export const siteLookupRoutes = routes('Published content', {
  resolvePublishedContentByUrl: {
    post: '/urls/published',
    can: 'public',
    readOnly: true,
    body: Lookup,
    reply: PublishedSiteContentLookup,
    summary: 'Resolve a URL of a published site, and get a token that reads its content',
  },
  getPublishedContentByUrl: {
    get: '/urls/published',
    can: 'user',
    query: LookupQuery,
    reply: PublishedSiteContentLookup,
    summary: 'Resolve a URL of a published site; deprecated',
  },
})

const PublishedContentSite = named(
  'PublishedContentSite',
  Type.Object({
    object: Type.Literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: Customization,
      siteSpaces: Type.Unsafe<Record<string, Customization>>({ type: 'object', additionalProperties: Customization }),
    }),
    scripts: Type.Array(Script),
  }),
)

const ProfileQuery = Type.Object({
  ...ShareKeyQuery.properties,
  schema: Type.Optional({
    ...oneOf('current', 'next'),
    description:
      'The parts of the structure. `current`, the default: sections and groups, the only parts that public renderers ' +
      'support. `next`: external links too.',
  }),
})

export const siteProfileRoutes = routes('Published sites', {
  getPublishedContentSite: {
    get: '/orgs/:organizationId/sites/:siteId/published',
    can: 'site.view',
    visitors: true,
    query: ProfileQuery,
    reply: PublishedContentSite,
    summary: 'Get everything a renderer needs to render a site',
  },
})

export const Content = Type.Union([
  Type.Object({ collection: Collection }),
  Type.Object({ space: Space, changeRequest: Type.Optional(ChangeRequest), page: Type.Optional(Page) }),
])

export const contentUrlRoutes = routes('URLs', {
  getContentByUrl: {
    get: '/urls/content',
    can: 'user',
    query: Type.Object({ url: WebUrl }),
    reply: Content,
    summary: 'Get the content at a URL of the web app or of a published site',
  },
})
