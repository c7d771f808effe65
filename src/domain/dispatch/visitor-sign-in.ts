// Integrations that sign in visitors of a site: lookup, sign-in URL and signing key.
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scopes.ts'
import type { Db } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { contentEndpointOf } from '../integrations/index.ts'
import { newPrivateKey } from '../sites/index.ts'

interface SignInIntegration {
  name: string
  title: string
  installation_id: string
  /** Sealed. */
  signing_secret: string
}

const SIGN_IN_SCOPE: Scope = 'site:visitor:auth'

/** The integration of that name if it can sign in visitors of the site; without a name, the first one that can. */
export const findSignInIntegration = async (
  db: Db,
  siteId: string,
  name?: string,
): Promise<SignInIntegration | undefined> => (await listSignInIntegrations(db, siteId, name))[0]

/** The integrations on the site that may sign visitors in, by name. */
export async function listSignInIntegrations(db: Db, siteId: string, name?: string): Promise<SignInIntegration[]> {
  const rows = await db
    .selectFrom('integration_site_installations as content')
    .innerJoin('integration_installations as installed', 'installed.id', 'content.installation_id')
    .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
    .select(['integrations.name', 'integrations.title', 'installed.scopes'])
    .select(['content.installation_id', 'content.signing_secret'])
    .where('content.site_id', '=', siteId)
    .where('content.status', '=', 'active')
    .where('installed.status', '=', 'active')
    .$if(name !== undefined, (some) => some.where('integrations.name', '=', name!))
    .orderBy('integrations.name')
    .execute()
  return rows.filter(({ scopes }) => (JSON.parse(scopes) as Scope[]).includes(SIGN_IN_SCOPE))
}

/** True for settings that delegate sign-in to an integration that can no longer provide it. */
export const lacksSignInIntegration = sql<SqlBool>`(site_auth.backend = 'integration' and not exists (
  select 1 from integration_site_installations content
  join integration_installations installed on installed.id = content.installation_id
  join integrations on integrations.id = installed.integration_id
  where content.site_id = site_auth.site_id and integrations.name = site_auth.integration
    and installed.scopes like ${`%"${SIGN_IN_SCOPE}"%`}))`

/**
 * Call when integrations lose installations or scopes. A former sign-in integration still knows the signing key, so the
 * site gets a new key and stays closed until sign-in is configured again.
 */
export async function resetAbandonedSignIn(db: Db, vault: Vault): Promise<void> {
  const abandoned = await db.selectFrom('site_auth').select('site_id').where(lacksSignInIntegration).execute()
  for (const { site_id } of abandoned)
    await db
      .updateTable('site_auth')
      .set({ backend: 'custom', integration: null, private_key: vault.seal(newPrivateKey()), updated_at: now() })
      .where('site_id', '=', site_id)
      .execute()
}

/** The path below a site installation's endpoint that starts a sign-in. */
export const SIGN_IN_PATH = 'visitor-auth'

export function signInUrl(
  urls: Urls,
  { name, installation_id }: SignInIntegration,
  siteId: string,
  location: string,
): string {
  const url = new URL(`${contentEndpointOf(urls, name, installation_id, 'site', siteId)}/${SIGN_IN_PATH}`)
  url.searchParams.set('location', location)
  return url.href
}
