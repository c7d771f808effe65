// Which integration signs the visitors of a site in, where it asks them to come, and what it signs its word with.
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scopes.ts'
import type { Db } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { contentEndpointOf } from '../integrations/urls.ts'
import { newPrivateKey } from '../sites/queries.ts'

export interface SigningIn {
  name: string
  installation_id: string
  /** Sealed. */
  signing_secret: string
}

const SIGNS_IN: Scope = 'site:visitor:auth'

/** The integration of that name, if it signs in visitors of the site; without a name, the first that does. */
export async function findSigningIn(db: Db, siteId: string, name?: string): Promise<SigningIn | undefined> {
  const rows = await db
    .selectFrom('integration_site_installations as content')
    .innerJoin('integration_installations as installed', 'installed.id', 'content.installation_id')
    .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
    .select(['integrations.name', 'installed.scopes', 'content.installation_id', 'content.signing_secret'])
    .where('content.site_id', '=', siteId)
    .where('content.status', '=', 'active')
    .where('installed.status', '=', 'active')
    .$if(name !== undefined, (some) => some.where('integrations.name', '=', name!))
    .orderBy('integrations.name')
    .execute()
  return rows.find(({ scopes }) => (JSON.parse(scopes) as Scope[]).includes(SIGNS_IN))
}

/** True for settings that leave signing in to an integration which is not there for it (any more). */
export const isAbandoned = sql<SqlBool>`(site_auth.backend = 'integration' and not exists (
  select 1 from integration_site_installations content
  join integration_installations installed on installed.id = content.installation_id
  join integrations on integrations.id = installed.integration_id
  where content.site_id = site_auth.site_id and integrations.name = site_auth.integration
    and installed.scopes like ${`%"${SIGNS_IN}"%`}))`

/**
 * To be called when integrations lose something: whoever no longer signs visitors in still knows the key, so the sites
 * get another one, and are closed until somebody says how visitors sign in from now on.
 */
export async function endSigningIn(db: Db, vault: Vault): Promise<void> {
  const abandoned = await db.selectFrom('site_auth').select('site_id').where(isAbandoned).execute()
  for (const { site_id } of abandoned)
    await db
      .updateTable('site_auth')
      .set({ backend: 'custom', integration: null, private_key: vault.seal(newPrivateKey()), updated_at: now() })
      .where('site_id', '=', site_id)
      .execute()
}

/** The path below the address of a site's installation that begins a sign-in. */
export const SIGN_IN = 'visitor-auth'

export function signInUrl(urls: Urls, { name, installation_id }: SigningIn, siteId: string, location: string): string {
  const url = new URL(`${contentEndpointOf(urls, name, installation_id, 'site', siteId)}/${SIGN_IN}`)
  url.searchParams.set('location', location)
  return url.href
}
