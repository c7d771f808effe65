// The visibility of spaces. It follows from the parent of the space and the sites that show it. Each space also stores
// its last published visibility, so that a change emits exactly one event with the old and the new value.
import { type RawBuilder, sql } from 'kysely'
import { isOneOf, lockRow } from '../db/dialect.ts'
import type { Db, Row } from '../db/tables.ts'

export type Visibility = Row<'spaces'>['visibility']

/** The visibility of a space that no published site shows. */
export const unpublishedVisibility = ({ parent_id }: Pick<Row<'spaces'>, 'parent_id'>): Visibility =>
  parent_id === null ? 'private' : 'in-collection'

/** The current visibility of a row of `spaces`: that of the first published site it was added to, if any. */
export const currentVisibility: RawBuilder<Visibility> = sql<Visibility>`coalesce(
  (select sites.visibility from site_spaces join sites on sites.id = site_spaces.site_id
    where site_spaces.space_id = spaces.id and sites.published = 1 order by site_spaces.id limit 1),
  case when spaces.parent_id is null then 'private' else 'in-collection' end)`

/** The event that may change the visibility of spaces. */
interface VisibilityCause {
  organizationId: string | null
  target: { id: string }
  data: Record<string, unknown>
}

export interface VisibilityChange {
  id: string
  organization_id: string
  previous: Visibility
  visibility: Visibility
}

/** Updates the stored visibility of spaces after an event and returns the changes. */
export async function updateVisibility(
  db: Db,
  event: VisibilityCause,
  reach: 'space' | 'organization',
): Promise<VisibilityChange[]> {
  const organizations = organizationsIn(event)
  // Two sites that show the same space may change at the same time: the second transaction must see the first change.
  for (const id of organizations) await lockRow(db, 'organizations', id)
  const changes = await listChanges(
    db,
    reach === 'space'
      ? sql`spaces.id = ${event.target.id}`
      : isOneOf(db, sql.ref('spaces.organization_id'), organizations),
  )
  await storeVisibility(db, changes)
  return changes
}

/** Includes the organization that an object was transferred to. */
const organizationsIn = ({ organizationId, data }: VisibilityCause): string[] =>
  [organizationId, data.organization].filter((id) => typeof id === 'string').sort()

async function listChanges(db: Db, isConcerned: RawBuilder<unknown>): Promise<VisibilityChange[]> {
  const { rows } = await sql<VisibilityChange>`
    select * from (
      select spaces.id, spaces.organization_id, spaces.visibility as previous, ${currentVisibility} as visibility
      from spaces where ${isConcerned}
    ) compared
    where compared.previous <> compared.visibility order by compared.id`.execute(db)
  return rows
}

async function storeVisibility(db: Db, changes: readonly VisibilityChange[]): Promise<void> {
  for (const visibility of new Set(changes.map((change) => change.visibility))) {
    const ids = changes.filter((change) => change.visibility === visibility).map(({ id }) => id)
    await db
      .updateTable('spaces')
      .set({ visibility })
      .where(isOneOf(db, sql.ref('spaces.id'), ids))
      .execute()
  }
}
