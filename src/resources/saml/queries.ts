// Queries and presenters for SAML providers.
import type { Static } from 'typebox'
import type { Viewer } from '../../access/visibility.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow } from '../../db/tables.ts'
import {
  findSamlProvider,
  isSamlActive,
  listDefaultTeams,
  type SamlProvider as Provider,
  samlServiceOf,
} from '../../domain/sso/index.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Team } from '../../shapes/teams.ts'
import type { SamlProvider } from './schemas.ts'

/** Presents providers with their default teams, in a fixed number of queries. */
export async function toProviders(
  db: Db,
  viewer: Viewer,
  providers: readonly Provider[],
  urls: Urls,
): Promise<Static<typeof SamlProvider>[]> {
  const teams = await listDefaultTeams(db, viewer, providers)
  return providers.map((provider) => toProvider(provider, teams.get(provider.default_team_id ?? ''), urls))
}

function toProvider(
  provider: Provider,
  defaultTeam: Static<typeof Team> | undefined,
  urls: Urls,
): Static<typeof SamlProvider> {
  return {
    object: 'saml-provider',
    id: provider.id,
    label: provider.label,
    ssoURL: provider.sso_url,
    entityID: provider.entity_id,
    certificate: provider.certificate,
    defaultTeam,
    defaultRole: provider.default_role,
    createdAt: provider.created_at,
    status: isSamlActive(provider) ? 'active' : 'pending',
    service: samlServiceOf(provider, urls),
    urls: { location: urls.api(`/orgs/${provider.organization_id}/saml/${provider.id}`) },
  }
}

export const takeProviders = (db: Db, organizationId: string, page: Page) =>
  selectPage(
    db.selectFrom('saml_providers').where('organization_id', '=', organizationId),
    (providers) => providers.selectAll(),
    page,
    { by: ['id'] },
  )

export async function loadProvider(db: Db, organizationId: string, id: string): Promise<Provider> {
  const provider = await findSamlProvider(db, id)
  if (provider?.organization_id !== organizationId) throw problem('notFound')
  return provider
}

export const insertProvider = (
  db: Db,
  provider: Omit<NewRow<'saml_providers'>, 'id' | 'created_at'>,
): Promise<Provider> =>
  db
    .insertInto('saml_providers')
    .values({ id: newId(), ...provider, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateProvider = (db: Db, id: string, patch: Partial<NewRow<'saml_providers'>>): Promise<Provider> =>
  db
    .updateTable('saml_providers')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Foreign keys also delete the provider's pending sign-ins and sessions. */
export async function removeProvider(db: Db, id: string): Promise<void> {
  await db.deleteFrom('saml_providers').where('id', '=', id).execute()
}
