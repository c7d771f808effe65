import { loadIntegration } from '../../access/load-integration.ts'
import { isUniqueViolation, lockRow } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { regrant } from '../installations/granting.ts'
import { restate } from '../installations/restating.ts'
import { endSigningIn } from '../running/signing-in.ts'
import { takeIntegrations } from './catalogue.ts'
import { loadPublisher, storeFiles, toPublication } from './publishing.ts'
import {
  findIntegration,
  insertIntegration,
  newSigningSecret,
  putFacets,
  removeIntegration,
  showIntegration,
  showIntegrations,
  updateIntegration,
} from './queries.ts'
import { integrationRoutes } from './routes.ts'

export const integrations = implement(integrationRoutes, {
  async listIntegrations({ page, query, ...showing }) {
    const { rows, count, next } = await takeIntegrations(showing.db, showing.caller, query, page)
    return { items: await showIntegrations(showing, rows), count, next }
  },

  getIntegrationByName: ({ integration, ...showing }) => showIntegration(showing, integration),

  publishIntegration: {
    async prepare({ db, caller, params: { integrationName: name }, body, files }) {
      refuseBadName(name)
      await demandFree(db, name, (await loadPublisher(db, caller, body.organization)).id)
      const stored = await storeFiles(files, body)
      return async ({ note, vault, ...showing }) => {
        const owner = await loadPublisher(showing.db, caller, body.organization)
        // Whoever publishes for the same organization at the same moment makes the version after this one.
        await lockRow(showing.db, 'organizations', owner.id)
        const before = await demandFree(showing.db, name, owner.id)
        const publication = toPublication(name, owner.id, body, stored, vault)
        const row = before
          ? await updateIntegration(showing.db, before, publication)
          : await insertIntegration(showing.db, publication, vault.seal(newSigningSecret())).catch(taken)
        await putFacets(showing.db, row)
        if (before) {
          await restate(showing.db, vault, row)
          await regrant(showing.db, before, row)
          await endSigningIn(showing.db, vault)
        }
        note({
          target: { kind: 'integration', id: row.id },
          data: { integration: name, version: row.version },
          organizationId: owner.id,
        })
        return showIntegration(showing, await loadIntegration(showing.db, caller, name))
      }
    },
  },

  async unpublishIntegration({ db, vault, integration, note }) {
    await removeIntegration(db, integration)
    await endSigningIn(db, vault)
    note({ data: { integration: integration.name, version: integration.version } })
  },
})

const NAME = /^[a-zA-Z0-9-_.]{1,100}$/

function refuseBadName(name: string): void {
  if (NAME.test(name)) return
  throw invalid({ path: 'integrationName', message: 'must have 1 to 100 letters, digits, dots, dashes or underscores' })
}

/** The integration of that name, if the organization has published one; those of others are not to be touched. */
async function demandFree(db: Db, name: string, organizationId: string) {
  const before = await findIntegration(db, name)
  if (before && before.organization_id !== organizationId) throw problem('nameOfOther')
  return before
}

// Two organizations may take the same name at the same moment.
function taken(error: unknown): never {
  throw isUniqueViolation(error) ? problem('nameOfOther') : error
}
