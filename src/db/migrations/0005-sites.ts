// Published sites: what they show and in which order, how they look, who may read them, and what their visitors did.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const sites: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await createSites(db, columns)
    await createStructure(db, columns)
    await createAudience(db, columns)
    await createFonts(db, columns)
    await createRedirects(db, columns)
    await createInsights(db, columns)
    await db.schema
      .alterTable('organizations')
      .addColumn('default_site_id', columns.text, (c) => c.references('sites.id').onDelete('set null'))
      .execute()
  },
}

async function createSites(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('sites')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('basename', text, (c) => c.notNull())
    .addColumn('hostname', text, (c) => c.unique())
    .addColumn('hostname_status', text)
    .addColumn('hostname_checked_at', text)
    .addColumn('proxy', text, (c) => c.unique())
    .addColumn('visibility', text, (c) => c.notNull())
    .addColumn('published', integer, (c) => c.notNull())
    .addColumn('adaptive_content', integer, (c) => c.notNull())
    .addColumn('agents_context', text, (c) => c.notNull())
    .addColumn('customization', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('sites_basename', ['organization_id', 'basename'])
    .execute()
  await db.schema.createIndex('sites_of_organization').on('sites').columns(['organization_id', 'id']).execute()
}

async function createStructure(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('site_section_groups')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('icon', text)
    .addColumn('position', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('section_groups_in_order')
    .on('site_section_groups')
    .columns(['site_id', 'position', 'id'])
    .execute()
  await db.schema
    .createTable('site_sections')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('group_id', text, (c) => c.references('site_section_groups.id'))
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('icon', text)
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('is_default', integer, (c) => c.notNull())
    .addColumn('condition', text)
    .addColumn('position', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('site_sections_path', ['site_id', 'path'])
    .execute()
  await db.schema.createIndex('sections_of_group').on('site_sections').column('group_id').execute()
  await db.schema
    .createTable('site_spaces')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('section_id', text, (c) => c.references('site_sections.id'))
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('is_default', integer, (c) => c.notNull())
    .addColumn('condition', text)
    .addColumn('customization', text)
    .addColumn('position', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('site_spaces_space', ['site_id', 'space_id'])
    .execute()
  await db.schema.createIndex('site_spaces_of_space').on('site_spaces').columns(['space_id', 'id']).execute()
  await db.schema.createIndex('site_spaces_of_section').on('site_spaces').column('section_id').execute()
  await sql`create unique index site_spaces_path on site_spaces (site_id, coalesce(section_id, ''), path)`.execute(db)
  // At most one default; that there is one, the soundness of the store says.
  await sql`create unique index default_section on site_sections (site_id) where is_default = 1`.execute(db)
  await sql`create unique index default_site_space on site_spaces (site_id, coalesce(section_id, ''))
    where is_default = 1`.execute(db)
}

async function createAudience(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('share_links')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('name', text)
    .addColumn('active', integer, (c) => c.notNull())
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('share_links_of_site').on('share_links').columns(['site_id', 'id']).execute()
  await db.schema
    .createTable('site_auth')
    .addColumn('site_id', text, (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
    .addColumn('backend', text, (c) => c.notNull())
    .addColumn('integration', text)
    .addColumn('private_key', text, (c) => c.notNull())
    .addColumn('fallback_url', text)
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('site_adaptive_schemas')
    .addColumn('site_id', text, (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
    .addColumn('json_schema', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()
}

async function createFonts(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('custom_fonts')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('font_family', text, (c) => c.notNull())
    .addColumn('font_faces', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('fonts_of_organization').on('custom_fonts').columns(['organization_id', 'id']).execute()
}

async function createRedirects(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('site_redirects')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('site_section_id', text, (c) => c.references('site_sections.id').onDelete('cascade'))
    .addColumn('site_space_id', text, (c) => c.references('site_spaces.id').onDelete('cascade'))
    .addColumn('page_id', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('site_redirects_source', ['site_id', 'source'])
    .execute()
  await db.schema.createIndex('redirects_of_site').on('site_redirects').columns(['site_id', 'id']).execute()
  await db.schema.createIndex('redirects_to_section').on('site_redirects').column('site_section_id').execute()
  await db.schema.createIndex('redirects_to_site_space').on('site_redirects').column('site_space_id').execute()
}

async function createInsights(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('site_insights_events')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('occurred_at', text, (c) => c.notNull())
    .addColumn('visitor_id', text, (c) => c.notNull())
    .addColumn('session_id', text, (c) => c.notNull())
    .addColumn('data', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('insights_by_time')
    .on('site_insights_events')
    .columns(['site_id', 'occurred_at', 'id'])
    .execute()
}
