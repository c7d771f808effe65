// A SAML provider: an identity provider that an organization trusts.
import Type from 'typebox'
import { Id, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../../server/schemas.ts'
import { MemberRoleOrGuest } from '../../shapes/organizations.ts'
import { Team } from '../../shapes/teams.ts'

const Label = Type.String({ minLength: 1, maxLength: 30 })
const EntityId = Type.String({ maxLength: 1024 })
const Certificate = Type.String({ maxLength: 10_000, description: 'PEM, or the bare base64 of the certificate.' })

export const SamlProvider = named(
  'OrganizationSAMLProvider',
  Type.Object({
    object: Type.Literal('saml-provider'),
    id: Type.String(),
    label: Label,
    ssoURL: Type.String({
      maxLength: 2048,
      description: 'The sign-in URL of the identity provider; empty until it is set.',
    }),
    entityID: EntityId,
    certificate: Certificate,
    defaultTeam: Type.Optional(Team),
    defaultRole: MemberRoleOrGuest,
    createdAt: Timestamp,
    status: Type.Unsafe<'active' | 'pending'>({
      ...oneOf('active', 'pending'),
      description: 'Pending until entityID, certificate and ssoURL are set.',
    }),
    service: Type.Object({
      acsURL: Type.String({ format: 'uri', description: 'Where the identity provider sends its responses.' }),
      startURL: Type.String({ format: 'uri', description: 'Where users start to sign in.' }),
      entityID: Type.String({ description: 'The entity ID of this service, which is also the URL of its metadata.' }),
    }),
    urls: Type.Object({ location: Uri }),
  }),
)

export const SsoLogin = named(
  'OrganizationSSOProviderLogin',
  Type.Object({ id: Type.String(), label: Label, startURL: Uri }),
)

const optional = {
  entityID: Type.Optional(EntityId),
  certificate: Type.Optional(Certificate),
  ssoURL: Type.Optional(WebUrl),
  defaultTeam: Type.Optional(Nullable(Id)),
  defaultRole: Type.Optional(MemberRoleOrGuest),
}

export const NewSamlProvider = Type.Object({ label: Label, ...optional })
export const SamlProviderPatch = Type.Object({ label: Type.Optional(Label), ...optional })
