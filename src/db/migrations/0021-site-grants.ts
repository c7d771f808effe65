// Users and teams can be given a role on a site. The table of grants is made anew, because SQLite cannot change the
// check that a grant is on exactly one object.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

const COLUMNS = ['id', 'space_id', 'collection_id', 'user_id', 'team_id', 'role']

export const siteGrants: Migration = {
  async up(db: Schema) {
    await createGrants(db, columnsFor(db))
    await db
      .insertInto('new_grants')
      .columns(COLUMNS)
      .expression((query) => query.selectFrom('grants').select(COLUMNS))
      .execute()
    await db.schema.dropTable('grants').execute()
    await db.schema.alterTable('new_grants').renameTo('grants').execute()
    await createIndexes(db)
  },
}

const createGrants = (db: Schema, { text }: Columns) =>
  db.schema
    .createTable('new_grants')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('space_id', text, (c) => c.references('spaces.id').onDelete('cascade'))
    .addColumn('collection_id', text, (c) => c.references('collections.id').onDelete('cascade'))
    .addColumn('site_id', text, (c) => c.references('sites.id').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('team_id', text, (c) => c.references('teams.id').onDelete('cascade'))
    .addColumn('role', text, (c) => c.notNull())
    .addCheckConstraint(
      'grants_on_one',
      sql`(case when space_id is null then 0 else 1 end) + (case when collection_id is null then 0 else 1 end)
        + (case when site_id is null then 0 else 1 end) = 1`,
    )
    .addCheckConstraint('grants_to_one', sql`(user_id is null) <> (team_id is null)`)
    .execute()

async function createIndexes(db: Schema) {
  for (const object of ['space_id', 'collection_id', 'site_id'])
    for (const principal of ['user_id', 'team_id']) {
      await db.schema
        .createIndex(`grants_${object}_${principal}`)
        .unique()
        .on('grants')
        .columns([object, principal])
        .execute()
      await db.schema.createIndex(`grants_${principal}_${object}`).on('grants').columns([principal, object]).execute()
    }
}
