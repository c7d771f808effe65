// Creates signed URLs of exports. The archive itself is written when its URL is opened.
import { loadVisitorClaims, readClaims } from '../../domain/visits/index.ts'
import { invalid } from '../../errors.ts'
import { toFileName } from '../../lib/text.ts'
import { now, toTimestamp } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { exportPath } from './links.ts'
import { siteExportRoutes } from './routes.ts'

export const siteExports = implement(siteExportRoutes, {
  async getSiteExport({ db, site, caller, query, urls, files }) {
    const at = query.at === undefined ? '' : toTimestamp(query.at)
    if (at > now()) throw invalid({ path: 'at', message: 'must be in the past' })
    const { unsigned, ...signed } = readClaims(query.claims)
    const claims = await loadVisitorClaims(db, site, { signed, unsigned: (unsigned ?? {}) as Record<string, unknown> })
    const link = { site: site.id, member: caller.user.id, at, claims: JSON.stringify(claims) }
    return { url: urls.base + exportPath(files.signer, link, `${toFileName(site.title, 'site')}.zip`) }
  },
})
