// Organizations and their settings.
import Type from 'typebox'
import { ROLES } from '../access/roles.ts'
import {
  booleans,
  Id,
  inWords,
  Nullable,
  named,
  oneOf,
  oneOfOrNull,
  Timestamp,
  Uri,
  WebUrl,
} from '../server/schemas.ts'

export const MemberRole = oneOf(...ROLES)
export const MemberRoleOrGuest = oneOfOrNull(...ROLES)

const OrganizationTitle = Type.String({ minLength: 2, maxLength: 255 })
const Domain = Type.String({
  maxLength: 253,
  pattern: inWords(
    '^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]{2,63}$',
    'must be a domain, such as example.com',
  ),
})
const EmailDomains = Type.Array(Domain, { maxItems: 100 })
const Hostname = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: inWords(
    '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$',
    'must consist of small letters, digits and hyphens, and neither begin nor end with a hyphen',
  ),
})

/** The default site of the organization's URL. */
const DefaultContent = Type.Object({ type: Type.Literal('site'), site: Id })

export const Organization = named(
  'Organization',
  Type.Object({
    object: Type.Literal('organization'),
    id: Type.String(),
    title: OrganizationTitle,
    createdAt: Timestamp,
    emailDomains: Type.Array(Type.String()),
    hostname: Type.Optional(Type.String()),
    type: oneOf('business', 'community'),
    defaultRole: MemberRoleOrGuest,
    defaultContent: Type.Optional(DefaultContent),
    sso: Type.Boolean(),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
    plan: Type.String(),
    urls: Type.Object({ location: Uri, app: Uri, logo: Type.Optional(Uri) }),
    trial: Type.Object({ status: oneOf('notapplicable', 'none', 'active', 'ended', 'expired') }),
    permissions: booleans(
      'view',
      'admin',
      'ownTeam',
      'createContent',
      'createOpenAPISpec',
      'ingestConversations',
      'viewBilling',
      'listMembers',
      'listTeams',
      'listIntegrations',
      'listInstallations',
      'installIntegration',
    ),
  }),
)

export const NewOrganization = Type.Object({
  title: OrganizationTitle,
  emailDomains: Type.Optional(EmailDomains),
})

export const OrganizationPatch = Type.Object({
  title: Type.Optional(OrganizationTitle),
  emailDomains: Type.Optional(EmailDomains),
  hostname: Type.Optional(Hostname),
  defaultRole: Type.Optional(MemberRoleOrGuest),
  defaultContent: Type.Optional(Nullable(DefaultContent)),
  logo: Type.Optional(Nullable(WebUrl)),
  sso: Type.Optional(Type.Boolean()),
  ai: Type.Optional(Type.Boolean()),
  inviteLinks: Type.Optional(Type.Boolean()),
})
