// Finds the integration block for a URL, among the integrations active in the space, by the patterns in their
// manifests.
import { type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Block } from '../../shapes/integrations.ts'
import { domainsMatching, isActiveOn, manifestOf } from '../integrations/index.ts'
import { matchesPattern } from './patterns.ts'

export interface BlockEmbed {
  integration: string
  block: Static<typeof Block>
}

type Candidate = BlockEmbed & { pattern: string }

export async function findBlockEmbed(
  db: Db,
  space: { id: string; organization_id: string },
  url: URL,
): Promise<BlockEmbed | undefined> {
  const found = (await listCandidates(db, space, url)).find(({ pattern }) => matchesPattern(pattern, url))
  return found && { integration: found.integration, block: found.block }
}

/** The limit on pattern length times URL length, summed over all patterns of a request. */
const MAX_PATTERN_WORK = 4_000_000

/** Ordered by integration name, then as in the manifest. Patterns beyond the work limit are left out. */
async function listCandidates(db: Db, space: { id: string; organization_id: string }, url: URL): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['name', 'manifest'])
    .where(isActiveOn('space', space.id, space.organization_id))
    .where(
      sql<SqlBool>`exists (select 1 from integration_facets f where f.integration_id = integrations.id
        and f.facet = 'block-domain' and ${isOneOf(db, sql.ref('f.value'), domainsMatching(url.hostname))})`,
    )
    .orderBy('name')
    .execute()
  const all = rows.flatMap((row) =>
    (manifestOf(row).blocks ?? []).flatMap((block) =>
      (block.urlUnfurl ?? []).map((pattern) => ({ integration: row.name, block, pattern })),
    ),
  )
  let work = 0
  return all.filter(({ pattern }) => {
    work += pattern.length * url.href.length
    return work <= MAX_PATTERN_WORK
  })
}
