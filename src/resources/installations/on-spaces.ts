import { loadSpace, lock } from '../../access/load.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { takeContentInstallations } from './content.ts'
import { addTo, removeFrom, updateOn } from './content-writing.ts'
import { spaceInstallationRoutes } from './routes.ts'
import { showSpaceInstallations } from './showing-content.ts'
import { targetOf } from './targets.ts'

export const spaceInstallations = implement(spaceInstallationRoutes, {
  async listIntegrationSpaceInstallations({ integration, page, ...showing }) {
    const wanted = { integrationId: integration.id, externalId: showing.query.externalId }
    const { rows, count, next } = await takeContentInstallations(showing.db, showing.caller, 'space', wanted, page)
    return { items: await showSpaceInstallations(showing, rows, 'admin'), count, next }
  },

  async listIntegrationInstallationSpaces({ integration, installation, page, ...showing }) {
    const wanted = { integrationId: integration.id, installationId: installation.id }
    const { rows, count, next } = await takeContentInstallations(showing.db, showing.caller, 'space', wanted, page)
    return { items: await showSpaceInstallations(showing, rows, installation.role), count, next }
  },

  async installIntegrationOnSpace({ integration, installation, body, note, ...showing }) {
    // It must not leave for another organization meanwhile.
    await lock(showing.db, 'space', body.space)
    const space = await loadSpace(showing.db, showing.caller, body.space)
    if (space.organization_id !== installation.organization_id) throw problem('notFound')
    demand('space.installIntegration', { space })
    const row = await addTo({ ...showing, integration }, 'space', installation.id, space.id)
    note({ target: targetOf(installation.id), data: { integration: integration.name, space: space.id } })
    const [shown] = await showSpaceInstallations(showing, [{ ...row, name: integration.name }], space.role)
    return shown!
  },

  async getIntegrationSpaceInstallation({ integration: { name }, spaceInstallation, ...showing }) {
    const { role } = spaceInstallation
    const [shown] = await showSpaceInstallations(showing, [{ ...rowOf(spaceInstallation), name }], role)
    return shown!
  },

  async updateIntegrationSpaceInstallation({ integration, spaceInstallation, body, note, ...showing }) {
    const row = await updateOn({ ...showing, integration }, 'space', rowOf(spaceInstallation), body)
    note({ target: targetOf(row.installation_id), data: { integration: integration.name, space: row.content_id } })
    const named = { ...row, name: integration.name }
    const [shown] = await showSpaceInstallations(showing, [named], spaceInstallation.role)
    return shown!
  },

  async uninstallIntegrationFromSpace({ db, vault, integration, spaceInstallation, note }) {
    const row = rowOf(spaceInstallation)
    await removeFrom({ db, vault, integration }, 'space', row)
    note({ target: targetOf(row.installation_id), data: { integration: integration.name, space: row.content_id } })
  },
})

const rowOf = ({ id: _id, role: _role, acting: _acting, space_id, ...row }: Objects['spaceInstallation']) => ({
  ...row,
  content_id: space_id,
})
