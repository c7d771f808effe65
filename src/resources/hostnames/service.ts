import type { Caller } from '../../access/caller.ts'
import { lock } from '../../access/loading/locks.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import { loadSite } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import {
  enqueueHostnameCheck,
  findSubdomain,
  listSitesAt,
  removedColumns,
  toCustomHostname,
} from '../../domain/site-addresses/index.ts'
import { updateSite } from '../../domain/sites/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { hostnameRoutes } from './routes.ts'

export const hostnames = implement(hostnameRoutes, {
  async getCustomHostname({ db, caller, params, query, urls }) {
    const host = params.hostname
    return toCustomHostname(await loadByHost(db, caller, host, query.site), host, urls)
  },

  async dnsRevalidateCustomHostname({ db, caller, params, query, urls, report }) {
    const site = await loadByHost(db, caller, params.hostname, query.site)
    authorize('site.admin', { site })
    await enqueueHostnameCheck(db, site.id, urls)
    report(about(site, params.hostname))
  },

  async removeCustomHostname({ db, caller, params, query, report }) {
    const { id } = await loadByHost(db, caller, params.hostname, query.site)
    await lock(db, 'site', id)
    const site = await loadByHost(db, caller, params.hostname, id)
    authorize('site.admin', { site })
    await updateSite(db, site.id, removedColumns(site, params.hostname))
    report(about(site, params.hostname))
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

/** The site that uses or claims the host, if the caller can see it. */
async function loadByHost(db: Db, caller: Caller, host: string, siteId: string | undefined): Promise<Objects['site']> {
  const sites = await listSitesAt(db, caller.user.id, host)
  let failure: unknown = problem('notFound')
  for (const { id, organization_id } of sites.filter(({ id }) => siteId === undefined || id === siteId))
    try {
      return await loadSite(db, caller, await loadOrganization(db, caller, organization_id), id)
    } catch (error) {
      failure = error
    }
  throw failure
}

const about = (site: Objects['site'], hostname: string) => ({
  target: { kind: 'organization', id: site.organization_id },
  data: { site: site.id, hostname },
})
