// Notifications, how people want them, and how far the event log has been read for them. They begin with this version:
// earlier events notify nobody.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const notifications: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('notifications')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('event_id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('change_request_id', text, (c) => c.references('change_requests.id').onDelete('cascade'))
      .addColumn('comment_id', text, (c) => c.references('comments.id').onDelete('cascade'))
      .addColumn('actor_id', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('data', text, (c) => c.notNull())
      .addColumn('read_at', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addUniqueConstraint('notifications_once', ['user_id', 'event_id'])
      .execute()
    await db.schema.createIndex('notifications_of_space').on('notifications').column('space_id').execute()
    await db.schema.createIndex('notifications_of_comment').on('notifications').column('comment_id').execute()
    await db.schema.createIndex('notifications_of_actor').on('notifications').column('actor_id').execute()
    await db.schema
      .createIndex('notifications_of_change_request')
      .on('notifications')
      .column('change_request_id')
      .execute()
    await db.schema.createIndex('notifications_by_age').on('notifications').column('created_at').execute()
    await db.schema
      .createTable('notification_settings')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('delivery', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_settings_key', ['user_id', 'kind'])
      .execute()
    await db.schema
      .createTable('muted_spaces')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('muted_spaces_key', ['user_id', 'space_id'])
      .execute()
    await db.schema.createIndex('muted_spaces_of_space').on('muted_spaces').column('space_id').execute()
    await db.schema
      .createTable('notification_cursors')
      .addColumn('organization_id', text, (c) => c.primaryKey().references('organizations.id').onDelete('cascade'))
      .addColumn('cursor', integer, (c) => c.notNull())
      .execute()
    await sql`
      insert into notification_cursors (organization_id, cursor)
      select id, coalesce((select max(sequence) from events where events.organization_id = organizations.id), 0)
      from organizations`.execute(db)
  },
}
