// People, what they belong to, how they get in, and what they may do there.
import type { Timestamp } from '../../lib/time.ts'
import type { Flag, Role } from './values.ts'

export interface PeopleTables {
  users: UsersTable
  tokens: TokensTable
  organizations: OrganizationsTable
  members: MembersTable
  teams: TeamsTable
  team_members: TeamMembersTable
  grants: GrantsTable
  invites: InvitesTable
  saml_providers: SamlProvidersTable
  saml_requests: SamlRequestsTable
  saml_assertions: SamlAssertionsTable
  sessions: SessionsTable
}

interface UsersTable {
  id: string
  display_name: string
  email: string
  photo_url: string | null
  created_at: Timestamp
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
  /** The only organization it works in; null: everywhere its user may go. */
  organization_id: string | null
}

interface OrganizationsTable {
  id: string
  title: string
  type: 'business' | 'community'
  hostname: string | null
  email_domains: string
  default_role: Role | null
  logo_url: string | null
  sso: Flag
  ai: Flag
  invite_links: Flag
  created_at: Timestamp
  /** Its default content. */
  default_site_id: string | null
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

/** A role given to one user or one team on one space or one collection: exactly one of each pair is set. */
interface GrantsTable {
  id: string
  space_id: string | null
  collection_id: string | null
  user_id: string | null
  team_id: string | null
  role: Role
}

/** A link that makes whoever follows it a member, or gives them a role on one space or collection. */
interface InvitesTable {
  id: string
  organization_id: string
  space_id: string | null
  collection_id: string | null
  role: Role | null
  created_at: Timestamp
}

/** An identity provider that an organization trusts. Texts are empty until they are given. */
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

/** A sign-in under way: sent to the identity provider, then answered, then gone. */
interface SamlRequestsTable {
  id: string
  provider_id: string
  /** Of the secret that the browser got when it set out: nobody else can bring the sign-in to its end. */
  browser_hash: string
  return_to: string | null
  /** Who it is, as JSON, once the identity provider has answered. */
  identity: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

/** Answers that were taken, for as long as they would be valid: none is taken twice. */
interface SamlAssertionsTable {
  provider_id: string
  assertion_id: string
  expires_at: Timestamp
}

/** A browser whose user signed in. */
interface SessionsTable {
  id: string
  hash: string
  user_id: string
  organization_id: string
  provider_id: string
  created_at: Timestamp
  expires_at: Timestamp
}
