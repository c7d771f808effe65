import { presentInstallations } from '../../domain/installations/index.ts'
import {
  findInstallationStatus,
  isActiveOn,
  isListedFor,
  listActiveInSpace,
  listInstalledIntegrations,
  listIntegrations,
  manifestOf,
  presentIntegrations,
} from '../../domain/integrations/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { activeIntegrationRoutes } from './routes.ts'

export const activeIntegrations = implement(activeIntegrationRoutes, {
  async listOrganizationIntegrations({ organization, query, page, ...showing }) {
    const known = isListedFor(organization.id)
    const { rows, count, next } = await listIntegrations(showing.db, showing.caller, query, page, known)
    return { items: await presentIntegrations(showing, rows), count, next }
  },

  async listOrganizationInstallations({ organization, query, page, ...showing }) {
    const { db, caller } = showing
    const { rows, count, next } = await listInstalledIntegrations(db, caller, organization.id, query.search, page)
    const shown = await presentIntegrations(
      showing,
      rows.map(({ integration }) => integration),
    )
    const installations = await presentInstallations(
      showing,
      rows.map(({ installation }) => installation),
    )
    return { items: shown.map((integration, at) => ({ integration, installation: installations[at]! })), count, next }
  },

  async listOrganizationIntegrationsStatus({ organization, query, page, ...showing }) {
    const { db, caller } = showing
    const { rows, count, next } = await listInstalledIntegrations(db, caller, organization.id, query.search, page)
    const shown = await presentIntegrations(
      showing,
      rows.map(({ integration }) => integration),
    )
    const items = shown.map((integration, at) => ({ integration, status: rows[at]!.installation.status }))
    return { items, count, next }
  },

  async getOrganizationIntegrationStatus({ db, organization, integration }) {
    const status = await findInstallationStatus(db, organization.id, integration.id)
    if (status === undefined) throw problem('notFound')
    return { status }
  },

  async listSpaceIntegrations({ space, query, page, ...showing }) {
    const atWork = isActiveOn('space', space.id, space.organization_id)
    const { rows, count, next } = await listIntegrations(showing.db, showing.caller, query, page, atWork)
    return { items: await presentIntegrations(showing, rows), count, next }
  },

  async listSpaceIntegrationsBlocks({ db, space }) {
    const integrations = await listActiveInSpace(db, space.id, space.organization_id)
    return integrations.flatMap(({ name, manifest }) => {
      const { blocks = [] } = manifestOf({ manifest })
      return blocks.length > 0 ? [{ name, blocks }] : []
    })
  },

  async listSiteIntegrations({ site, query, page, ...showing }) {
    const atWork = isActiveOn('site', site.id, site.organization_id)
    const { rows, count, next } = await listIntegrations(showing.db, showing.caller, query, page, atWork)
    return { items: await presentIntegrations(showing, rows), count, next }
  },
})
