// What a person marked as a favorite.
import Type, { type Static } from 'typebox'
import { named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'

export const Favorite = named(
  'Favorite',
  Type.Object({
    object: Type.Literal('favorite'),
    kind: oneOf('space', 'page', 'site'),
    title: Type.String(),
    emoji: Type.Optional(Type.String()),
    organization: Type.String(),
    space: Type.Optional(Type.String()),
    page: Type.Optional(Type.String()),
    site: Type.Optional(Type.String()),
    createdAt: Timestamp,
    urls: Type.Object({ app: Uri }),
  }),
)
export type FavoriteJson = Static<typeof Favorite>

export const Favorites = Type.Object({ items: Type.Array(Favorite), count: Type.Integer() })
