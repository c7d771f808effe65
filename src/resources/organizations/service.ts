import { requireConfirmation } from '../../access/admission.ts'
import type { Caller } from '../../access/caller.ts'
import { loadSite } from '../../access/loading/sites.ts'
import { isServerAdmin } from '../../access/server-admins.ts'
import type { Db, NewRow } from '../../db/tables.ts'
import {
  changeHostname,
  chooseHostname,
  insertMember,
  insertOrganization,
  listOrganizations,
  listOrganizationsByEmailDomain,
  serializeDomains,
  toOrganization,
  updateOrganization,
} from '../../domain/people/index.ts'
import { isSsoTried } from '../../domain/sso/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { organizationRoutes } from './routes.ts'

export const organizations = implement(organizationRoutes, {
  async listOrganizationsForAuthenticatedUser({ db, caller, page, urls }) {
    const { rows, count, next } = await listOrganizations(db, caller, page)
    return { items: rows.map((organization) => toOrganization(organization, urls)), count, next }
  },

  async createOrganization({ db, caller, body, urls, settings }) {
    if (settings.organizations === 'admins' && !(await isServerAdmin(db, caller.user.id)))
      throw problem('organizationsByAdmins')
    const row = await insertOrganization(db, { ...body, hostname: await chooseHostname(db, body.title, urls) })
    await insertMember(db, { organization_id: row.id, user_id: caller.user.id, role: 'admin' })
    return toOrganization({ ...row, role: 'admin', ownsTeam: false }, urls)
  },

  getOrganizationById: ({ organization, urls }) => toOrganization(organization, urls),

  async updateOrganizationById({ db, organization, caller, body, urls }) {
    const { defaultContent } = body
    if (defaultContent) await loadSite(db, caller, organization, defaultContent.site)
    if (body.sso !== undefined && flag(body.sso) !== organization.sso)
      await checkSso(db, caller, organization.id, body.sso)
    if (body.hostname) await changeHostname(db, organization, body.hostname, urls)
    const patch = {
      title: body.title,
      email_domains: body.emailDomains && serializeDomains(body.emailDomains),
      default_role: body.defaultRole,
      default_site_id: defaultContent === null ? null : defaultContent?.site,
      logo_url: body.logo,
      sso: flag(body.sso),
      ai: flag(body.ai),
      invite_links: flag(body.inviteLinks),
    } satisfies Partial<NewRow<'organizations'>>
    const row = await updateOrganization(db, organization.id, patch)
    return toOrganization({ ...organization, ...row }, urls)
  },

  async getOrganizationsForEmailDomain({ db, caller, params, urls }) {
    const organizations = await listOrganizationsByEmailDomain(db, caller, params.emailDomain)
    return { organizations: organizations.map((organization) => toOrganization(organization, urls)) }
  },
})

/** Requiring single sign-on must not lock everybody out. */
async function checkSso(db: Db, caller: Caller, organizationId: string, required: boolean): Promise<void> {
  requireConfirmation(caller)
  if (required && !(await isSsoTried(db, organizationId))) throw problem('ssoUntried')
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
