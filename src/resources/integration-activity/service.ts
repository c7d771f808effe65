import { enqueue } from '../../db/jobs.ts'
import { listScripts } from '../../domain/dispatch/index.ts'
import { invalid } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { fromNow, HOUR, now, SECOND } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { parseRenderRequest, render } from './components.ts'
import { loadEvent, takeEvents, toEvent, toTracedEvent } from './queries.ts'
import { integrationActivityRoutes } from './routes.ts'

/** Development mode expires, because the CLI does not always end it. */
const DEVELOPMENT_TTL = 8 * HOUR

export const integrationActivity = implement(integrationActivityRoutes, {
  async listIntegrationEvents({ db, integration, page, vault }) {
    const { rows, count, next } = await takeEvents(db, integration.id, page)
    return { items: rows.map((row) => toEvent(row, vault)), count, next }
  },

  async getIntegrationEvent({ db, integration, params, vault }) {
    return toTracedEvent(await loadEvent(db, integration.id, params.eventId), vault)
  },

  renderIntegrationUIWithPost: (context) => render(context, context.body),

  renderIntegrationUIWithGet: (context) => render(context, parseRenderRequest(context.query.request)),

  async queueIntegrationTask({ db, integration, body, vault, report }) {
    const id = newId()
    const run_at = fromNow((body.schedule ?? 0) * SECOND)
    const payload = vault.seal(JSON.stringify(body.task))
    await db
      .insertInto('integration_tasks')
      .values({ id, integration_id: integration.id, payload, run_at, created_at: now() })
      .execute()
    await enqueue(db, { kind: 'run-integration-task', payload: { id }, runAt: run_at })
    report({ data: { integration: integration.name } })
  },

  async setIntegrationDevelopmentMode({ db, integration, caller, body, report }) {
    if (!/^https?:\/\//.test(body.tunnelUrl) || !URL.canParse(body.tunnelUrl))
      throw invalid({ path: 'tunnelUrl', message: 'must be a URL that begins with https:// or http://' })
    const mode = {
      user_id: caller.user.id,
      tunnel_url: body.tunnelUrl,
      all_organizations: body.all ? (1 as const) : (0 as const),
      created_at: now(),
      expires_at: fromNow(DEVELOPMENT_TTL),
    }
    await db
      .insertInto('integration_dev_modes')
      .values({ integration_id: integration.id, ...mode })
      .onConflict((conflict) => conflict.column('integration_id').doUpdateSet(mode))
      .execute()
    report({ data: { integration: integration.name } })
  },

  async disableIntegrationDevelopmentMode({ db, integration, report }) {
    const { numDeletedRows } = await db
      .deleteFrom('integration_dev_modes')
      .where('integration_id', '=', integration.id)
      .executeTakeFirst()
    report({ data: { integration: integration.name }, changed: numDeletedRows > 0n })
  },

  listSpaceIntegrationScripts: ({ db, space, urls }) => listScripts(db, urls, 'space', space.id),

  listSiteIntegrationScripts: ({ db, site, urls }) => listScripts(db, urls, 'site', site.id),
})
