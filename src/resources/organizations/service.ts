import { loadSite } from '../../access/load-site.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { NewRow } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import {
  insertMember,
  insertOrganization,
  listByEmailDomain,
  takeOrganizations,
  toDomains,
  toOrganization,
  updateOrganization,
} from './queries.ts'
import { organizationRoutes } from './routes.ts'

export const organizations = implement(organizationRoutes, {
  async listOrganizationsForAuthenticatedUser({ db, caller, page, urls }) {
    const { rows, count, next } = await takeOrganizations(db, caller, page)
    return { items: rows.map((organization) => toOrganization(organization, urls)), count, next }
  },

  async createOrganization({ db, caller, body, urls }) {
    const row = await insertOrganization(db, body)
    await insertMember(db, { organization_id: row.id, user_id: caller.user.id, role: 'admin' })
    return toOrganization({ ...row, role: 'admin', ownsTeam: false }, urls)
  },

  getOrganizationById: ({ organization, urls }) => toOrganization(organization, urls),

  async updateOrganizationById({ db, organization, caller, body, urls }) {
    const { defaultContent } = body
    if (defaultContent) await loadSite(db, caller, organization, defaultContent.site)
    if (RESERVED.has(body.hostname ?? '')) throw problem('hostnameTaken')
    const patch = {
      title: body.title,
      email_domains: body.emailDomains && toDomains(body.emailDomains),
      hostname: body.hostname,
      default_role: body.defaultRole,
      default_site_id: defaultContent === null ? null : defaultContent?.site,
      logo_url: body.logo,
      sso: flag(body.sso),
      ai: flag(body.ai),
      invite_links: flag(body.inviteLinks),
    } satisfies Partial<NewRow<'organizations'>>
    const row = await updateOrganization(db, organization.id, patch).catch((error: unknown) => {
      throw isUniqueViolation(error) ? problem('hostnameTaken') : error
    })
    return toOrganization({ ...organization, ...row }, urls)
  },

  async getOrganizationsForEmailDomain({ db, caller, params, urls }) {
    const organizations = await listByEmailDomain(db, caller, params.emailDomain)
    return { organizations: organizations.map((organization) => toOrganization(organization, urls)) }
  },
})

/** Without a host for sites, the sites of an organization are under its hostname, beside these. */
const RESERVED = new Set(['app', 'docs', 'files', 'uploads', 'healthz', 'readyz', 'metrics', 'www', 'api'])

const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
