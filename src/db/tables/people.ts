// Tables of users, organizations, teams, grants and sign-in.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'
import type { Flag, Role } from './values.ts'

export interface PeopleTables {
  users: UsersTable
  tokens: TokensTable
  organizations: OrganizationsTable
  former_hostnames: FormerHostnamesTable
  members: MembersTable
  teams: TeamsTable
  team_members: TeamMembersTable
  grants: GrantsTable
  invites: InvitesTable
  saml_providers: SamlProvidersTable
  saml_requests: SamlRequestsTable
  saml_assertions: SamlAssertionsTable
  oidc_providers: OidcProvidersTable
  oidc_group_teams: OidcGroupTeamsTable
  oidc_requests: OidcRequestsTable
  passwords: PasswordsTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  email_changes: EmailChangesTable
  sign_in_links: SignInLinksTable
  sign_in_failures: SignInFailuresTable
  sessions: SessionsTable
  session_organizations: SessionOrganizationsTable
}

interface UsersTable {
  id: string
  display_name: string
  email: string
  /** A URL, or the path of a picture that was uploaded. */
  photo_url: string | null
  created_at: Timestamp
  /** When somebody who is trusted for the whole server confirmed the address, or a link sent to it was used. */
  email_verified_at: Timestamp | null
  /** Until the address is verified: the organization whose invitation the account came from. */
  vouched_by: string | null
  server_admin: Generated<Flag>
  /** When the user last signed in to a browser. */
  signed_in_at: Timestamp | null
  /** 1: a password alone does not sign in; a passkey has to follow. */
  passkey_required: Generated<Flag>
  /** A language tag; null: the language of the browser. */
  language: string | null
  theme: 'light' | 'dark' | null
  /** Set if the person is gone: the row stays for what they wrote, without a name and an address. */
  deleted_at: Timestamp | null
}

interface TokensTable {
  id: string
  hash: string
  user_id: string
  label: string
  created_at: Timestamp
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  /** The only organization that the token is valid for; null: all organizations of the user. */
  organization_id: string | null
  /** A JSON array of organizations whose admins revoked the token there; null: none. */
  barred_from: string | null
}

interface OrganizationsTable {
  id: string
  title: string
  type: 'business' | 'community'
  /** The organization's name in addresses of its sites; null until the server has named it. */
  hostname: string | null
  email_domains: string
  default_role: Role | null
  logo_url: string | null
  sso: Flag
  ai: Flag
  invite_links: Flag
  created_at: Timestamp
  /** The default content of the organization. */
  default_site_id: string | null
}

/** Hostnames that organizations had before: they still lead there, and no other organization can have them. */
interface FormerHostnamesTable {
  hostname: string
  organization_id: string
  created_at: Timestamp
}

interface MembersTable {
  organization_id: string
  user_id: string
  role: Role | null
  sso: Flag
  joined_at: Timestamp
  last_seen_at: Timestamp | null
}

interface TeamsTable {
  id: string
  organization_id: string
  title: string
  created_at: Timestamp
}

interface TeamMembersTable {
  team_id: string
  user_id: string
  role: 'owner' | 'member'
  created_at: Timestamp
}

/** A role granted to a user or a team on a space, collection or site: exactly one object and one grantee is set. */
interface GrantsTable {
  id: string
  space_id: string | null
  collection_id: string | null
  site_id: string | null
  user_id: string | null
  team_id: string | null
  role: Role
}

/** A link that adds a member, or grants a role on a space or collection. */
interface InvitesTable {
  id: string
  organization_id: string
  space_id: string | null
  collection_id: string | null
  role: Role | null
  created_at: Timestamp
}

/** An identity provider of an organization. Text columns are empty until they are configured. */
interface SamlProvidersTable {
  id: string
  organization_id: string
  label: string
  sso_url: string
  entity_id: string
  certificate: string
  default_team_id: string | null
  default_role: Role | null
  created_at: Timestamp
}

/** A pending sign-in: sent to the identity provider, then answered, then removed. */
interface SamlRequestsTable {
  id: string
  provider_id: string
  /** The hash of a secret in the browser that started the sign-in: only this browser can complete it. */
  browser_hash: string
  return_to: string | null
  /** The identity as JSON, once the identity provider has answered; of a test, what came back. */
  identity: string | null
  /** The admin who only tests the provider; null for a sign-in. */
  tested_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

/** Accepted assertions, stored until they expire, so that none is accepted twice. */
interface SamlAssertionsTable {
  provider_id: string
  assertion_id: string
  expires_at: Timestamp
}

/** An OpenID Connect provider of an organization. Text columns are empty until they are configured. */
interface OidcProvidersTable {
  id: string
  organization_id: string
  label: string
  issuer: string
  client_id: string
  /** Sealed. */
  client_secret: string | null
  /** What is requested besides `openid email profile`, as JSON. */
  scopes: string
  /** The claim that says that an address is verified. */
  verified_claim: string
  /** The claim that lists the groups of a user; empty: groups are ignored. */
  groups_claim: string
  default_team_id: string | null
  default_role: Role | null
  created_at: Timestamp
}

/** Members of the group at the provider are members of the team. */
interface OidcGroupTeamsTable {
  provider_id: string
  group_name: string
  team_id: string
}

/** A pending sign-in. The browser has the secret that nonce and PKCE verifier are derived from. */
interface OidcRequestsTable {
  /** The `state` of the request. */
  id: string
  /** Null: the provider of the server. */
  provider_id: string | null
  browser_hash: string
  return_to: string | null
  /** The admin who only tests the provider; null for a sign-in. */
  tested_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

interface PasswordsTable {
  user_id: string
  /** The hash, with its algorithm, parameters and salt. */
  hash: string
  changed_at: Timestamp
}

/** A public key whose private half is in a device or password manager of the user. */
interface PasskeysTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Uint8Array
  /** The number of signatures, as far as the device counts them. */
  counter: number
  /** How browsers reach the device, as JSON. */
  transports: string
  name: string
  created_at: Timestamp
  last_used_at: Timestamp | null
}

/** A random value that a passkey has to sign, once. */
interface PasskeyChallengesTable {
  hash: string
  purpose: 'sign-in' | 'second-factor' | 'confirmation' | 'registration'
  /** The only user who may answer; null: anybody. */
  user_id: string | null
  expires_at: Timestamp
}

/** A new address of a user, until somebody opens the link that was sent there. */
interface EmailChangesTable {
  hash: string
  user_id: string
  /** The address when the change was requested. */
  email_before: string
  email: string
  expires_at: Timestamp
}

/** A link that signs a user in once. */
interface SignInLinksTable {
  id: string
  hash: string
  user_id: string
  /** Who hands the link over: the operator, a mail to the address, or an admin of the organization. */
  kind: 'operator' | 'mail' | 'invitation'
  organization_id: string | null
  /** The address that the link was made for. */
  email: string
  return_to: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

/** Failed attempts to sign in, counted by account and by network. */
interface SignInFailuresTable {
  key: string
  count: number
  expires_at: Timestamp
}

/** A browser session of a signed-in user. */
interface SessionsTable {
  id: string
  hash: string
  user_id: string
  method: 'password' | 'passkey' | 'link' | 'saml' | 'oidc'
  /** 1: the session is valid only for the organizations in `session_organizations`. */
  bound: Flag
  user_agent: string | null
  /** The client address of the last use. */
  address: string | null
  created_at: Timestamp
  /** When the user last proved who they are. */
  authenticated_at: Timestamp
  last_used_at: Timestamp
  expires_at: Timestamp
}

/** An organization whose provider, or whose invitation, vouches for the user of a session. */
interface SessionOrganizationsTable {
  session_id: string
  organization_id: string
  saml_provider_id: string | null
  oidc_provider_id: string | null
  /** When the provider's word expires; null: with the session. */
  expires_at: Timestamp | null
}
