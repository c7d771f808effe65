// The host of integrations. Each integration has an origin below it, isolated from this server and from other
// integrations. The host serves nothing else.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { problem } from '../../errors.ts'
import { isOwnHost, ownHostsOf } from '../../lib/own-hosts.ts'
import type { Urls } from '../../server/urls.ts'
import { originOf } from '../integrations/index.ts'

/** The operation id of public integration endpoints. */
export const CALL_OPERATION = 'callIntegration'

/** Call before registering routes. */
export function reserveIntegrationsHost(http: FastifyInstance, { integrationsHost }: Urls): void {
  if (integrationsHost === undefined) return
  const hosts = ownHostsOf(`http://${integrationsHost}`)
  http.addHook('onRequest', async ({ hostname, method, routeOptions }) => {
    // Preflight requests reveal nothing.
    if (method === 'OPTIONS') return
    if (isOwnHost(hostname, hosts) && routeOptions.config.operationId !== CALL_OPERATION) throw problem('notFound')
  })
}

/**
 * Whether the request arrived at the integration's own origin. False at the base URL, which keeps serving endpoints
 * known from before the host was set. The origin of another integration is a 404.
 */
export function isAtOwnOrigin(urls: Urls, { hostname }: FastifyRequest, name: string): boolean {
  if (urls.integrationsHost === undefined) return false
  if (!isOwnHost(hostname, ownHostsOf(`http://${urls.integrationsHost}`))) return false
  if (new URL(originOf(urls, name)).hostname !== hostname.toLowerCase()) throw problem('notFound')
  return true
}

const FRAMES_WITHOUT_ORIGIN =
  'installed integrations have blocks whose frames receive no messages: set LECTERN_INTEGRATIONS_HOST to a host whose subdomains point here'

/** Warns at startup about installed integrations that need the host. */
export async function warnAboutMissingHost(
  { read }: Database,
  host: string | undefined,
  logger: Logger,
): Promise<void> {
  if (host !== undefined) return
  const installed = await read
    .selectFrom('integrations')
    .select('name')
    .where(
      sql<SqlBool>`exists (select 1 from integration_facets f where f.integration_id = integrations.id
        and f.facet = 'has' and f.value = 'blocks') and exists (select 1 from integration_installations installed
        where installed.integration_id = integrations.id)`,
    )
    .orderBy('name')
    .limit(20)
    .execute()
  if (installed.length > 0) logger.warn({ integrations: installed.map(({ name }) => name) }, FRAMES_WITHOUT_ORIGIN)
}
