import { loadIntegration } from '../../access/loading/integrations.ts'
import { isUniqueViolation, lockRow } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { resetAbandonedSignIn } from '../../domain/dispatch/index.ts'
import { refreshStatuses, regrantScopes } from '../../domain/installations/index.ts'
import {
  findIntegration,
  insertIntegration,
  listIntegrations,
  newSigningSecret,
  presentIntegration,
  presentIntegrations,
  removeIntegration,
  replaceFacets,
  updateIntegration,
} from '../../domain/integrations/index.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { loadPublisher, storeFiles, toPublication } from './publication.ts'
import { integrationRoutes } from './routes.ts'

export const integrations = implement(integrationRoutes, {
  async listIntegrations({ page, query, ...showing }) {
    const { rows, count, next } = await listIntegrations(showing.db, showing.caller, query, page)
    return { items: await presentIntegrations(showing, rows), count, next }
  },

  getIntegrationByName: ({ integration, ...showing }) => presentIntegration(showing, integration),

  publishIntegration: {
    async prepare({ db, caller, params: { integrationName: name }, body, files }) {
      refuseBadName(name)
      await demandFree(db, name, (await loadPublisher(db, caller, body.organization)).id)
      const stored = await storeFiles(files, body)
      return async ({ report, vault, ...showing }) => {
        const owner = await loadPublisher(showing.db, caller, body.organization)
        // Serializes concurrent publications of an organization, so that each gets its own version.
        await lockRow(showing.db, 'organizations', owner.id)
        const before = await demandFree(showing.db, name, owner.id)
        const publication = toPublication(name, owner.id, body, stored, vault)
        const row = before
          ? await updateIntegration(showing.db, before, publication)
          : await insertIntegration(showing.db, publication, vault.seal(newSigningSecret())).catch(taken)
        await replaceFacets(showing.db, row)
        if (before) {
          await refreshStatuses(showing.db, vault, row)
          await regrantScopes(showing.db, before, row)
          await resetAbandonedSignIn(showing.db, vault)
        }
        report({
          target: { kind: 'integration', id: row.id },
          data: { integration: name, version: row.version },
          organizationId: owner.id,
        })
        return presentIntegration(showing, await loadIntegration(showing.db, caller, name))
      }
    },
  },

  async unpublishIntegration({ db, vault, integration, report }) {
    await removeIntegration(db, integration)
    await resetAbandonedSignIn(db, vault)
    report({ data: { integration: integration.name, version: integration.version } })
  },
})

const NAME = /^[a-zA-Z0-9-_.]{1,100}$/

function refuseBadName(name: string): void {
  if (NAME.test(name)) return
  throw invalid({ path: 'integrationName', message: 'must have 1 to 100 letters, digits, dots, dashes or underscores' })
}

/** The existing integration of that name, if any. Throws if it belongs to another organization. */
async function demandFree(db: Db, name: string, organizationId: string) {
  const before = await findIntegration(db, name)
  if (before && before.organization_id !== organizationId) throw problem('nameOfOther')
  return before
}

// Two organizations may claim the same name concurrently.
function taken(error: unknown): never {
  throw isUniqueViolation(error) ? problem('nameOfOther') : error
}
