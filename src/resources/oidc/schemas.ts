// An OpenID Connect provider that an organization trusts.
import Type from 'typebox'
import { CLAIM_NAME } from '../../lib/openid.ts'
import { Id, inWords, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../../server/schemas.ts'
import { MemberRoleOrGuest } from '../../shapes/organizations.ts'
import { Team } from '../../shapes/teams.ts'

const Label = Type.String({ minLength: 1, maxLength: 30 })
const ClientId = Type.String({ maxLength: 512 })
const Scopes = Type.Array(
  Type.String({
    pattern: inWords('^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$', 'must be the name of a scope, without spaces'),
    maxLength: 100,
  }),
  {
    maxItems: 20,
    description: 'Scopes to request besides `openid`, `email` and `profile`.',
  },
)
const GroupsClaim = Type.String({
  maxLength: 200,
  description: 'The claim that lists the groups of a user, such as `groups`; empty: groups are ignored.',
})
const VerifiedClaim = Type.String({
  pattern: inWords(CLAIM_NAME, 'must be the name of a claim, without spaces'),
  description:
    'The claim that says whether the provider has verified the email address: `email_verified` by default, `xms_edov` for Entra ID. Nobody signs in without it.',
})
const Groups = Type.Array(
  Type.Object({ group: Type.String({ minLength: 1, maxLength: 200 }), team: Id }, { additionalProperties: false }),
  {
    maxItems: 200,
    description:
      'The teams of groups. With every sign-in, users join the teams of their groups, and leave the other teams in this list.',
  },
)

export const OidcProvider = named(
  'OrganizationOIDCProvider',
  Type.Object({
    object: Type.Literal('oidc-provider'),
    id: Type.String(),
    label: Label,
    issuer: Type.String({ maxLength: 2048, description: 'The issuer URL; empty until it is set.' }),
    clientID: ClientId,
    hasClientSecret: Type.Boolean({ description: 'True once the client secret is set. It is never shown.' }),
    scopes: Scopes,
    verifiedClaim: VerifiedClaim,
    groupsClaim: GroupsClaim,
    groups: Groups,
    defaultTeam: Type.Optional(Team),
    defaultRole: MemberRoleOrGuest,
    createdAt: Timestamp,
    status: Type.Unsafe<'active' | 'pending'>({
      ...oneOf('active', 'pending'),
      description: 'Pending until issuer, clientID and clientSecret are set.',
    }),
    service: Type.Object({
      redirectURL: Type.String({ format: 'uri', description: 'The redirect URI to register at the provider.' }),
      startURL: Type.String({ format: 'uri', description: 'Where users start to sign in.' }),
    }),
    urls: Type.Object({ location: Uri }),
  }),
)

const optional = {
  issuer: Type.Optional(
    Type.Unsafe<string>({
      ...WebUrl,
      description:
        'The issuer URL, or the URL of its discovery document. When it changes, the client secret has to be given again.',
    }),
  ),
  clientID: Type.Optional(ClientId),
  clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description: 'Stored encrypted.' })),
  scopes: Type.Optional(Scopes),
  verifiedClaim: Type.Optional(VerifiedClaim),
  groupsClaim: Type.Optional(GroupsClaim),
  groups: Type.Optional(Groups),
  defaultTeam: Type.Optional(Nullable(Id)),
  defaultRole: Type.Optional(MemberRoleOrGuest),
}

export const NewOidcProvider = Type.Object({ label: Label, ...optional })
export const OidcProviderPatch = Type.Object({ label: Type.Optional(Label), ...optional })
