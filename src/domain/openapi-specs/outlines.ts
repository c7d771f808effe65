// Outlines of specification versions, from which pages are computed.
import { sql } from 'kysely'
import type { SpecOutline } from '../../computed/outline.ts'
import type { CurrentSpec } from '../../computed/tree.ts'
import type { Outside } from '../../db/database.ts'
import { isOneOf } from '../../db/dialect.ts'
import { inPages } from '../../db/in-pages.ts'
import type { Db } from '../../db/tables.ts'
import { enqueueProcessing } from './specs.ts'

/** The specifications of an organization that have a version, by slug. */
export async function loadCurrentSpecs(
  db: Db,
  organizationId: string,
  slugs: readonly string[],
): Promise<Map<string, CurrentSpec>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .selectFrom('openapi_specs')
    .innerJoin('openapi_versions', 'openapi_versions.id', 'openapi_specs.last_version_id')
    .select(['openapi_specs.id', 'openapi_specs.slug', 'openapi_versions.id as version', 'openapi_versions.hash'])
    .select('openapi_versions.created_at')
    .where('openapi_specs.organization_id', '=', organizationId)
    .where(isOneOf(db, sql.ref('openapi_specs.slug'), [...slugs]))
    .execute()
  const specs = new Map<string, CurrentSpec>()
  for (const { id, slug, version, hash, created_at } of rows) {
    const outline = await findOutline(db, organizationId, version)
    if (outline) specs.set(slug, { id, slug, version, hash, outline, createdAt: created_at })
  }
  return specs
}

/** The outline of a version of one of the organization's specifications. */
export async function findOutline(db: Db, organizationId: string, version: string): Promise<SpecOutline | undefined> {
  const row = await db
    .selectFrom('openapi_outlines')
    .innerJoin('openapi_versions', 'openapi_versions.id', 'openapi_outlines.version_id')
    .innerJoin('openapi_specs', 'openapi_specs.id', 'openapi_versions.spec_id')
    .select('openapi_outlines.outline')
    .where('openapi_outlines.version_id', '=', version)
    .where('openapi_specs.organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && (JSON.parse(row.outline) as SpecOutline)
}

/** Returns true if the version had no outline. */
export async function saveOutline(db: Db, versionId: string, outline: SpecOutline): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('openapi_outlines')
    .values({ version_id: versionId, outline: JSON.stringify(outline) })
    .onConflict((it) => it.column('version_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Reprocesses specifications that were processed before outlines or pieces existed. */
export const enqueueMissingOutlines = ({ read, write }: Outside): Promise<void> =>
  inPages(read, 'openapi_specs', async (ids) => {
    if ((await listMissing(read, ids)).length === 0) return
    await write(async (db) => {
      for (const spec of await listMissing(db, ids)) await enqueueProcessing(db, spec)
    })
  })

const listMissing = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('openapi_specs')
    .innerJoin('openapi_versions', 'openapi_versions.id', 'openapi_specs.last_version_id')
    .leftJoin('openapi_outlines', 'openapi_outlines.version_id', 'openapi_versions.id')
    .select('openapi_specs.id')
    .where(isOneOf(db, sql.ref('openapi_specs.id'), ids))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('openapi_outlines.version_id', 'is', null),
        not(
          exists(
            selectFrom('openapi_pieces')
              .select('name_hash')
              .whereRef('openapi_pieces.spec_id', '=', 'openapi_specs.id')
              .whereRef('openapi_pieces.version_hash', '=', 'openapi_versions.hash'),
          ),
        ),
      ]),
    )
    .execute()
