// The catalogue of integrations.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { integrationsFor, isListed, selectWithRole, toIntegrationObject } from '../../access/loading/integrations.ts'
import { contains, isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { CatalogueQuery } from '../../shapes/integrations.ts'
import { domainsMatching, type Facet } from './facets.ts'

type Filter = Static<typeof CatalogueQuery>

/** Lists integrations by name: those listed for the caller, or those that match `where` instead. */
export async function listIntegrations(
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
  const slice = await selectPage(matching, selectWithRole(caller), page, { by: ['integrations.name'] })
  return { ...slice, rows: slice.rows.map(toIntegrationObject(caller)) }
}

function conditionsOf(db: Db, filter: Filter): RawBuilder<SqlBool>[] {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filter
  const has = (facet: Facet[0], values: string[]) => sql<SqlBool>`exists (
    select 1 from integration_facets f where f.integration_id = integrations.id and f.facet = ${facet}
      and ${isOneOf(db, sql.ref('f.value'), values)})`
  const hasOrNot = (value: string, wanted: boolean) =>
    wanted ? has('has', [value]) : sql<SqlBool>`not ${has('has', [value])}`
  return [
    search === undefined ? [] : matchesSearch(db, search),
    category === undefined ? [] : has('category', [category]),
    blockDomain === undefined ? [] : has('block-domain', domainsMatching(blockDomain)),
    blocks === undefined ? [] : hasOrNot('blocks', blocks),
    contentSources === undefined ? [] : hasOrNot('contentSources', contentSources),
    owner === undefined ? [] : sql<SqlBool>`integrations.organization_id = ${owner}`,
    scope === undefined ? [] : has('scope', [scope]),
    target === undefined ? [] : sql<SqlBool>`integrations.target = ${target}`,
  ].flat()
}

/** Matches part of the name or title. */
export const matchesSearch = (db: Db, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${contains(db, sql.ref('integrations.name'), search)}
    or ${contains(db, sql.ref('integrations.title'), search)})`
