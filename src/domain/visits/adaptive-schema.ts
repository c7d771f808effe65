import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { now } from '../../lib/time.ts'
import type { SiteAdaptiveSchema } from '../../shapes/adaptive.ts'
import type { AdaptiveSchema } from '../../shapes/json-schema.ts'

export const toAdaptiveSchema = (row: Row<'site_adaptive_schemas'>): Static<typeof SiteAdaptiveSchema> => ({
  object: 'site-adaptive-schema',
  jsonSchema: JSON.parse(row.json_schema),
  updatedAt: row.updated_at,
})

export const findAdaptiveSchema = (db: Db, siteId: string): Promise<Row<'site_adaptive_schemas'> | undefined> =>
  db.selectFrom('site_adaptive_schemas').selectAll().where('site_id', '=', siteId).executeTakeFirst()

export function saveAdaptiveSchema(
  db: Db,
  siteId: string,
  jsonSchema: AdaptiveSchema,
): Promise<Row<'site_adaptive_schemas'>> {
  const content = { json_schema: JSON.stringify(jsonSchema), updated_at: now() }
  return db
    .insertInto('site_adaptive_schemas')
    .values({ site_id: siteId, ...content })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(content))
    .returningAll()
    .executeTakeFirstOrThrow()
}
