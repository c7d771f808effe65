import type { Static } from 'typebox'
import { lockRow } from '../../db/dialect.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { knowVisitor, loadAuth } from '../published/visitors.ts'
import { findSigningIn } from '../running/signing-in.ts'
import { newPrivateKey } from '../sites/queries.ts'
import { readStructure } from '../sites/structure/structure.ts'
import { publishedUrls } from '../sites/urls.ts'
import { readClaims } from './claims-input.ts'
import { publishingRoutes } from './routes.ts'
import type { SitePublishingAuth } from './schemas.ts'

export const publishing = implement(publishingRoutes, {
  getSitePublishingAuthById: async ({ db, site, vault }) => toAuth(await loadAuth(db, site.id), vault),

  async updateSitePublishingAuthById({ db, site, body, vault }) {
    const backend = body.backend && (await toBackend(db, vault, site.id, body.backend))
    return toAuth(await updateAuth(db, site.id, { ...backend, fallback_url: body.fallbackURL }), vault)
  },

  async regenerateSitePublishingAuthById({ db, site, vault }) {
    const private_key = vault.seal(newPrivateKey())
    const auth = await updateAuth(db, site.id, { private_key })
    const signing = auth.integration === null ? undefined : await findSigningIn(db, site.id, auth.integration)
    if (signing)
      await db
        .updateTable('integration_site_installations')
        .set({ signing_secret: private_key })
        .where('installation_id', '=', signing.installation_id)
        .where('site_id', '=', site.id)
        .execute()
    return toAuth(auth, vault)
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

/** Visitors come with what is signed with the key of the site, or with that of the integration on it. */
async function toBackend(db: Db, vault: Vault, siteId: string, backend: Row<'site_auth'>['backend']) {
  const before = await loadAuth(db, siteId)
  if (backend === 'custom') {
    return before.backend === 'custom' ? {} : { backend, integration: null, private_key: vault.seal(newPrivateKey()) }
  }
  const first = await findSigningIn(db, siteId, before.integration ?? undefined)
  // It must not be uninstalled meanwhile.
  if (first) await lockRow(db, 'integration_installations', first.installation_id)
  const signing = first && (await findSigningIn(db, siteId, first.name))
  if (!signing)
    throw invalid({ path: 'backend', message: 'must be custom: no integration that signs visitors in is installed' })
  return { backend, integration: signing.name, private_key: signing.signing_secret }
}

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
