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
    integrations: Type.Array(Type.Object({ name: Type.String(), title: Type.String() }), {
      description: 'The integrations on the site that may sign visitors in: they have the scope `site:visitor:auth`.',
    }),
  }),
)

export const PublishingAuthPatch = Type.Object({
  backend: Type.Optional(Backend),
  integration: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Which of `integrations` signs visitors in, with the backend `integration`; the first one by default.',
    }),
  ),
  fallbackURL: Type.Optional(Nullable(WebUrl)),
})

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(Id),
  claims: Type.Optional(Type.String({ maxLength: 4096, description: 'The visitor claims, in Rison or JSON.' })),
})

export const PreviewUrl = Type.Object({ url: Uri })
