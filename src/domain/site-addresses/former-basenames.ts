// Basenames that sites had before. Their addresses lead to the present ones.
import type { Db, Row } from '../../db/tables.ts'
import { now } from '../../lib/time.ts'

type Site = Pick<Row<'sites'>, 'id' | 'organization_id' | 'basename'>

/** A site keeps its last former basenames. */
const MAX_FORMER = 20

/** Called after a change of a site. The last site that had a basename keeps it. */
export async function keepFormerBasename(db: Db, before: Site, { basename }: Site): Promise<void> {
  if (before.basename === basename) return
  const { id: site_id, organization_id } = before
  for (const each of [before.basename, basename])
    await db
      .deleteFrom('former_basenames')
      .where('organization_id', '=', organization_id)
      .where('basename', '=', each)
      .execute()
  await db
    .insertInto('former_basenames')
    .values({ organization_id, site_id, basename: before.basename, created_at: now() })
    .execute()
  const rows = await db
    .selectFrom('former_basenames')
    .select('basename')
    .where('site_id', '=', site_id)
    .orderBy('created_at', 'desc')
    .execute()
  const old = rows.slice(MAX_FORMER).map((row) => row.basename)
  if (old.length === 0) return
  await db.deleteFrom('former_basenames').where('site_id', '=', site_id).where('basename', 'in', old).execute()
}
