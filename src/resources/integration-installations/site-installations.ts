import { loadOrganization } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import { loadSite } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import { listContentInstallations, presentSiteInstallations } from '../../domain/installations/index.ts'
import { implement } from '../../server/operation.ts'
import { installOn, targetOf, uninstallFrom, updateContent } from './content-installations.ts'
import { siteInstallationRoutes } from './routes.ts'

export const siteInstallations = implement(siteInstallationRoutes, {
  async listIntegrationSiteInstallations({ integration, page, ...showing }) {
    const wanted = { integrationId: integration.id, externalId: showing.query.externalId }
    const { rows, count, next } = await listContentInstallations(showing.db, showing.caller, 'site', wanted, page)
    return { items: await presentSiteInstallations(showing, rows), count, next }
  },

  async listIntegrationInstallationSites({ integration, installation, page, ...showing }) {
    const wanted = { integrationId: integration.id, installationId: installation.id }
    const { rows, count, next } = await listContentInstallations(showing.db, showing.caller, 'site', wanted, page)
    return { items: await presentSiteInstallations(showing, rows), count, next }
  },

  async installIntegrationOnSite({ integration, installation, body, report, ...showing }) {
    const organization = await loadOrganization(showing.db, showing.caller, installation.organization_id)
    const site = await loadSite(showing.db, showing.caller, organization, body.siteId)
    authorize('site.admin', { site })
    const row = await installOn({ ...showing, integration }, 'site', installation.id, site.id)
    report({ target: targetOf(installation.id), data: { integration: integration.name, site: site.id } })
    const [shown] = await presentSiteInstallations(showing, [{ ...row, name: integration.name }])
    return shown!
  },

  async getIntegrationSiteInstallation({ integration: { name }, siteInstallation, ...showing }) {
    const [shown] = await presentSiteInstallations(showing, [{ ...rowOf(siteInstallation), name }])
    return shown!
  },

  async updateIntegrationSiteInstallation({ integration, siteInstallation, body, report, ...showing }) {
    const row = await updateContent({ ...showing, integration }, 'site', rowOf(siteInstallation), body)
    report({ target: targetOf(row.installation_id), data: { integration: integration.name, site: row.content_id } })
    const named = { ...row, name: integration.name }
    const [shown] = await presentSiteInstallations(showing, [named])
    return shown!
  },

  async uninstallIntegrationFromSite({ db, vault, integration, siteInstallation, report }) {
    const row = rowOf(siteInstallation)
    await uninstallFrom({ db, vault, integration }, 'site', row)
    report({ target: targetOf(row.installation_id), data: { integration: integration.name, site: row.content_id } })
  },
})

const rowOf = ({ id: _id, role: _role, acting: _acting, site_id, ...row }: Objects['siteInstallation']) => ({
  ...row,
  content_id: site_id,
})
