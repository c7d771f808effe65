// Where an integration is called: by itself, as it is installed in an organization, or there on a space or a site.
import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { ContentKind, ContentRow } from '../installations/content.ts'

export interface Names {
  installationId?: string | undefined
  spaceId?: string | undefined
  siteId?: string | undefined
}

export interface Place {
  installation?: Row<'integration_installations'>
  content?: { kind: ContentKind; row: ContentRow }
}

type Integration = Pick<Row<'integrations'>, 'id'>

/** As much of the place as there is (still). */
export async function findPlace(db: Db, integration: Integration, names: Names): Promise<Place> {
  const installation = names.installationId && (await findInstallation(db, integration, names.installationId))
  if (!installation) return {}
  const [kind, id] = contentOf(names)
  const row = id && (await findContentInstallation(db, kind, installation.id, id))
  return row ? { installation, content: { kind, row } } : { installation }
}

/** All of the place that is named; what is not there is a 404. */
export async function loadPlace(db: Db, integration: Integration, names: Names): Promise<Place> {
  const place = await findPlace(db, integration, names)
  if (names.installationId !== undefined && !place.installation) throw problem('notFound')
  if (contentOf(names)[1] !== undefined && !place.content) throw problem('notFound')
  return place
}

const contentOf = ({ spaceId, siteId }: Names): [ContentKind, string | undefined] =>
  siteId === undefined ? ['space', spaceId] : ['site', siteId]

const findInstallation = (db: Db, { id }: Integration, installationId: string) =>
  db
    .selectFrom('integration_installations')
    .selectAll()
    .where('id', '=', installationId)
    .where('integration_id', '=', id)
    .executeTakeFirst()

async function findContentInstallation(
  db: Db,
  kind: ContentKind,
  installationId: string,
  contentId: string,
): Promise<ContentRow | undefined> {
  const [table, column] = [sql.table(`integration_${kind}_installations`), sql.ref(`${kind}_id`)]
  const { rows } = await sql<ContentRow>`
    select content.*, ${column} as content_id from ${table} content
    where content.installation_id = ${installationId} and ${column} = ${contentId}`.execute(db)
  return rows[0]
}
