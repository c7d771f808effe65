// Tells a proxy that fetches certificates on demand which hosts this server serves.
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/tables.ts'
import { findSubdomain } from '../../domain/site-addresses/index.ts'
import { problem } from '../../errors.ts'
import type { Urls } from '../../server/urls.ts'
import type { SiteServices } from '../services.ts'

export function serveTlsCheck(
  http: FastifyInstance,
  { database, urls }: Pick<SiteServices, 'database' | 'urls'>,
): void {
  http.get<{ Querystring: { domain?: unknown } }>(
    '/tls-check',
    { config: { operationId: 'checkTlsDomain' } },
    async ({ query }, reply) => {
      const domain = typeof query.domain === 'string' ? query.domain.toLowerCase().replace(/\.$/, '') : ''
      if (!/^[a-z0-9.-]{1,253}$/.test(domain) || !(await isServed(database.read, urls, domain)))
        throw problem('notFound')
      return reply.headers({ 'content-type': 'text/plain', 'cache-control': 'no-store' }).send('ok')
    },
  )
}

/** Only hosts with something to see: a host of an unpublished site looks like any other. */
async function isServed(db: Db, { base, sitesHost, integrationsHost, ownHosts }: Urls, domain: string) {
  if (domain === new URL(base).hostname) return true
  const organization = labelBelow(domain, sitesHost)
  if (organization !== undefined) return Boolean((await findSubdomain(db, organization))?.isActive)
  const integration = labelBelow(domain, integrationsHost)
  if (integration !== undefined) return hasIntegration(db, integration)
  if (ownHosts.includes(domain)) return false
  const sites = db.selectFrom('sites').select('id').where('published', '=', 1)
  return (await sites.where('hostname', '=', domain).executeTakeFirst()) !== undefined
}

/** `acme` of `acme.sites.example`; undefined for any other host. */
function labelBelow(domain: string, host: string | undefined): string | undefined {
  const suffix = host === undefined ? undefined : `.${host.replace(/:\d+$/, '').toLowerCase()}`
  const label = suffix !== undefined && domain.endsWith(suffix) ? domain.slice(0, -suffix.length) : undefined
  return label?.includes('.') ? undefined : label
}

const hasIntegration = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('integrations').select('id').where('name', '=', name).executeTakeFirst()) !== undefined
