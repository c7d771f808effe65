import { sql } from 'kysely'
import { type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { implement } from '../../server/operation.ts'
import { viewerOf } from '../organizations/queries.ts'
import { takeMatches, takeSpaces } from './matching.ts'
import { showPages } from './results.ts'
import { searchRoutes } from './routes.ts'

/** How many pages an organization search shows of each space. */
const PAGES_OF_SPACE = 10

export const search = implement(searchRoutes, {
  async searchSpaceContent({ db, space, query: { query }, page, urls }) {
    const [indexed] = await findIndexed(db, { spaceId: space.id })
    if (!indexed) return { items: [], count: 0 }
    const { rows, count, next } = await takeMatches(db, indexed.number, query, page)
    const items = await showPages(db, rows, { spaceId: space.id, root: indexed.root, query, urls })
    return { items, count, next }
  },

  async searchOrganizationContent({ db, organization, caller, query: { query }, page, urls }) {
    const spaces = await listIndexed(db, viewerOf(organization, caller))
    const numbers = spaces.map(({ number }) => number)
    const { rows, count, next } = await takeSpaces(db, numbers, query, page)
    const items = []
    for (const { number, id, title, root } of await loadSpaces(db, rows)) {
      const { rows } = await takeMatches(db, number, query, { limit: PAGES_OF_SPACE, after: undefined })
      items.push({ id, title, pages: await showPages(db, rows, { spaceId: id, root, query, urls }) })
    }
    return { items, count, next }
  },
})

interface Indexed {
  number: number
  root: string
}

const findIndexed = prepared<{ spaceId: string }, Indexed>((db, param) =>
  db
    .selectFrom('content_indexes')
    .innerJoin('spaces', 'spaces.id', 'content_indexes.space_id')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['content_indexes.number', 'revisions.root'])
    .where('content_indexes.space_id', '=', param('spaceId')),
)

const listIndexed = (db: Db, viewer: Viewer): Promise<{ number: number }[]> =>
  db.selectFrom('content_indexes').select('number').where('space_id', 'in', visibleSpaces(viewer)).execute()

/** The spaces with these numbers, in their order. */
async function loadSpaces(db: Db, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('content_indexes')
    .innerJoin('spaces', 'spaces.id', 'content_indexes.space_id')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['content_indexes.number', 'spaces.id', 'spaces.title', 'revisions.root'])
    .where(isOneOf(db, sql`cast(content_indexes.number as text)`, numbers.map(String)))
    .execute()
  return numbers.flatMap((number) => rows.filter((row) => row.number === number))
}
