// How visitors of a site sign in, and how members look at a site before it is published.
import Type from 'typebox'
import { Id, Nullable, named, oneOf, Uri, WebUrl } from '../../server/schemas.ts'

const Backend = oneOf('custom', 'integration')

export const SitePublishingAuth = named(
  'SitePublishingAuth',
  Type.Object({
    object: Type.Literal('publishing-auth'),
    backend: Backend,
    privateKey: Type.String({ description: 'Signs the JWTs of visitors, with HS256.' }),
    fallbackURL: Type.Optional(Uri),
    integration: Type.Optional(Type.String()),
  }),
)

export const PublishingAuthPatch = Type.Object({
  backend: Type.Optional(Backend),
  fallbackURL: Type.Optional(Nullable(WebUrl)),
})

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(Id),
  claims: Type.Optional(
    Type.String({ maxLength: 4096, description: 'What the site is to know about the visitor, in Rison or JSON.' }),
  ),
})

export const PreviewUrl = Type.Object({ url: Uri })
