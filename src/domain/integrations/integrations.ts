// Integration rows and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Caller, tokenReaches } from '../../access/caller.ts'
import { type Objects, permits } from '../../access/permissions.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Integration, Manifest } from '../../shapes/integrations.ts'
import { insertToken } from '../people/index.ts'
import { assetsOf } from './assets.ts'
import { type Facet, facetsOf } from './facets.ts'
import { toOwner } from './owner.ts'
import { endpointOf } from './urls.ts'

/** The context of the presenter. */
interface IntegrationContext {
  db: Db
  caller: Caller
  files: Files
  urls: Urls
}

export const manifestOf = ({ manifest }: Pick<Row<'integrations'>, 'manifest'>): Manifest => JSON.parse(manifest)

/** Presents integrations with two queries. */
export async function presentIntegrations(
  { db, caller, files, urls }: IntegrationContext,
  integrations: readonly Objects['integration'][],
): Promise<Static<typeof Integration>[]> {
  const owners = await listOwners(db, caller, integrations)
  return integrations.map((integration) => {
    const { assets, icon, previewImages } = assetsOf(integration, files, urls)
    const endpoint = endpointOf(urls, integration.name)
    const location = `/integrations/${integration.name}`
    return {
      object: 'integration' as const,
      name: integration.name,
      version: integration.version,
      title: integration.title,
      ...manifestOf(integration),
      previewImages,
      target: integration.target,
      verified: integration.verified === 1,
      visibility: integration.visibility,
      scopes: JSON.parse(integration.scopes),
      owner: toOwner(owners.get(integration.organization_id)!, urls),
      urls: {
        location: urls.api(location),
        icon,
        app: urls.app(location),
        assets,
        publicEndpoint: endpoint,
        publicContentEndpoint: endpoint,
      },
      permissions: {
        admin: permits('integration', 'admin', integration),
        install: permits('integration', 'install', integration),
      },
    }
  })
}

export const presentIntegration = async (context: IntegrationContext, integration: Objects['integration']) =>
  (await presentIntegrations(context, [integration]))[0]!

async function listOwners(db: Db, caller: Caller, integrations: readonly Objects['integration'][]) {
  const ids = [...new Set(integrations.map(({ organization_id }) => organization_id))]
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('members', (on) =>
      on.onRef('members.organization_id', '=', 'organizations.id').on('members.user_id', '=', caller.user.id),
    )
    .selectAll('organizations')
    .select(['members.role', 'members.user_id'])
    .where(isOneOf(db, sql.ref('organizations.id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, inside: row.user_id !== null && tokenReaches(caller, row.id) }]))
}

export const findIntegration = (db: Db, name: string): Promise<Row<'integrations'> | undefined> =>
  db.selectFrom('integrations').selectAll().where('name', '=', name).executeTakeFirst()

type Publication = Omit<
  NewRow<'integrations'>,
  'id' | 'user_id' | 'token_id' | 'version' | 'verified' | 'signing_secret' | 'created_at' | 'updated_at'
>

export async function insertIntegration(
  db: Db,
  publication: Publication,
  signing_secret: string,
): Promise<Row<'integrations'>> {
  const id = newId()
  const user_id = await insertActor(db, id, publication.title)
  const { token } = await insertToken(db, user_id, { label: `The integration ${publication.name}` })
  return db
    .insertInto('integrations')
    .values({
      ...publication,
      id,
      user_id,
      token_id: token.id,
      version: 1,
      verified: 0,
      signing_secret,
      created_at: now(),
      updated_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The user as which the integration acts. Nobody can sign in as it, because its email is not an address. */
async function insertActor(db: Db, integrationId: string, title: string): Promise<string> {
  const id = newId()
  const actor = { id, email: `integration:${integrationId}`, display_name: title, created_at: now() }
  await db.insertInto('users').values(actor).execute()
  return id
}

export async function updateIntegration(
  db: Db,
  { id, user_id, version }: Row<'integrations'>,
  publication: Publication,
): Promise<Row<'integrations'>> {
  await db.updateTable('users').set({ display_name: publication.title }).where('id', '=', user_id).execute()
  return db
    .updateTable('integrations')
    .set({ ...publication, version: version + 1, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the catalogue facets. */
export async function replaceFacets(db: Db, integration: Row<'integrations'>): Promise<void> {
  await db.deleteFrom('integration_facets').where('integration_id', '=', integration.id).execute()
  const facets = facetsOf(manifestOf(integration), JSON.parse(integration.scopes))
  const rows = facets.map(([facet, value]: Facet) => ({ integration_id: integration.id, facet, value }))
  if (rows.length > 0) await db.insertInto('integration_facets').values(rows).execute()
}

/** Also removes all installations. Its content and its user stay. */
export async function removeIntegration(db: Db, { id, user_id }: Row<'integrations'>): Promise<void> {
  await db.deleteFrom('integrations').where('id', '=', id).execute()
  await db.updateTable('tokens').set({ revoked_at: now() }).where('user_id', '=', user_id).execute()
}

export const newSigningSecret = (): string => randomBase62(48)
