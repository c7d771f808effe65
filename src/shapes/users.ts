// Users and their tokens.
import Type from 'typebox'
import { Nullable, named, Timestamp, Uri, WebUrl } from '../server/schemas.ts'

export const User = named(
  'User',
  Type.Object({
    object: Type.Literal('user'),
    id: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: Uri }),
  }),
)

export const UserPatch = Type.Object({
  displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  photoURL: Type.Optional(Nullable(WebUrl)),
})

const tokenFields = {
  object: Type.Literal('token'),
  id: Type.String(),
  label: Type.String(),
  createdAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  lastUsedAt: Type.Optional(Timestamp),
  organization: Type.Optional(
    Type.String({
      description: 'The only organization the token works in.',
    }),
  ),
  revokedIn: Type.Optional(
    Type.Array(Type.String(), { description: 'Organizations whose admins revoked the token: it does not work there.' }),
  ),
  urls: Type.Object({ location: Uri }),
}

export const Token = named('Token', Type.Object(tokenFields))

export const NewToken = Type.Object({
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  expiresAt: Type.Optional(Timestamp),
  organization: Type.Optional(
    Type.String({ description: 'The only organization the token will work in. By default, all of yours.' }),
  ),
})

/** The only reply that contains the secret. */
export const CreatedToken = named('CreatedToken', Type.Object({ ...tokenFields, token: Type.String() }))
