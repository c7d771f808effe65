import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { showInstallations } from '../installations/queries.ts'
import { takeIntegrations } from '../integrations/catalogue.ts'
import { manifestOf, showIntegrations } from '../integrations/queries.ts'
import { findStatus, isAtWorkOn, isKnownTo, listAtWork, takeInstalled } from './queries.ts'
import { installedIntegrationRoutes } from './routes.ts'

export const installedIntegrations = implement(installedIntegrationRoutes, {
  async listOrganizationIntegrations({ organization, query, page, ...showing }) {
    const known = isKnownTo(organization.id)
    const { rows, count, next } = await takeIntegrations(showing.db, showing.caller, query, page, known)
    return { items: await showIntegrations(showing, rows), count, next }
  },

  async listOrganizationInstallations({ organization, query, page, ...showing }) {
    const { db, caller } = showing
    const { rows, count, next } = await takeInstalled(db, caller, organization.id, query.search, page)
    const shown = await showIntegrations(
      showing,
      rows.map(({ integration }) => integration),
    )
    const installations = await showInstallations(
      showing,
      rows.map(({ installation }) => installation),
    )
    return { items: shown.map((integration, at) => ({ integration, installation: installations[at]! })), count, next }
  },

  async listOrganizationIntegrationsStatus({ organization, query, page, ...showing }) {
    const { db, caller } = showing
    const { rows, count, next } = await takeInstalled(db, caller, organization.id, query.search, page)
    const shown = await showIntegrations(
      showing,
      rows.map(({ integration }) => integration),
    )
    const items = shown.map((integration, at) => ({ integration, status: rows[at]!.installation.status }))
    return { items, count, next }
  },

  async getOrganizationIntegrationStatus({ db, organization, integration }) {
    const status = await findStatus(db, organization.id, integration.id)
    if (status === undefined) throw problem('notFound')
    return { status }
  },

  async listSpaceIntegrations({ space, query, page, ...showing }) {
    const atWork = isAtWorkOn('space', space.id, space.organization_id)
    const { rows, count, next } = await takeIntegrations(showing.db, showing.caller, query, page, atWork)
    return { items: await showIntegrations(showing, rows), count, next }
  },

  async listSpaceIntegrationsBlocks({ db, space }) {
    const integrations = await listAtWork(db, space.id, space.organization_id)
    return integrations.flatMap(({ name, manifest }) => {
      const { blocks = [] } = manifestOf({ manifest })
      return blocks.length > 0 ? [{ name, blocks }] : []
    })
  },

  async listSiteIntegrations({ site, query, page, ...showing }) {
    const atWork = isAtWorkOn('site', site.id, site.organization_id)
    const { rows, count, next } = await takeIntegrations(showing.db, showing.caller, query, page, atWork)
    return { items: await showIntegrations(showing, rows), count, next }
  },
})
