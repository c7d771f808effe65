// Sites: spaces published together under one URL and design.
import Type, { type Static } from 'typebox'
import { Id, inWords, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../server/schemas.ts'
import { Emoji } from './spaces.ts'

const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
const SiteType = oneOf(...SITE_TYPES)
export const SiteTitle = Type.String({ minLength: 2, maxLength: 128 })
const SiteVisibility = oneOf('public', 'unlisted', 'share-link', 'visitor-auth')

/** One path segment, as generated from titles. */
const SEGMENT = '^[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}._~-]*[\\p{L}\\p{M}\\p{N}_~])?$'
export const Segment = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: inWords(
    SEGMENT,
    'must consist of letters, digits, hyphens, underscores, dots and tildes, and begin with a letter or a digit',
  ),
})

const SiteHostname = Type.String({
  maxLength: 253,
  pattern: inWords(
    '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
    'must be a hostname with a subdomain, such as docs.example.com',
  ),
})
const ProxyOrigin = Type.String({
  maxLength: 512,
  pattern: inWords(
    '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$',
    'must be a host and a path without https://, such as example.com/docs',
  ),
})

export const ThemedUrl = named('CustomizationThemedURL', Type.Object({ light: WebUrl, dark: WebUrl }))

/** An icon, an emoji, or neither. */
const Favicon = named(
  'CustomizationFavicon',
  Type.Object({ icon: Type.Optional(ThemedUrl), emoji: Type.Optional(Emoji) }),
)

const AdaptiveContent = Type.Object({ enabled: Type.Boolean() })
const AgentsContext = Type.Unsafe<'excluded' | 'included'>({
  ...oneOf('excluded', 'included'),
  description:
    'Whether assistants may read the site. Excluded: it has no llms.txt and no MCP server, and robots.txt asks them to stay away.',
})
const InsightsDays = Type.Integer({
  minimum: 1,
  maximum: 36_500,
  description: 'How many days insights of the site are kept, if that is shorter than the server keeps them.',
})

export const Site = named(
  'Site',
  Type.Object({
    object: Type.Literal('site'),
    id: Type.String(),
    type: SiteType,
    title: SiteTitle,
    icon: Type.Optional(Favicon),
    hostname: Type.Optional(Type.String()),
    basename: Type.String(),
    proxy: Type.Optional(Type.Object({ origin: Type.String(), target: Uri })),
    visibility: SiteVisibility,
    published: Type.Boolean(),
    siteSpaces: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    adaptiveContent: AdaptiveContent,
    agentsContext: AgentsContext,
    insightsDays: Type.Optional(InsightsDays),
    features: Type.Array(
      Type.Object({
        id: Type.String(),
        plan: SiteType,
        frozen: Type.Boolean(),
        customizations: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    permissions: Type.Optional(
      Type.Object(
        { view: Type.Boolean(), admin: Type.Boolean() },
        { description: 'What the caller may do on the site; only where one site is returned.' },
      ),
    ),
    urls: Type.Object({ location: Uri, app: Uri, published: Type.Optional(Uri) }),
  }),
)

export const SitesQuery = Type.Object({
  space: Type.Optional(Type.String({ description: 'Only sites that show this space.' })),
  title: Type.Optional(Type.String({ maxLength: 128, description: 'Only sites whose title contains this text.' })),
  published: Type.Optional(Type.Boolean()),
  type: Type.Optional(Type.Array(SiteType)),
})

const MAX_SPACES = 1000

/** Existing spaces, or a new one. */
const FirstSpaces = Type.Unsafe<string[] | 'empty' | 'sample'>({
  anyOf: [Type.Array(Id, { maxItems: MAX_SPACES, uniqueItems: true }), oneOf('empty', 'sample')],
})

export const NewSite = Type.Object({
  type: Type.Optional(SiteType),
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(SiteVisibility),
  basename: Type.Optional({ ...Segment, description: 'Its name in addresses; made from the title by default.' }),
  spaces: Type.Optional(FirstSpaces),
})

export const SitePatch = Type.Object({
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(SiteVisibility),
  basename: Type.Optional(Segment),
  hostname: Type.Optional(Nullable(SiteHostname)),
  adaptiveContent: Type.Optional(AdaptiveContent),
  agentsContext: Type.Optional(AgentsContext),
  insightsDays: Type.Optional(Nullable(InsightsDays)),
  defaultSiteSpace: Type.Optional(Id),
  defaultSiteSection: Type.Optional(Id),
  proxy: Type.Optional(Nullable(ProxyOrigin)),
})

export type SitePatch = Static<typeof SitePatch>
