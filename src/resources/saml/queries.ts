// SAML providers in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Viewer } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { isOwner, size, toTeam, withTeamSpaces } from '../teams/queries.ts'
import type { Team } from '../teams/schemas.ts'
import type { SamlProvider } from './schemas.ts'

export type Provider = Row<'saml_providers'>

/** What the identity provider has to know about us. */
export function serviceOf({ id }: Pick<Provider, 'id'>, { base }: Urls) {
  const at = (what: string) => `${base}/saml/${id}/${what}`
  return { acsURL: at('acs'), startURL: at('start'), entityID: at('metadata') }
}

export const isActive = ({ entity_id, certificate, sso_url }: Provider): boolean =>
  [entity_id, certificate, sso_url].every((text) => text !== '')

/** Providers as replies show them, with their default teams; a fixed number of queries. */
export async function toProviders(
  db: Db,
  viewer: Viewer,
  providers: readonly Provider[],
  urls: Urls,
): Promise<Static<typeof SamlProvider>[]> {
  const teams = await listTeams(db, viewer, providers)
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
    status: isActive(provider) ? 'active' : 'pending',
    service: serviceOf(provider, urls),
    urls: { location: urls.api(`/orgs/${provider.organization_id}/saml/${provider.id}`) },
  }
}

async function listTeams(db: Db, { organizationId, userId, role }: Viewer, providers: readonly Provider[]) {
  const ids = providers.flatMap(({ default_team_id }) => default_team_id ?? [])
  if (ids.length === 0) return new Map<string, Static<typeof Team>>()
  const rows = await db
    .selectFrom('teams')
    .selectAll('teams')
    .select([size, isOwner(userId).as('owned')])
    .where(isOneOf(db, sql.ref('teams.id'), ids))
    .execute()
  const counted = await withTeamSpaces(db, organizationId, rows)
  return new Map(counted.map((team) => [team.id, toTeam(team, { role })]))
}

export const takeProviders = (db: Db, organizationId: string, page: Page) =>
  takePage(
    db.selectFrom('saml_providers').where('organization_id', '=', organizationId),
    (providers) => providers.selectAll(),
    page,
    { by: ['id'] },
  )

export const listProviders = (db: Db, organizationId: string): Promise<Provider[]> =>
  db.selectFrom('saml_providers').selectAll().where('organization_id', '=', organizationId).orderBy('id').execute()

export const findProvider = (db: Db, id: string): Promise<Provider | undefined> =>
  db.selectFrom('saml_providers').selectAll().where('id', '=', id).executeTakeFirst()

export async function loadProvider(db: Db, organizationId: string, id: string): Promise<Provider> {
  const provider = await findProvider(db, id)
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

/** Also the sign-ins under way and the sessions of those who came through it: the database removes them with it. */
export async function removeProvider(db: Db, id: string): Promise<void> {
  await db.deleteFrom('saml_providers').where('id', '=', id).execute()
}
