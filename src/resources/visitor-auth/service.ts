import type { Static } from 'typebox'
import { lockRow } from '../../db/dialect.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { findSignInIntegration, listSignInIntegrations } from '../../domain/dispatch/index.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { publishedUrls } from '../../domain/site-addresses/index.ts'
import { filterForViewer, readStructure } from '../../domain/site-structure/index.ts'
import { newPrivateKey } from '../../domain/sites/index.ts'
import { loadSiteAuth, loadVisitorClaims, readClaims } from '../../domain/visits/index.ts'
import { invalid, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { visitorAuthRoutes } from './routes.ts'
import type { SitePublishingAuth } from './schemas.ts'

export const visitorAuth = implement(visitorAuthRoutes, {
  getSitePublishingAuthById: async ({ db, site, vault }) => showAuth(db, vault, await loadSiteAuth(db, site.id)),

  async updateSitePublishingAuthById({ db, site, body, vault }) {
    if (body.integration !== undefined && body.backend !== 'integration')
      throw invalid({ path: 'integration', message: 'needs the backend integration' })
    const backend = body.backend && (await toBackend(db, vault, site.id, body.backend, body.integration))
    return showAuth(db, vault, await updateAuth(db, site.id, { ...backend, fallback_url: body.fallbackURL }))
  },

  async regenerateSitePublishingAuthById({ db, site, vault }) {
    const private_key = vault.seal(newPrivateKey())
    const auth = await updateAuth(db, site.id, { private_key })
    const signing = auth.integration === null ? undefined : await findSignInIntegration(db, site.id, auth.integration)
    if (signing)
      await db
        .updateTable('integration_site_installations')
        .set({ signing_secret: private_key })
        .where('installation_id', '=', signing.installation_id)
        .where('site_id', '=', site.id)
        .execute()
    return showAuth(db, vault, auth)
  },

  async getSitePublishingPreviewById({ db, site, organization, caller, query, urls, siteTokens }) {
    const viewer = viewerOf(organization, caller)
    const { siteSpaces, sections } = await filterForViewer(db, viewer, await readStructure(db, site.id))
    const first = siteSpaces.find(({ is_default }) => is_default === 1) ?? siteSpaces[0]
    const siteSpace = query.siteSpace ? siteSpaces.find(({ id }) => id === query.siteSpace) : first
    if (!siteSpace) throw problem('notFound')
    const { unsigned, ...signed } = readClaims(query.claims)
    const claims = await loadVisitorClaims(db, site, { signed, unsigned: (unsigned ?? {}) as Record<string, unknown> })
    const section = sections.find(({ id }) => id === siteSpace.section_id)
    const url = new URL(publishedUrls(urls, organization, site).siteSpace(siteSpace, section))
    url.searchParams.set('jwt_token', await siteTokens.signPreview({ site: site.id, member: caller.user.id, claims }))
    return { url: url.href }
  },
})

/** The columns for a backend: visitor tokens are signed with the site's key, or with that of its integration. */
async function toBackend(
  db: Db,
  vault: Vault,
  siteId: string,
  backend: Row<'site_auth'>['backend'],
  integration: string | undefined,
) {
  const before = await loadSiteAuth(db, siteId)
  if (backend === 'custom') {
    return before.backend === 'custom' ? {} : { backend, integration: null, private_key: vault.seal(newPrivateKey()) }
  }
  const first = await findSignInIntegration(db, siteId, integration ?? before.integration ?? undefined)
  // The lock keeps the integration from being uninstalled.
  if (first) await lockRow(db, 'integration_installations', first.installation_id)
  const signing = first && (await findSignInIntegration(db, siteId, first.name))
  if (!signing && integration !== undefined)
    throw invalid({ path: 'integration', message: 'must be an integration on the site that may sign visitors in' })
  if (!signing)
    throw invalid({ path: 'backend', message: 'must be custom: no installed integration signs visitors in' })
  return { backend, integration: signing.name, private_key: signing.signing_secret }
}

/** `integration` is the one that can sign visitors in, even if the backend is `custom`. */
async function showAuth(db: Db, vault: Vault, auth: Row<'site_auth'>): Promise<Static<typeof SitePublishingAuth>> {
  const integrations = await listSignInIntegrations(db, auth.site_id)
  return {
    object: 'publishing-auth',
    backend: auth.backend,
    privateKey: vault.unseal(auth.private_key),
    fallbackURL: auth.fallback_url ?? undefined,
    integration: auth.integration ?? integrations[0]?.name,
    integrations: integrations.map(({ name, title }) => ({ name, title })),
  }
}

const updateAuth = (db: Db, siteId: string, patch: Partial<NewRow<'site_auth'>>): Promise<Row<'site_auth'>> =>
  db
    .updateTable('site_auth')
    .set({ ...patch, updated_at: now() })
    .where('site_id', '=', siteId)
    .returningAll()
    .executeTakeFirstOrThrow()
