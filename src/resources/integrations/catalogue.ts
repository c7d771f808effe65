// The catalogue: which integrations a list shows, and in what order.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { integrationsFor, isListed, selectHeld, toHeld } from '../../access/load-integration.ts'
import { contains, isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { domainsMatching, type Facet } from './facets.ts'
import type { CatalogueQuery } from './schemas.ts'

type Filter = Static<typeof CatalogueQuery>

/** Integrations by name: those the caller finds in lists, or those that `where` lets through instead. */
export async function takeIntegrations(
  db: Db,
  caller: Caller,
  filter: Filter,
  page: Page,
  where: RawBuilder<SqlBool> = isListed(caller),
) {
  const conditions = conditionsOf(db, filter)
  const matching = integrationsFor(db, caller)
    .where(where)
    .where((is) => is.and(conditions))
  const slice = await takePage(matching, selectHeld(caller), page, { by: ['integrations.name'] })
  return { ...slice, rows: slice.rows.map(toHeld(caller)) }
}

function conditionsOf(db: Db, filter: Filter): RawBuilder<SqlBool>[] {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filter
  const has = (facet: Facet[0], values: string[]) => sql<SqlBool>`exists (
    select 1 from integration_facets f where f.integration_id = integrations.id and f.facet = ${facet}
      and ${isOneOf(db, sql.ref('f.value'), values)})`
  const hasOrNot = (value: string, wanted: boolean) =>
    wanted ? has('has', [value]) : sql<SqlBool>`not ${has('has', [value])}`
  return [
    search === undefined ? [] : isFound(db, search),
    category === undefined ? [] : has('category', [category]),
    blockDomain === undefined ? [] : has('block-domain', domainsMatching(blockDomain)),
    blocks === undefined ? [] : hasOrNot('blocks', blocks),
    contentSources === undefined ? [] : hasOrNot('contentSources', contentSources),
    owner === undefined ? [] : sql<SqlBool>`integrations.organization_id = ${owner}`,
    scope === undefined ? [] : has('scope', [scope]),
    target === undefined ? [] : sql<SqlBool>`integrations.target = ${target}`,
  ].flat()
}

/** Part of the name or of the title. */
export const isFound = (db: Db, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${contains(db, sql.ref('integrations.name'), search)}
    or ${contains(db, sql.ref('integrations.title'), search)})`
