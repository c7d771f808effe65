// The identity providers of organizations, and where signing in through them starts.
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'

export type SamlProvider = Row<'saml_providers'>
export type OidcProvider = Row<'oidc_providers'>

/** The service provider URLs that a SAML identity provider needs. */
export function samlServiceOf({ id }: Pick<SamlProvider, 'id'>, { base }: Pick<Urls, 'base'>) {
  const at = (what: string) => `${base}/saml/${id}/${what}`
  return { acsURL: at('acs'), startURL: at('start'), entityID: at('metadata') }
}

/** The client URLs that an OpenID Connect provider needs. */
export function oidcServiceOf({ id }: Pick<OidcProvider, 'id'>, { base }: Pick<Urls, 'base'>) {
  const at = (what: string) => `${base}/oidc/${id}/${what}`
  return { redirectURL: at('callback'), startURL: at('start') }
}

export const isSamlActive = ({ entity_id, certificate, sso_url }: SamlProvider): boolean =>
  [entity_id, certificate, sso_url].every((text) => text !== '')

export const isOidcActive = ({ issuer, client_id, client_secret }: OidcProvider): boolean =>
  issuer !== '' && client_id !== '' && client_secret !== null

export const findSamlProvider = (db: Db, id: string): Promise<SamlProvider | undefined> =>
  db.selectFrom('saml_providers').selectAll().where('id', '=', id).executeTakeFirst()

export const findOidcProvider = (db: Db, id: string): Promise<OidcProvider | undefined> =>
  db.selectFrom('oidc_providers').selectAll().where('id', '=', id).executeTakeFirst()

export interface SsoLogin {
  id: string
  label: string
  startURL: string
  organizationId: string
}

/** Whether any organization has an active provider. */
export async function hasLogins(db: Db): Promise<boolean> {
  const saml = db
    .selectFrom('saml_providers')
    .select('id')
    .where('entity_id', '!=', '')
    .where('certificate', '!=', '')
    .where('sso_url', '!=', '')
    .limit(1)
  const oidc = db
    .selectFrom('oidc_providers')
    .select('id')
    .where('issuer', '!=', '')
    .where('client_id', '!=', '')
    .where('client_secret', 'is not', null)
    .limit(1)
  return ((await saml.executeTakeFirst()) ?? (await oidc.executeTakeFirst())) !== undefined
}

/** The active providers of these organizations, SAML first, each oldest first. */
export async function listLogins(
  db: Db,
  organizationIds: readonly string[],
  urls: Pick<Urls, 'base'>,
): Promise<SsoLogin[]> {
  if (organizationIds.length === 0) return []
  const saml = await db
    .selectFrom('saml_providers')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .orderBy('id')
    .execute()
  const oidc = await db
    .selectFrom('oidc_providers')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .orderBy('id')
    .execute()
  const toLogin = ({ id, label, organization_id }: SamlProvider | OidcProvider, startURL: string) => ({
    id,
    label,
    startURL,
    organizationId: organization_id,
  })
  return [
    ...saml.filter(isSamlActive).map((provider) => toLogin(provider, samlServiceOf(provider, urls).startURL)),
    ...oidc.filter(isOidcActive).map((provider) => toLogin(provider, oidcServiceOf(provider, urls).startURL)),
  ]
}
