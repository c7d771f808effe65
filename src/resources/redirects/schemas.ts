// Redirects of a site: from an old path to a part of the site, or to a page, wherever that is then.
import Type, { type Static } from 'typebox'
import { Id, named } from '../../server/schemas.ts'

const SEGMENT = '(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+'

const Source = Type.String({
  maxLength: 512,
  pattern: `^(?:/${SEGMENT})*(?:/${SEGMENT}|/\\*)$`,
  description: 'A path below the root of the site; `/*` at its end stands for everything below.',
})

const Destination = named(
  'SiteRedirectDestination',
  Type.Union([
    Type.Object({ kind: Type.Literal('site-section'), siteSectionId: Id }),
    Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: Id }),
    Type.Object({ kind: Type.Literal('site-page'), siteSpaceId: Id, pageId: Id }),
  ]),
)

export type Destination = Static<typeof Destination>

export const SiteRedirect = named(
  'SiteRedirect',
  Type.Object({ object: Type.Literal('site-redirect'), id: Id, source: Source, destination: Destination }),
)

export const NewRedirect = Type.Object({ source: Source, destination: Destination })
export const RedirectPatch = Type.Object({
  source: Type.Optional(Source),
  destination: Type.Optional(Destination),
})

export const RedirectQuery = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 512, pattern: '^/' }),
  shareKey: Type.Optional(Type.String({ maxLength: 256 })),
})

export const RedirectTarget = Type.Object({ redirect: SiteRedirect, target: Type.String() })
