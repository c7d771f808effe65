// The account of the caller: what only they see of themselves.
import Type from 'typebox'
import { inWords, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../server/schemas.ts'
import { User } from './users.ts'

const Language = Type.String({
  pattern: inWords('^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$', 'must be a language tag, such as en or pt-BR'),
  maxLength: 35,
  description:
    'A language tag, such as `en-GB` or `pt-BR`. Dates and times in your account, in the console and in daily mails are written the way of this language.',
})
const Theme = oneOf('light', 'dark')

export const Account = named(
  'Account',
  Type.Object({
    ...User.properties,
    language: Type.Optional(Language),
    theme: Type.Optional(Theme),
    passkeyRequired: Type.Boolean({ description: 'Whether a password alone does not sign in.' }),
    serverAdmin: Type.Boolean({ description: 'Whether you may manage the server itself.' }),
  }),
)

export const AccountPatch = Type.Object({
  displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  photoURL: Type.Optional(Nullable(WebUrl)),
  language: Type.Optional(Nullable(Language)),
  theme: Type.Optional(Nullable(Theme)),
})

export const UserSession = named(
  'UserSession',
  Type.Object({
    object: Type.Literal('session'),
    id: Type.String(),
    device: Type.String({ description: 'The browser and its system, as far as they tell.' }),
    method: oneOf('password', 'passkey', 'link', 'saml', 'oidc'),
    address: Type.Optional(Type.String({ description: 'The network address of the last use.' })),
    current: Type.Boolean({ description: 'Whether this request belongs to the session.' }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    urls: Type.Object({ location: Uri }),
  }),
)

export const Passkey = named(
  'Passkey',
  Type.Object({
    object: Type.Literal('passkey'),
    id: Type.String(),
    name: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    urls: Type.Object({ location: Uri }),
  }),
)

export const PasskeyOptions = named(
  'PasskeyOptions',
  Type.Object({
    publicKey: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What `PublicKeyCredential.parseCreationOptionsFromJSON()` takes. Valid for five minutes.',
    }),
  }),
)

export const NewPasskey = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'By default, “Passkey”.' })),
  credential: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The credential that the browser created, as its `toJSON()` gives it.',
  }),
})

export const SecondStep = Type.Object({
  required: Type.Boolean({ description: 'Whether a passkey is needed after the password.' }),
})

export const PasskeyPatch = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) })

export const NewPassword = Type.Object({ password: Type.String({ minLength: 12, maxLength: 1024 }) })

export const NewEmail = Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }) })
