// Which integration signs the visitors of a site in, where it asks them to come, and what it signs its word with.
import type { Scope } from '../../access/scopes.ts'
import type { Db } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { contentEndpointOf } from '../integrations/urls.ts'

export interface SigningIn {
  name: string
  installation_id: string
  /** Sealed. */
  signing_secret: string
}

export async function findSigningIn(db: Db, siteId: string): Promise<SigningIn | undefined> {
  const rows = await db
    .selectFrom('integration_site_installations as content')
    .innerJoin('integration_installations as installed', 'installed.id', 'content.installation_id')
    .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
    .select(['integrations.name', 'integrations.scopes', 'content.installation_id', 'content.signing_secret'])
    .where('content.site_id', '=', siteId)
    .where('content.status', '=', 'active')
    .where('installed.status', '=', 'active')
    .orderBy('integrations.name')
    .execute()
  return rows.find(({ scopes }) => (JSON.parse(scopes) as Scope[]).includes('site:visitor:auth'))
}

/** The path below the address of a site's installation that begins a sign-in. */
export const SIGN_IN = 'visitor-auth'

export function signInUrl(urls: Urls, { name, installation_id }: SigningIn, siteId: string, location: string): string {
  const url = new URL(`${contentEndpointOf(urls, name, installation_id, 'site', siteId)}/${SIGN_IN}`)
  url.searchParams.set('location', location)
  return url.href
}
