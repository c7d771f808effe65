// Everything that the server knows about a person, as they download it.
import Type from 'typebox'
import { named, Timestamp } from '../../server/schemas.ts'
import { Account, Passkey, UserSession } from '../../shapes/account.ts'
import { Token } from '../../shapes/users.ts'

export const Picture = Type.Object({
  data: Type.String({
    minLength: 1,
    maxLength: 1_400_000,
    description: 'The bytes of a PNG, JPEG, WebP or GIF file, in Base64. At most 1 MiB.',
  }),
})

const Text = Type.String()
const OptionalText = Type.Optional(Text)

export const UserData = named(
  'UserData',
  Type.Object({
    object: Type.Literal('user-data'),
    createdAt: Timestamp,
    account: Account,
    memberships: Type.Array(
      Type.Object({
        organization: Text,
        title: Text,
        role: OptionalText,
        joinedAt: Timestamp,
        lastSeenAt: OptionalText,
      }),
    ),
    teams: Type.Array(Type.Object({ team: Text, title: Text, organization: Text, role: Text })),
    tokens: Type.Array(Token),
    sessions: Type.Array(UserSession),
    passkeys: Type.Array(Passkey),
    changeRequests: Type.Array(
      Type.Object({ id: Text, space: Text, number: Type.Integer(), subject: Text, status: Text, createdAt: Timestamp }),
    ),
    reviews: Type.Array(
      Type.Object({ id: Text, changeRequest: Text, status: Text, createdAt: Timestamp, updatedAt: Timestamp }),
    ),
    comments: Type.Array(
      Type.Object({
        id: Text,
        space: Text,
        changeRequest: OptionalText,
        page: OptionalText,
        markdown: OptionalText,
        document: OptionalText,
        createdAt: Timestamp,
        editedAt: OptionalText,
      }),
    ),
    reactions: Type.Array(Type.Object({ comment: Text, emoji: Text, createdAt: Timestamp })),
    truncated: Type.Array(Text, {
      description: 'The lists that are longer than what is shown: the latest rows are there.',
    }),
  }),
)
