// An integration that is installed on the space and the site.
import LZString from 'lz-string'
import { SCOPES } from '../../../src/access/scopes.ts'
import { findIntegration } from '../../../src/domain/integrations/integrations.ts'
import { newId } from '../../../src/lib/ids.ts'
import { now } from '../../../src/lib/time.ts'
import { at } from '../operations.ts'
import { type Ids, INSTALLATION, make, type Part, type World } from './part.ts'

const TUNNEL = { tunnelUrl: 'http://127.0.0.1:9/' }

/** Ends development mode: the script receives events and requests. */
export const endDevelopment = ({ admin, ids }: World) =>
  admin.http.delete(at('/v1/integrations/:integrationName/dev', ids))

const DRAWING =
  'export default { fetch: () => Response.json({ element: { type: "block", children: [] }, state: {}, props: { a: 1 } }) }'

/** A request to render a component in a document of the world. */
export const renderIn = ({ spaceId }: Ids) => ({
  componentId: 'a-component',
  props: {},
  context: { type: 'document', theme: 'light', spaceId, editable: false },
})

export const renderInUrl = (ids: Ids) => LZString.compressToEncodedURIComponent(JSON.stringify(renderIn(ids)))

const manifestOf = ({ ids }: World) => ({
  organization: ids.organizationId,
  title: 'An integration',
  description: 'Does nothing',
  runtime: 'v2',
  script: DRAWING,
  scopes: SCOPES,
})

export const integrations: Part = {
  makers: {
    integrationName: async (world) => {
      const name = `an-integration-${world.ids.organizationId}`
      await make(world, `/v1/integrations/${name}`, manifestOf(world))
      // In development mode with an unreachable tunnel: dispatching every event of every world to a script would take a
      // process each.
      await make(world, `/v1/integrations/${name}/dev`, TUNNEL, 'PUT')
      return name
    },
    // Also on the space and the site, so that paths below it exist.
    installationId: async (world) => {
      const { ids, server } = world
      const id = await make(world, '/v1/integrations/:integrationName/installations', {
        organization: ids.organizationId,
      })
      await make(world, `/v1/integrations/:integrationName/installations/${id}/spaces`, { space: ids.spaceId })
      await make(world, `/v1/integrations/:integrationName/installations/${id}/sites`, { siteId: ids.siteId })
      world.integration = await server.integration(ids.integrationName!)
      return id
    },
    eventId: async ({ server, ids }) => {
      const place = { installationId: ids.installationId, spaceId: ids.spaceId }
      const event = { eventId: newId(), type: 'ui_render', ...place, ...renderIn(ids) }
      const { id: integration_id } = (await findIntegration(server.database.read, ids.integrationName!))!
      const given = { status: 'success', attempts: 1, trace: '[]', created_at: now(), ended_at: now() } as const
      const payload = server.vault.seal(JSON.stringify(event))
      const row = { id: event.eventId, integration_id, installation_id: null, type: event.type, payload, ...given }
      await server.database.write((db) => db.insertInto('integration_events').values(row).execute())
      return row.id
    },
  },
  needs: {
    publishIntegration: { body: manifestOf },
    installIntegration: {
      before: ({ admin, ids }) => admin.http.delete(at(INSTALLATION, ids)),
      body: ({ ids }) => ({ organization: ids.organizationId }),
    },
    installIntegrationOnSpace: {
      before: ({ admin, ids }) => admin.http.delete(at(`${INSTALLATION}/spaces/:spaceId`, ids)),
      body: ({ ids }) => ({ space: ids.spaceId }),
    },
    installIntegrationOnSite: {
      before: ({ admin, ids }) => admin.http.delete(at(`${INSTALLATION}/sites/:siteId`, ids)),
      body: ({ ids }) => ({ siteId: ids.siteId }),
    },
    renderIntegrationUIWithPost: { before: endDevelopment, body: ({ ids }) => renderIn(ids) },
    renderIntegrationUIWithGet: {
      before: endDevelopment,
      query: ({ ids }) => ({ request: renderInUrl(ids) }),
    },
    queueIntegrationTask: { as: async ({ integration }) => integration!, body: () => ({ task: {} }) },
    setIntegrationDevelopmentMode: { body: () => TUNNEL },
    createIntegrationInstallationToken: { as: async ({ integration }) => integration! },
  },
  pointing: [
    { id: 'installIntegration', body: (ids) => ({ organization: ids.organizationId }) },
    { id: 'installIntegrationOnSpace', body: (ids) => ({ space: ids.spaceId }) },
    { id: 'installIntegrationOnSite', body: (ids) => ({ siteId: ids.siteId }) },
    { id: 'renderIntegrationUIWithPost', body: renderIn },
  ],
  final: ['installIntegration', 'installIntegrationOnSpace', 'installIntegrationOnSite'],
}
