import type { Db, Row } from '../../db/tables.ts'

export const findPublishedSite = (db: Db, id: string): Promise<Row<'sites'> | undefined> =>
  db.selectFrom('sites').selectAll().where('id', '=', id).where('published', '=', 1).executeTakeFirst()
