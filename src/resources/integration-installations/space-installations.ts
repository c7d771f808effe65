import { lock } from '../../access/loading/locks.ts'
import { loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { listContentInstallations, presentSpaceInstallations } from '../../domain/installations/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { installOn, targetOf, uninstallFrom, updateContent } from './content-installations.ts'
import { spaceInstallationRoutes } from './routes.ts'

export const spaceInstallations = implement(spaceInstallationRoutes, {
  async listIntegrationSpaceInstallations({ integration, page, ...showing }) {
    const wanted = { integrationId: integration.id, externalId: showing.query.externalId }
    const { rows, count, next } = await listContentInstallations(showing.db, showing.caller, 'space', wanted, page)
    return { items: await presentSpaceInstallations(showing, rows, 'admin'), count, next }
  },

  async listIntegrationInstallationSpaces({ integration, installation, page, ...showing }) {
    const wanted = { integrationId: integration.id, installationId: installation.id }
    const { rows, count, next } = await listContentInstallations(showing.db, showing.caller, 'space', wanted, page)
    return { items: await presentSpaceInstallations(showing, rows, installation.role), count, next }
  },

  async installIntegrationOnSpace({ integration, installation, body, report, ...showing }) {
    // The lock keeps the space from being transferred to another organization.
    await lock(showing.db, 'space', body.space)
    const space = await loadSpace(showing.db, showing.caller, body.space)
    if (space.organization_id !== installation.organization_id) throw problem('notFound')
    authorize('space.installIntegration', { space })
    const row = await installOn({ ...showing, integration }, 'space', installation.id, space.id)
    report({ target: targetOf(installation.id), data: { integration: integration.name, space: space.id } })
    const [shown] = await presentSpaceInstallations(showing, [{ ...row, name: integration.name }], space.role)
    return shown!
  },

  async getIntegrationSpaceInstallation({ integration: { name }, spaceInstallation, ...showing }) {
    const { role } = spaceInstallation
    const [shown] = await presentSpaceInstallations(showing, [{ ...rowOf(spaceInstallation), name }], role)
    return shown!
  },

  async updateIntegrationSpaceInstallation({ integration, spaceInstallation, body, report, ...showing }) {
    const row = await updateContent({ ...showing, integration }, 'space', rowOf(spaceInstallation), body)
    report({ target: targetOf(row.installation_id), data: { integration: integration.name, space: row.content_id } })
    const named = { ...row, name: integration.name }
    const [shown] = await presentSpaceInstallations(showing, [named], spaceInstallation.role)
    return shown!
  },

  async uninstallIntegrationFromSpace({ db, vault, integration, spaceInstallation, report }) {
    const row = rowOf(spaceInstallation)
    await uninstallFrom({ db, vault, integration }, 'space', row)
    report({ target: targetOf(row.installation_id), data: { integration: integration.name, space: row.content_id } })
  },
})

const rowOf = ({ id: _id, role: _role, acting: _acting, space_id, ...row }: Objects['spaceInstallation']) => ({
  ...row,
  content_id: space_id,
})
