// Presents the organization that owns an integration, as far as the caller may see it.
import type { Static } from 'typebox'
import type { Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import type { Organization } from '../../shapes/organizations.ts'
import { toOrganization } from '../people/index.ts'

type Owner = Row<'organizations'> & { role: Row<'members'>['role']; inside: boolean }

export function toOwner(owner: Owner, urls: Urls): Static<typeof Organization> {
  if (owner.inside) return toOrganization({ ...owner, ownsTeam: false }, urls)
  const shown = toOrganization({ ...owner, ...PRIVATE_FIELDS, role: null, ownsTeam: false }, urls)
  const permissions = Object.fromEntries(Object.keys(shown.permissions).map((name) => [name, false]))
  return { ...shown, permissions: permissions as typeof shown.permissions }
}

/** Settings visible to members only. */
const PRIVATE_FIELDS = {
  email_domains: '[]',
  default_role: null,
  default_site_id: null,
  sso: 0,
  ai: 0,
  invite_links: 0,
} as const
