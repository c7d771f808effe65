import { loadOrganization } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { NewRow } from '../../db/tables.ts'
import { queueInstallationEvent, resetAbandonedSignIn } from '../../domain/dispatch/index.ts'
import {
  type Configuration,
  configure,
  grantScopes,
  insertInstallation,
  listInstallations,
  presentInstallation,
  presentInstallations,
  removeInstallation,
  sealConfiguration,
  setExternalIds,
  updateInstallation,
} from '../../domain/installations/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { targetOf, throwAlreadyInstalled } from './content-installations.ts'
import { installationRoutes } from './routes.ts'

export const integrationInstallations = implement(installationRoutes, {
  async listIntegrationInstallations({ integration: { id, name }, caller, query, page, ...reading }) {
    const { rows, count, next } = await listInstallations(reading.db, caller, id, query.externalId, page)
    return {
      items: await presentInstallations(
        reading,
        rows.map((row) => ({ ...row, name })),
      ),
      count,
      next,
    }
  },

  async installIntegration({ integration, caller, body, report, ...reading }) {
    const { db, vault } = reading
    const organization = await loadOrganization(db, caller, body.organization)
    authorize('organization.installIntegration', { organization })
    if (integration.visibility === 'private' && integration.organization_id !== organization.id)
      throw problem('integrationPrivate')
    const configured = configure(integration, 'account', {})
    const row = await insertInstallation(db, vault, {
      integration,
      organizationId: organization.id,
      ...configured,
    }).catch(throwAlreadyInstalled)
    const event = { type: 'installation_setup', installationId: row.id, status: row.status } as const
    await queueInstallationEvent(db, vault, integration.id, event)
    report({ target: targetOf(row.id), data: { integration: integration.name }, organizationId: organization.id })
    return presentInstallation(reading, { ...row, name: integration.name })
  },

  getIntegrationInstallationById: ({ integration: { name }, installation, ...reading }) =>
    presentInstallation(reading, { ...installation, name }),

  async updateIntegrationInstallation({ integration, installation, body, report, ...reading }) {
    const { db, vault } = reading
    const { space_selection, site_selection, scopes } = body
    if (installation.acting && (space_selection ?? site_selection ?? scopes) !== undefined)
      throw problem('notForIntegrations')
    const previous: Configuration = JSON.parse(vault.unseal(installation.configuration))
    const configured = body.configuration && configure(integration, 'account', body.configuration)
    const patch: Partial<NewRow<'integration_installations'>> = {
      space_selection,
      site_selection,
      scopes: scopes && (await grantScopes(db, integration, scopes)),
    }
    if (configured)
      Object.assign(patch, sealConfiguration(vault, configured.configuration), { status: configured.status })
    if (body.externalIds) {
      const named = { installation_id: installation.id, space_id: null, site_id: null }
      patch.external_ids = await setExternalIds(db, named, body.externalIds)
    }
    if (configured || patch.scopes)
      await queueInstallationEvent(db, vault, integration.id, {
        type: 'installation_setup',
        installationId: installation.id,
        status: patch.status ?? installation.status,
        previous: { status: installation.status, configuration: previous },
      })
    const row = await updateInstallation(db, installation.id, patch)
    if (patch.scopes) await resetAbandonedSignIn(db, vault)
    report({ target: targetOf(row.id), data: { integration: integration.name } })
    return presentInstallation(reading, { ...row, name: integration.name })
  },

  async uninstallIntegration({ db, vault, integration, installation, report }) {
    const configuration: Configuration = JSON.parse(vault.unseal(installation.configuration))
    const event = {
      type: 'installation_deleted',
      installationId: installation.id,
      previous: { configuration },
    } as const
    await queueInstallationEvent(db, vault, integration.id, event)
    await removeInstallation(db, installation)
    await resetAbandonedSignIn(db, vault)
    report({ target: targetOf(installation.id), data: { integration: integration.name } })
  },

  createIntegrationInstallationToken({ integration, installation, integrationTokens, report }) {
    report({ target: targetOf(installation.id), data: { integration: integration.name } })
    return { token: integrationTokens.sign(installation.token_id) }
  },
})
