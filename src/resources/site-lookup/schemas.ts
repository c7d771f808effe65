// The lookup of a URL and its result.
import Type from 'typebox'
import { Id, named, oneOf, Uri, WebUrl } from '../../server/schemas.ts'

const Claims = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const Lookup = Type.Object({
  url: WebUrl,
  redirectOnError: Type.Optional(
    Type.Boolean({ default: false, description: 'Redirect to the sign-in page if the visitor token is invalid.' }),
  ),
  visitor: Type.Optional(
    Type.Object({
      jwtToken: Type.Optional(Type.String({ maxLength: 16_384 })),
      unsignedClaims: Type.Optional(Claims),
    }),
  ),
})

export const LookupQuery = Type.Object({
  url: WebUrl,
  visitorAuthToken: Type.Optional(Type.String({ maxLength: 16_384 })),
  redirectOnError: Type.Optional(Type.Boolean({ default: false })),
})

const Redirect = Type.Object({ target: oneOf('application', 'content', 'external'), redirect: Uri })

const PublishedSiteContent = named(
  'PublishedSiteContent',
  Type.Object({
    site: Id,
    siteSection: Type.Optional(Id),
    siteSpace: Id,
    space: Id,
    pathname: Type.String(),
    basePath: Type.String(),
    siteBasePath: Type.String(),
    apiToken: Type.String({ description: 'Reads the site as this visitor sees it. Valid for about an hour.' }),
    organization: Id,
    shareKey: Type.Optional(Type.String()),
    complete: Type.Boolean({ description: 'True if no further path segment could lead to another space of the site.' }),
    contextId: Type.Optional(Type.String()),
    canonicalUrl: Uri,
  }),
)

export const PublishedSiteContentLookup = named(
  'PublishedSiteContentLookup',
  Type.Union([PublishedSiteContent, Redirect]),
)
