// Site redirects: from a path to a part of the site, a page, or an external URL.
import Type, { type Static } from 'typebox'
import { Id, inWords, Nullable, named, oneOf, Timestamp, WebUrl } from '../server/schemas.ts'

const SEGMENT = '(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+'

const Source = Type.String({
  maxLength: 512,
  pattern: inWords(
    `^(?:/${SEGMENT})*(?:/${SEGMENT}\\*?|/\\*)$`,
    'must be a path, such as /old/page; an asterisk may only be its last character',
  ),
  description: 'A path below the root of the site. A trailing `*` is a wildcard.',
})

const kinds = [
  Type.Object({ kind: Type.Literal('site-section'), siteSectionId: Id }),
  Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: Id }),
  Type.Object({ kind: Type.Literal('site-page'), siteSpaceId: Id, pageId: Id }),
  Type.Object({ kind: Type.Literal('external'), url: WebUrl }),
] as const

const Destination = named('SiteRedirectDestination', Type.Union([...kinds]))

export type Destination = Static<typeof Destination>

const InputDestination = named(
  'SiteRedirectInputDestination',
  Type.Union([
    ...kinds,
    Type.Object(
      { kind: Type.Literal('path'), spaceId: Id, path: Type.String({ maxLength: 2048 }) },
      { description: 'The page currently at this path of a space of the site; the space itself if the path is empty.' },
    ),
  ]),
)

export type InputDestination = Static<typeof InputDestination>

const CaptureWildcard = Type.Boolean({
  description: 'Resolve the path matched by `*` below the destination, or append it to the URL.',
})
const Draft = Type.Boolean({ description: 'A draft has no effect, and may coexist with a live redirect.' })
const Permanent = Type.Boolean({ description: 'Browsers and search engines may cache the redirect.' })

export const SiteRedirect = named(
  'SiteRedirect',
  Type.Object({
    object: Type.Literal('site-redirect'),
    id: Id,
    source: Source,
    draft: Draft,
    captureWildcard: CaptureWildcard,
    permanent: Permanent,
    destination: Destination,
    createdAt: Timestamp,
    updatedAt: Type.Optional(Timestamp),
  }),
)

const flags = {
  captureWildcard: Type.Optional(CaptureWildcard),
  draft: Type.Optional(Draft),
  permanent: Type.Optional(Permanent),
}

export const NewRedirect = Type.Object({ source: Source, destination: InputDestination, ...flags })
export const RedirectPatch = Type.Object({
  source: Type.Optional(Source),
  destination: Type.Optional(InputDestination),
  ...flags,
})

const Upsert = Type.Object({
  source: Source,
  intent: Type.Optional({
    ...oneOf('live', 'draft'),
    description: 'Whether to change the live redirect or the draft; default `live`.',
  }),
  captureWildcard: flags.captureWildcard,
  permanent: flags.permanent,
  destination: { ...Nullable(InputDestination), description: 'Null deletes the redirect.' },
})
const Publish = Type.Object({
  source: Source,
  intent: Type.Literal('publish', { description: 'Publish the draft, replacing the live redirect.' }),
})
export type Upsert = Static<typeof Upsert>
export type Publish = Static<typeof Publish>

export const RedirectBatch = Type.Object({
  redirects: Type.Array(Type.Union([Publish, Upsert]), { minItems: 1, maxItems: 500 }),
})

const Outcome = Type.Object({
  status: oneOf('created', 'updated', 'deleted', 'published', 'error'),
  source: Source,
  draft: Type.Boolean(),
  id: Type.Optional(Id),
  error: Type.Optional(Type.String()),
})
export type Outcome = Static<typeof Outcome>

export const RedirectOutcomes = Type.Object({
  results: Type.Array(Outcome, { description: 'Results in the order of the batch. Failed items change nothing.' }),
})

export const RedirectsQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 512, description: 'Only redirects whose source contains this text.' }),
  ),
  draft: Type.Optional(Type.Boolean({ default: false, description: 'List drafts instead of live redirects.' })),
  orderBy: Type.Optional({
    ...oneOf('createdAt', 'updatedAt', 'source'),
    description: 'Ascending order; default `createdAt`.',
  }),
})
export type RedirectsQuery = Static<typeof RedirectsQuery>

export const RedirectQuery = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 512, pattern: inWords('^/', 'must begin with /') }),
  shareKey: Type.Optional(Type.String({ maxLength: 256 })),
})

export const RedirectTarget = Type.Object({ redirect: SiteRedirect, target: Type.String() })
