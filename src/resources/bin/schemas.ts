// Deleted pages of a space.
import Type, { type Static } from 'typebox'
import { named, oneOf, Timestamp } from '../../server/schemas.ts'
import { User } from '../../shapes/users.ts'

export const DeletedPage = named(
  'DeletedPage',
  Type.Object({
    object: Type.Literal('deleted-page'),
    id: Type.String({ description: 'The id of the page, which it keeps when it is restored.' }),
    title: Type.String(),
    type: oneOf('document', 'group', 'link', 'computed'),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    pages: Type.Integer({ description: 'How many pages were deleted with it, including itself.' }),
    revision: Type.String({ description: 'The last revision that has the page.' }),
    deletedBy: Type.Optional(User),
    deletedAt: Timestamp,
    expiresAt: Timestamp,
  }),
)
export type DeletedPageJson = Static<typeof DeletedPage>

export const Restored = Type.Object({
  revision: Type.String({ description: 'The current revision.' }),
  pages: Type.Array(Type.String(), { description: 'The ids of the pages that came back.' }),
})
