// Checks whether content shows an OpenAPI specification to a reader.
import { sql } from 'kysely'
import type { AnyCaller } from '../../access/caller.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Content } from './conditions.ts'
import { audienceOf, openView } from './view.ts'

/** Whether the main content of one of these spaces shows the specification to the caller, who may read the spaces. */
export async function isSpecVisible(
  db: Db,
  caller: AnyCaller,
  spaces: readonly string[],
  slug: string,
): Promise<boolean> {
  for (const content of await listReferringContent(db, spaces, slug))
    if (!(await openView(db, audienceOf(caller), content)).hiddenSpecs.has(slug)) return true
  return false
}

/** Lists the spaces that refer to the specification. */
const listReferringContent = (db: Db, spaces: readonly string[], slug: string): Promise<Content[]> =>
  db
    .selectFrom('links')
    .innerJoin('spaces', 'spaces.id', 'links.space_id')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['revisions.space_id', 'revisions.root'])
    .distinct()
    .where('links.target', '=', `openapi/${slug}`)
    .where(isOneOf(db, sql.ref('links.space_id'), [...spaces]))
    .execute()
