import type { Static } from 'typebox'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { knowVisitor, loadAuth } from '../published/visitors.ts'
import { newPrivateKey } from '../sites/queries.ts'
import { readStructure } from '../sites/structure/structure.ts'
import { publishedUrls } from '../sites/urls.ts'
import { readClaims } from './claims-input.ts'
import { publishingRoutes } from './routes.ts'
import type { SitePublishingAuth } from './schemas.ts'

export const publishing = implement(publishingRoutes, {
  getSitePublishingAuthById: async ({ db, site, vault }) => toAuth(await loadAuth(db, site.id), vault),

  async updateSitePublishingAuthById({ db, site, body, vault }) {
    const { integration } = await loadAuth(db, site.id)
    if (body.backend === 'integration' && integration === null)
      throw invalid({ path: 'backend', message: 'must be custom: no integration that signs visitors in is installed' })
    return toAuth(await updateAuth(db, site.id, { backend: body.backend, fallback_url: body.fallbackURL }), vault)
  },

  async regenerateSitePublishingAuthById({ db, site, vault }) {
    return toAuth(await updateAuth(db, site.id, { private_key: vault.seal(newPrivateKey()) }), vault)
  },

  async getSitePublishingPreviewById({ db, site, organization, caller, query, urls, siteTokens }) {
    const { siteSpaces, sections } = await readStructure(db, site.id)
    const siteSpace = siteSpaces.find(({ id, is_default }) => (query.siteSpace ? id === query.siteSpace : is_default))
    if (!siteSpace) throw problem('notFound')
    const { unsigned, ...signed } = readClaims(query.claims)
    const claims = await knowVisitor(db, site, { signed, unsigned: (unsigned ?? {}) as Record<string, unknown> })
    const section = sections.find(({ id }) => id === siteSpace.section_id)
    const url = new URL(publishedUrls(urls, organization, site).siteSpace(siteSpace, section))
    url.searchParams.set('jwt_token', await siteTokens.signPreview({ site: site.id, member: caller.user.id, claims }))
    return { url: url.href }
  },
})

const toAuth = (auth: Row<'site_auth'>, vault: Vault): Static<typeof SitePublishingAuth> => ({
  object: 'publishing-auth',
  backend: auth.backend,
  privateKey: vault.unseal(auth.private_key),
  fallbackURL: auth.fallback_url ?? undefined,
  integration: auth.integration ?? undefined,
})

const updateAuth = (db: Db, siteId: string, patch: Partial<NewRow<'site_auth'>>): Promise<Row<'site_auth'>> =>
  db
    .updateTable('site_auth')
    .set({ ...patch, updated_at: now() })
    .where('site_id', '=', siteId)
    .returningAll()
    .executeTakeFirstOrThrow()
