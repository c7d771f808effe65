// The organization of each change request, so that those of an organization are listed without going through its spaces.
// On PostgreSQL, nodes of the version before may still be at work: triggers set what they do not know of.
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
    if (!isSqlite(db)) for (const trigger of TRIGGERS) await trigger.execute(db)
  },
}

const TRIGGERS = [
  sql`create function lectern_change_request_added() returns trigger language plpgsql as $$
    begin
      if new.organization_id is null then
        new.organization_id = (select organization_id from spaces where id = new.space_id);
      end if;
      return new;
    end $$`,
  sql`create trigger change_request_added before insert on change_requests
    for each row execute function lectern_change_request_added()`,
  sql`create function lectern_space_transferred() returns trigger language plpgsql as $$
    begin
      update change_requests set organization_id = new.organization_id where space_id = new.id;
      return null;
    end $$`,
  sql`create trigger space_transferred after update of organization_id on spaces
    for each row execute function lectern_space_transferred()`,
]
