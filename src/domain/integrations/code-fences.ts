// Code fences that map to integration blocks in a space, from the manifests of active integrations. If several map the
// same language, the first integration by name wins.
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Fence } from '../../markdown/index.ts'
import { isActiveOn } from './active.ts'
import { manifestOf } from './integrations.ts'

type Manifested = Pick<Row<'integrations'>, 'name' | 'manifest'>

export const NO_FENCES: readonly Fence[] = []

export const listFences = async (db: Db, space: Pick<Row<'spaces'>, 'id' | 'organization_id'>): Promise<Fence[]> =>
  (await findWithBlocks(db, { space: space.id, organization: space.organization_id })).flatMap(fencesOf)

const findWithBlocks = prepared<{ space: string; organization: string }, Manifested>((db, param) =>
  db
    .selectFrom('integrations')
    .innerJoin('integration_facets as facet', 'facet.integration_id', 'integrations.id')
    .select(['integrations.name', 'integrations.manifest'])
    .where('facet.facet', '=', 'has')
    .where('facet.value', '=', 'blocks')
    .where(isActiveOn('space', param('space'), param('organization')))
    .orderBy('integrations.name'),
)

const fencesOf = (row: Manifested): Fence[] =>
  (manifestOf(row).blocks ?? []).flatMap(({ id, markdown }) =>
    markdown && /^[^\s`]+$/.test(markdown.codeblock)
      ? [{ language: markdown.codeblock, integration: row.name, block: id, body: markdown.body }]
      : [],
  )

/** A hash of the fences for cache keys; empty without fences. */
export const fenceStateOf = (fences: readonly Fence[]): string =>
  fences.length === 0 ? '' : sha256(JSON.stringify(fences)).slice(0, 16)
