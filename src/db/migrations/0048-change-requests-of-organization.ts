// The organization of each change request, so that those of an organization are listed without going through its spaces.
// Triggers keep it: it follows a space that is transferred, rows that nodes of the version before insert have it too, and so
// does what is restored, in whatever order.
import { type Migration, sql } from 'kysely'
import { isSqlite } from '../dialect.ts'
import { columnsFor, type Schema } from './columns.ts'

export const changeRequestsOfOrganization: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .alterTable('change_requests')
      .addColumn('organization_id', text, (c) => c.references('organizations.id').onDelete('cascade'))
      .execute()
    await sql`
      update change_requests set organization_id =
        (select organization_id from spaces where spaces.id = change_requests.space_id)`.execute(db)
    await db.schema
      .createIndex('change_requests_of_organization')
      .on('change_requests')
      .columns(['organization_id', 'status', 'updated_at', 'id'])
      .execute()
    for (const statement of isSqlite(db) ? SQLITE : POSTGRES) await statement.execute(db)
  },
}

const SQLITE = [
  sql`create trigger change_request_added after insert on change_requests begin
    update change_requests set organization_id = (select organization_id from spaces where id = new.space_id)
    where id = new.id; end`,
  ...['insert', 'update of organization_id'].map(
    (event, at) => sql`create trigger ${sql.raw(`space_placed_${at}`)} after ${sql.raw(event)} on spaces begin
      update change_requests set organization_id = new.organization_id where space_id = new.id; end`,
  ),
]

const POSTGRES = [
  sql`create function lectern_change_request_added() returns trigger language plpgsql as $$
    begin
      new.organization_id = (select organization_id from spaces where id = new.space_id);
      return new;
    end $$`,
  sql`create trigger change_request_added before insert on change_requests
    for each row execute function lectern_change_request_added()`,
  sql`create function lectern_space_placed() returns trigger language plpgsql as $$
    begin
      update change_requests set organization_id = new.organization_id where space_id = new.id;
      return null;
    end $$`,
  sql`create trigger space_placed after insert or update of organization_id on spaces
    for each row execute function lectern_space_placed()`,
]
