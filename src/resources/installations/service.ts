import { loadOrganization } from '../../access/load.ts'
import { demand } from '../../access/named.ts'
import type { NewRow } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { endSigningIn } from '../running/signing-in.ts'
import { type Configuration, configure } from './configuration.ts'
import { grant } from './granting.ts'
import {
  insertInstallation,
  putExternalIds,
  removeInstallation,
  sealed,
  showInstallation,
  showInstallations,
  takeInstallations,
  updateInstallation,
} from './queries.ts'
import { installationRoutes } from './routes.ts'
import { installedAlready, targetOf } from './targets.ts'
import { tellOf } from './telling.ts'

export const installations = implement(installationRoutes, {
  async listIntegrationInstallations({ integration: { id, name }, caller, query, page, ...reading }) {
    const { rows, count, next } = await takeInstallations(reading.db, caller, id, query.externalId, page)
    return {
      items: await showInstallations(
        reading,
        rows.map((row) => ({ ...row, name })),
      ),
      count,
      next,
    }
  },

  async installIntegration({ integration, caller, body, note, ...reading }) {
    const { db, vault } = reading
    const organization = await loadOrganization(db, caller, body.organization)
    demand('organization.installIntegration', { organization })
    if (integration.visibility === 'private' && integration.organization_id !== organization.id)
      throw problem('integrationPrivate')
    const configured = configure(integration, 'account', {})
    const row = await insertInstallation(db, vault, {
      integration,
      organizationId: organization.id,
      ...configured,
    }).catch(installedAlready)
    const event = { type: 'installation_setup', installationId: row.id, status: row.status } as const
    await tellOf(db, vault, integration.id, event)
    note({ target: targetOf(row.id), data: { integration: integration.name }, organizationId: organization.id })
    return showInstallation(reading, { ...row, name: integration.name })
  },

  getIntegrationInstallationById: ({ integration: { name }, installation, ...reading }) =>
    showInstallation(reading, { ...installation, name }),

  async updateIntegrationInstallation({ integration, installation, body, note, ...reading }) {
    const { db, vault } = reading
    const { space_selection, site_selection, scopes } = body
    if (installation.acting && (space_selection ?? site_selection ?? scopes) !== undefined)
      throw problem('notForIntegrations')
    const previous: Configuration = JSON.parse(vault.unseal(installation.configuration))
    const configured = body.configuration && configure(integration, 'account', body.configuration)
    const patch: Partial<NewRow<'integration_installations'>> = {
      space_selection,
      site_selection,
      scopes: scopes && (await grant(db, integration, scopes)),
    }
    if (configured) Object.assign(patch, sealed(vault, configured.configuration), { status: configured.status })
    if (body.externalIds) {
      const named = { installation_id: installation.id, space_id: null, site_id: null }
      patch.external_ids = await putExternalIds(db, named, body.externalIds)
    }
    if (configured || patch.scopes)
      await tellOf(db, vault, integration.id, {
        type: 'installation_setup',
        installationId: installation.id,
        status: patch.status ?? installation.status,
        previous: { status: installation.status, configuration: previous },
      })
    const row = await updateInstallation(db, installation.id, patch)
    if (patch.scopes) await endSigningIn(db, vault)
    note({ target: targetOf(row.id), data: { integration: integration.name } })
    return showInstallation(reading, { ...row, name: integration.name })
  },

  async uninstallIntegration({ db, vault, integration, installation, note }) {
    const configuration: Configuration = JSON.parse(vault.unseal(installation.configuration))
    const event = {
      type: 'installation_deleted',
      installationId: installation.id,
      previous: { configuration },
    } as const
    await tellOf(db, vault, integration.id, event)
    await removeInstallation(db, installation)
    await endSigningIn(db, vault)
    note({ target: targetOf(installation.id), data: { integration: integration.name } })
  },

  createIntegrationInstallationToken({ integration, installation, integrationTokens, note }) {
    note({ target: targetOf(installation.id), data: { integration: integration.name } })
    return { token: integrationTokens.sign(installation.token_id) }
  },
})
