// Who a space is open to. It follows from where the space is and which sites show it; every space also keeps what it was
// when it was last told, so that whoever wants to know hears of a change exactly when there is one, and what was before.
import { type RawBuilder, sql } from 'kysely'
import { isOneOf, lockRow } from './dialect.ts'
import type { Db, Row } from './tables.ts'

export type Visibility = Row<'spaces'>['visibility']

/** What a space is that no published site shows. */
export const unpublishedVisibility = ({ parent_id }: Pick<Row<'spaces'>, 'parent_id'>): Visibility =>
  parent_id === null ? 'private' : 'in-collection'

/** What each of `spaces` is: that of the published site it was put into first, if there is one. */
export const visibilityNow: RawBuilder<Visibility> = sql<Visibility>`coalesce(
  (select sites.visibility from site_spaces join sites on sites.id = site_spaces.site_id
    where site_spaces.space_id = spaces.id and sites.published = 1 order by site_spaces.id limit 1),
  case when spaces.parent_id is null then 'private' else 'in-collection' end)`

/** What has happened, to one space or to any of its organization. */
interface Happened {
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

/** Brings up to date what spaces keep after what has just happened; answers which of them have changed. */
export async function settleVisibility(
  db: Db,
  event: Happened,
  reach: 'space' | 'organization',
): Promise<VisibilityChange[]> {
  const organizations = organizationsIn(event)
  // Two sites that show the same space may be changed at the same moment: whoever comes second sees what the first did.
  for (const id of organizations) await lockRow(db, 'organizations', id)
  const changes = await listChanges(
    db,
    reach === 'space'
      ? sql`spaces.id = ${event.target.id}`
      : isOneOf(db, sql.ref('spaces.organization_id'), organizations),
  )
  await keep(db, changes)
  return changes
}

/** Also the one that something was handed to. */
const organizationsIn = ({ organizationId, data }: Happened): string[] =>
  [organizationId, data.organization].filter((id) => typeof id === 'string').sort()

async function listChanges(db: Db, isConcerned: RawBuilder<unknown>): Promise<VisibilityChange[]> {
  const { rows } = await sql<VisibilityChange>`
    select * from (
      select spaces.id, spaces.organization_id, spaces.visibility as previous, ${visibilityNow} as visibility
      from spaces where ${isConcerned}
    ) compared
    where compared.previous <> compared.visibility order by compared.id`.execute(db)
  return rows
}

async function keep(db: Db, changes: readonly VisibilityChange[]): Promise<void> {
  for (const visibility of new Set(changes.map((change) => change.visibility))) {
    const ids = changes.filter((change) => change.visibility === visibility).map(({ id }) => id)
    await db
      .updateTable('spaces')
      .set({ visibility })
      .where(isOneOf(db, sql.ref('spaces.id'), ids))
      .execute()
  }
}
