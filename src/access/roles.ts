// Roles, their order, and the rule for the effective role on content.
import type { DefaultLevel, Role } from '../db/tables.ts'

export type { DefaultLevel, Role }

/** From lowest to highest. */
export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const satisfies readonly Role[]

const rank = (role: Role | null): number => (role === null ? -1 : ROLES.indexOf(role))

export const atLeast = (role: Role | null, needed: Role): boolean => rank(role) >= rank(needed)

export const highest = (roles: readonly (Role | null)[]): Role | null =>
  roles.reduce((best, role) => (rank(role) > rank(best) ? role : best), null)

/** A membership in an organization; a guest has the role null. */
export interface Membership {
  role: Role | null
}

/**
 * The role on a space or collection. `levels` are the default levels of the object and its parent collections,
 * innermost first; `grants` are all roles granted to the user or their teams on any of them.
 */
export function effectiveRole(
  membership: Membership,
  levels: readonly DefaultLevel[],
  grants: readonly Role[],
): Role | null {
  if (membership.role === 'admin') return 'admin'
  return highest([...grants, defaultRole(membership, levels)])
}

function defaultRole({ role }: Membership, levels: readonly DefaultLevel[]): Role | null {
  const explicit = levels.find((level) => level !== 'inherit')
  if (explicit === undefined) return role
  return role === null ? null : (explicit as Role | null)
}

/**
 * The role on a site. `grants` are all roles granted to the user or their teams on it; its spaces have no influence.
 */
export const roleOnSite = ({ role }: Membership, grants: readonly Role[]): Role | null => highest([role, ...grants])

/**
 * A copy of what somebody has this role on, whatever role it named before. Fields that an object gets after it was spread are slow
 * in Node 20.
 */
export function inRole<T extends object>(item: T, role: Role | null): T & { role: Role | null } {
  const copy = { role, ...item }
  copy.role = role
  return copy
}
