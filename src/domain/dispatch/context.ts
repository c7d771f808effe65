// The context of a dispatch: the integration alone, an installation, or an installation on a space or site.
import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { ContentKind, ContentRow } from '../installations/index.ts'

export interface ContextIds {
  installationId?: string | undefined
  spaceId?: string | undefined
  siteId?: string | undefined
}

export interface DispatchContext {
  installation?: Row<'integration_installations'>
  content?: { kind: ContentKind; row: ContentRow }
}

type Integration = Pick<Row<'integrations'>, 'id'>

/** Finds as much of the context as still exists. */
export async function findDispatchContext(db: Db, integration: Integration, ids: ContextIds): Promise<DispatchContext> {
  const installation = ids.installationId && (await findInstallation(db, integration, ids.installationId))
  if (!installation) return {}
  const [kind, id] = contentIdOf(ids)
  const row = id && (await findContentInstallation(db, kind, installation.id, id))
  return row ? { installation, content: { kind, row } } : { installation }
}

/** Loads the full context; a missing part is a 404. */
export async function loadDispatchContext(db: Db, integration: Integration, ids: ContextIds): Promise<DispatchContext> {
  const context = await findDispatchContext(db, integration, ids)
  if (ids.installationId !== undefined && !context.installation) throw problem('notFound')
  if (contentIdOf(ids)[1] !== undefined && !context.content) throw problem('notFound')
  return context
}

const contentIdOf = ({ spaceId, siteId }: ContextIds): [ContentKind, string | undefined] =>
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
