import type { Caller } from '../../access/caller.ts'
import { loadOrganization, lock } from '../../access/load.ts'
import { loadSite } from '../../access/load-site.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { updateSite } from '../sites/queries.ts'
import { enqueueHostnameCheck, findSiteByHostname, findSubdomain, toCustomHostname } from './queries.ts'
import { hostnameRoutes } from './routes.ts'

export const hostnames = implement(hostnameRoutes, {
  async getCustomHostname({ db, caller, params, urls }) {
    return toCustomHostname(await loadByHostname(db, caller, params.hostname), urls)
  },

  async dnsRevalidateCustomHostname({ db, caller, params, urls, note }) {
    const site = await loadByHostname(db, caller, params.hostname)
    demand('site.admin', { site })
    await enqueueHostnameCheck(db, site.id, urls)
    note(about(site))
  },

  async removeCustomHostname({ db, caller, params, note }) {
    const { id } = await loadByHostname(db, caller, params.hostname)
    await lock(db, 'site', id)
    const site = await loadByHostname(db, caller, params.hostname)
    demand('site.admin', { site })
    await updateSite(db, site.id, { hostname: null, hostname_status: null, hostname_checked_at: null })
    note(about(site))
  },

  async getSubdomain({ db, caller, params }) {
    const found = await findSubdomain(db, params.subdomain)
    if (!found) throw problem('notFound')
    await loadOrganization(db, caller, found.id)
    return {
      object: 'subdomain' as const,
      subdomain: params.subdomain,
      target: { type: 'organization' as const, organization: found.id },
      isActive: Boolean(found.isActive),
    }
  },
})

/** The site with that hostname, when the caller may see it. */
async function loadByHostname(db: Db, caller: Caller, hostname: string): Promise<Objects['site']> {
  const site = await findSiteByHostname(db, hostname)
  if (!site) throw problem('notFound')
  return loadSite(db, caller, await loadOrganization(db, caller, site.organization_id), site.id)
}

const about = (site: Objects['site']) => ({
  target: { kind: 'organization', id: site.organization_id },
  data: { site: site.id, hostname: site.hostname },
})
