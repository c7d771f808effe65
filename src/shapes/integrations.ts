// Integrations and their manifests.
import Type, { type Static } from 'typebox'
import { SCOPES } from '../access/scopes.ts'
import { booleans, inWords, named, oneOf, Uri } from '../server/schemas.ts'
import { ContentSecurityPolicy } from './content-security-policy.ts'
import { Organization } from './organizations.ts'

const Scope = oneOf(...SCOPES)
const Category = oneOf('analytics', 'collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other')
const Target = oneOf('all', 'site', 'space', 'organization')
const Visibility = oneOf('public', 'private', 'unlisted')
const Title = Type.String({ minLength: 2, maxLength: 30 })
const Description = Type.String({ maxLength: 100 })
const Summary = Type.String({ maxLength: 2048 })

const part = {
  title: Type.String({ minLength: 2, maxLength: 40 }),
  description: Type.Optional(Type.String({ maxLength: 150 })),
}
const PartId = Type.String({ minLength: 1, maxLength: 128 })
const Text = Type.String({ maxLength: 2048 })

export const Block = named(
  'IntegrationBlock',
  Type.Object({
    id: PartId,
    ...part,
    icon: Type.Optional(Text),
    urlUnfurl: Type.Optional(Type.Array(Text, { maxItems: 100 })),
    markdown: Type.Optional(Type.Object({ codeblock: Text, body: Text })),
  }),
)

/** A component of the integration that renders the configuration. */
const Component = Type.Object({ componentId: PartId })

const ContentSource = named(
  'IntegrationContentSource',
  Type.Object({ id: PartId, ...part, icon: Type.Optional(Text), configuration: Component }),
)

const shown = {
  title: Type.Optional(Type.String({ maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 100 })),
}
const Property = Type.Union([
  Type.Object({
    ...shown,
    type: Type.Literal('string'),
    default: Type.Optional(Type.String()),
    completion_url: Type.Optional(Text),
    enum: Type.Optional(Type.Array(Type.String())),
  }),
  Type.Object({ ...shown, type: Type.Literal('number'), default: Type.Optional(Type.Number()) }),
  Type.Object({ ...shown, type: Type.Literal('boolean'), default: Type.Optional(Type.Boolean()) }),
  Type.Object({ ...shown, type: Type.Literal('button'), callback_url: Text, button_text: Text }),
])

const ConfigurationSchema = Type.Object({
  properties: Type.Record(Type.String(), Property),
  required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
})

/** Properties, or a component that handles configuration. */
export const Configuration = named('IntegrationConfiguration', Type.Union([ConfigurationSchema, Component]))

const Configurations = Type.Object({
  account: Type.Optional(Configuration),
  space: Type.Optional(Configuration),
  site: Type.Optional(Configuration),
})

const LinkUrl = Type.String({
  format: 'uri',
  maxLength: 2048,
  pattern: inWords('^(https?://|mailto:)', 'must begin with https://, http:// or mailto:'),
})
const ExternalLinks = Type.Array(Type.Object({ url: LinkUrl, label: Type.String({ maxLength: 100 }) }), {
  maxItems: 5,
})

/** Stored as published. */
export const Manifest = Type.Object({
  description: Description,
  summary: Type.Optional(Summary),
  categories: Type.Array(Category),
  blocks: Type.Optional(Type.Array(Block, { maxItems: 100 })),
  contentSources: Type.Optional(Type.Array(ContentSource, { maxItems: 100 })),
  configurations: Type.Optional(Configurations),
  externalLinks: ExternalLinks,
  contentSecurityPolicy: Type.Optional(ContentSecurityPolicy),
})

export type Manifest = Static<typeof Manifest>

export const Integration = named(
  'Integration',
  Type.Object({
    object: Type.Literal('integration'),
    name: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    title: Title,
    ...Manifest.properties,
    previewImages: Type.Array(Uri, { maxItems: 3 }),
    target: Target,
    verified: Type.Boolean({ description: 'Verified by the operator of this server.' }),
    visibility: Visibility,
    scopes: Type.Array(Scope),
    owner: Organization,
    urls: Type.Object({
      location: Uri,
      icon: Type.Optional(Uri),
      app: Uri,
      assets: Uri,
      publicEndpoint: Uri,
      publicContentEndpoint: Uri,
    }),
    permissions: booleans('admin', 'install'),
  }),
)

/** Base64 is a third longer than the bytes. */
const base64 = (bytes: number) => Type.String({ maxLength: Math.ceil(bytes / 3) * 4 + 100, contentEncoding: 'base64' })
export const ICON_LIMIT = 250 * 1024
export const PREVIEW_LIMIT = 1024 * 1024

export const NewIntegration = Type.Object({
  runtime: Type.Optional(
    Type.Unsafe<'v1' | 'v2'>({
      ...oneOf('v1', 'v2'),
      default: 'v1',
      description: 'The runtime version of the script.',
    }),
  ),
  icon: Type.Optional(base64(ICON_LIMIT)),
  title: Title,
  description: Description,
  summary: Type.Optional(Summary),
  previewImages: Type.Optional(Type.Array(base64(PREVIEW_LIMIT), { maxItems: 3 })),
  visibility: Type.Optional(Visibility),
  target: Type.Optional(Target),
  scopes: Type.Optional(Type.Array(Scope, { default: [], description: 'The scopes that the integration requests.' })),
  categories: Type.Optional(Type.Array(Category)),
  blocks: Type.Optional(Type.Array(Block, { maxItems: 100 })),
  contentSources: Type.Optional(Type.Array(ContentSource, { maxItems: 100 })),
  externalLinks: Type.Optional(ExternalLinks),
  configurations: Type.Optional(Configurations),
  script: Type.String({ minLength: 1 }),
  organization: Type.String({ minLength: 1, maxLength: 128, description: 'The id or the subdomain of the owner.' }),
  secrets: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 20 })),
  contentSecurityPolicy: Type.Optional(ContentSecurityPolicy),
})

export const SearchQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 512, description: 'Part of the name or title.' })),
})

export const CatalogueQuery = Type.Object({
  ...SearchQuery.properties,
  category: Type.Optional(Category),
  blockDomain: Type.Optional(Type.String({ maxLength: 100, pattern: '^[a-zA-Z0-9-_.]+$' })),
  blocks: Type.Optional(Type.Boolean()),
  contentSources: Type.Optional(Type.Boolean()),
  owner: Type.Optional(Type.String({ maxLength: 128 })),
  scope: Type.Optional(Scope),
  target: Type.Optional(Target),
})
