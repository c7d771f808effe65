// Queries and presenters for OpenID Connect providers.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Viewer } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow } from '../../db/tables.ts'
import {
  findOidcProvider,
  isOidcActive,
  listDefaultTeams,
  oidcServiceOf,
  type OidcProvider as Provider,
} from '../../domain/sso/index.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { OidcProvider } from './schemas.ts'

type Shown = Static<typeof OidcProvider>
export type GroupTeam = Shown['groups'][number]

/** Presents providers with their teams, in a fixed number of queries. */
export async function toProviders(
  db: Db,
  viewer: Viewer,
  providers: readonly Provider[],
  urls: Urls,
): Promise<Shown[]> {
  const teams = await listDefaultTeams(db, viewer, providers)
  const groups = await listGroupTeams(
    db,
    providers.map(({ id }) => id),
  )
  return providers.map((provider) => ({
    object: 'oidc-provider',
    id: provider.id,
    label: provider.label,
    issuer: provider.issuer,
    clientID: provider.client_id,
    hasClientSecret: provider.client_secret !== null,
    scopes: JSON.parse(provider.scopes),
    verifiedClaim: provider.verified_claim,
    groupsClaim: provider.groups_claim,
    groups: groups.get(provider.id) ?? [],
    defaultTeam: teams.get(provider.default_team_id ?? ''),
    defaultRole: provider.default_role,
    createdAt: provider.created_at,
    status: isOidcActive(provider) ? 'active' : 'pending',
    service: oidcServiceOf(provider, urls),
    urls: { location: urls.api(`/orgs/${provider.organization_id}/oidc/${provider.id}`) },
  }))
}

/** The teams of groups, by provider. */
export async function listGroupTeams(db: Db, providerIds: readonly string[]): Promise<Map<string, GroupTeam[]>> {
  const rows = await db
    .selectFrom('oidc_group_teams')
    .selectAll()
    .where(isOneOf(db, sql.ref('provider_id'), providerIds))
    .orderBy('provider_id')
    .orderBy('group_name')
    .orderBy('team_id')
    .execute()
  const found = new Map<string, GroupTeam[]>()
  for (const { provider_id, group_name, team_id } of rows)
    found.set(provider_id, [...(found.get(provider_id) ?? []), { group: group_name, team: team_id }])
  return found
}

export async function replaceGroupTeams(db: Db, providerId: string, groups: readonly GroupTeam[]): Promise<void> {
  await db.deleteFrom('oidc_group_teams').where('provider_id', '=', providerId).execute()
  if (groups.length === 0) return
  await db
    .insertInto('oidc_group_teams')
    .values(groups.map(({ group, team }) => ({ provider_id: providerId, group_name: group, team_id: team })))
    .onConflict((known) => known.doNothing())
    .execute()
}

export const takeProviders = (db: Db, organizationId: string, page: Page) =>
  selectPage(
    db.selectFrom('oidc_providers').where('organization_id', '=', organizationId),
    (providers) => providers.selectAll(),
    page,
    { by: ['id'] },
  )

export async function loadProvider(db: Db, organizationId: string, id: string): Promise<Provider> {
  const provider = await findOidcProvider(db, id)
  if (provider?.organization_id !== organizationId) throw problem('notFound')
  return provider
}

export const insertProvider = (
  db: Db,
  provider: Omit<NewRow<'oidc_providers'>, 'id' | 'created_at'>,
): Promise<Provider> =>
  db
    .insertInto('oidc_providers')
    .values({ id: newId(), ...provider, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateProvider = (db: Db, id: string, patch: Partial<NewRow<'oidc_providers'>>): Promise<Provider> =>
  db
    .updateTable('oidc_providers')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Foreign keys also delete the provider's pending sign-ins and sessions. */
export async function removeProvider(db: Db, id: string): Promise<void> {
  await db.deleteFrom('oidc_providers').where('id', '=', id).execute()
}
