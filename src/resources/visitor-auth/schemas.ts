// Visitor authentication and previews of sites.
import Type from 'typebox'
import { Id, Nullable, named, oneOf, Uri, WebUrl } from '../../server/schemas.ts'

const Backend = oneOf('custom', 'integration')

export const SitePublishingAuth = named(
  'SitePublishingAuth',
  Type.Object({
    object: Type.Literal('publishing-auth'),
    backend: Backend,
    privateKey: Type.String({ description: 'Signs visitor JWTs, with HS256.' }),
    fallbackURL: Type.Optional(Uri),
    integration: Type.Optional(
      Type.String({
        description: 'The integration on the site that signs visitors in if the backend is `integration`.',
      }),
    ),
  }),
)

export const PublishingAuthPatch = Type.Object({
  backend: Type.Optional(Backend),
  fallbackURL: Type.Optional(Nullable(WebUrl)),
})

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(Id),
  claims: Type.Optional(Type.String({ maxLength: 4096, description: 'The visitor claims, in Rison or JSON.' })),
})

export const PreviewUrl = Type.Object({ url: Uri })
