// Tables of provisioning by SCIM.
import type { Timestamp } from '../../lib/time.ts'
import type { Flag } from './values.ts'

export interface ProvisioningTables {
  scim_tokens: ScimTokensTable
  scim_users: ScimUsersTable
  scim_groups: ScimGroupsTable
}

/** A token with which an identity provider manages the members and teams of an organization. */
interface ScimTokensTable {
  id: string
  organization_id: string
  hash: string
  label: string
  created_at: Timestamp
  last_used_at: Timestamp | null
}

/** What the identity provider of an organization knows of a user. */
interface ScimUsersTable {
  organization_id: string
  user_id: string
  user_name: string
  external_id: string | null
  /** Names and addresses as the identity provider wrote them, as JSON. */
  attributes: string
  /** 0: deactivated, and not a member. */
  active: Flag
  /** The role, teams and grants that the user gets back when activated again, as JSON. */
  former_access: string | null
  updated_at: Timestamp
}

/** What the identity provider of an organization knows of a team. */
interface ScimGroupsTable {
  team_id: string
  external_id: string | null
  updated_at: Timestamp
}
