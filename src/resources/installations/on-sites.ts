import { loadOrganization } from '../../access/load.ts'
import { loadSite } from '../../access/load-site.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import { implement } from '../../server/operation.ts'
import { takeContentInstallations } from './content.ts'
import { addTo, removeFrom, updateOn } from './content-writing.ts'
import { siteInstallationRoutes } from './routes.ts'
import { showSiteInstallations } from './showing-content.ts'
import { targetOf } from './targets.ts'

export const siteInstallations = implement(siteInstallationRoutes, {
  async listIntegrationSiteInstallations({ integration, page, ...showing }) {
    const wanted = { integrationId: integration.id, externalId: showing.query.externalId }
    const { rows, count, next } = await takeContentInstallations(showing.db, showing.caller, 'site', wanted, page)
    return { items: await showSiteInstallations(showing, rows), count, next }
  },

  async listIntegrationInstallationSites({ integration, installation, page, ...showing }) {
    const wanted = { integrationId: integration.id, installationId: installation.id }
    const { rows, count, next } = await takeContentInstallations(showing.db, showing.caller, 'site', wanted, page)
    return { items: await showSiteInstallations(showing, rows), count, next }
  },

  async installIntegrationOnSite({ integration, installation, body, note, ...showing }) {
    const organization = await loadOrganization(showing.db, showing.caller, installation.organization_id)
    const site = await loadSite(showing.db, showing.caller, organization, body.siteId)
    demand('site.admin', { site })
    const row = await addTo({ ...showing, integration }, 'site', installation.id, site.id)
    note({ target: targetOf(installation.id), data: { integration: integration.name, site: site.id } })
    const [shown] = await showSiteInstallations(showing, [{ ...row, name: integration.name }])
    return shown!
  },

  async getIntegrationSiteInstallation({ integration: { name }, siteInstallation, ...showing }) {
    const [shown] = await showSiteInstallations(showing, [{ ...rowOf(siteInstallation), name }])
    return shown!
  },

  async updateIntegrationSiteInstallation({ integration, siteInstallation, body, note, ...showing }) {
    const row = await updateOn({ ...showing, integration }, 'site', rowOf(siteInstallation), body)
    note({ target: targetOf(row.installation_id), data: { integration: integration.name, site: row.content_id } })
    const named = { ...row, name: integration.name }
    const [shown] = await showSiteInstallations(showing, [named])
    return shown!
  },

  async uninstallIntegrationFromSite({ db, vault, integration, siteInstallation, note }) {
    const row = rowOf(siteInstallation)
    await removeFrom({ db, vault, integration }, 'site', row)
    note({ target: targetOf(row.installation_id), data: { integration: integration.name, site: row.content_id } })
  },
})

const rowOf = ({ id: _id, role: _role, acting: _acting, site_id, ...row }: Objects['siteInstallation']) => ({
  ...row,
  content_id: site_id,
})
