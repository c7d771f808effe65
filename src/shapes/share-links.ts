// Share links: whoever has one can read the site.
import Type from 'typebox'
import { named, Timestamp, Uri } from '../server/schemas.ts'

const Name = Type.String({ maxLength: 50 })

export const ShareLink = named(
  'ShareLink',
  Type.Object({
    object: Type.Literal('share-link'),
    id: Type.String(),
    createdAt: Timestamp,
    name: Type.Optional(Name),
    active: Type.Boolean(),
    urls: Type.Object({ published: Type.Optional(Uri) }),
  }),
)

export const NewShareLink = Type.Object({ name: Type.Optional(Name) })
export const ShareLinkPatch = Type.Object({ active: Type.Optional(Type.Boolean()), name: Type.Optional(Name) })

export const ShareKeyQuery = Type.Object({
  shareKey: Type.Optional(
    Type.String({ maxLength: 128, description: 'The key of a share link. Published URLs then include it.' }),
  ),
})
