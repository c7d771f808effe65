// What references lead to, as replies show it. A target that is not there, or that the caller may not see, is not shown;
// tags and API specifications have no location.
import { sql } from 'kysely'
import { rolesOn, visibleCollections } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import { loadUsers } from '../change-requests/queries.ts'
import { toCollection } from '../collections/queries.ts'
import { toOrganization } from '../organizations/queries.ts'
import { showSpaces } from '../spaces/showing.ts'
import { toUser } from '../users/queries.ts'
import { listSpaces, type Place } from './content-at.ts'
import type { Showing } from './locations.ts'
import type { Location } from './schemas.ts'
import { parseTarget } from './targets.ts'
import type { Usage } from './usages.ts'

/** Where in content the target is, if it is there. */
export function placeOf(target: string): Place | undefined {
  const { kind, space: spaceId, id } = parseTarget(target)
  if (spaceId === undefined || kind === 'tag') return undefined
  return { spaceId, kind: kind === 'anchor' ? 'page' : (kind as Place['kind']), id }
}

export function anchorOf(ref: string): Location['internalLocation'] {
  const parsed = JSON.parse(ref) as ContentRef
  return parsed.kind === 'anchor' ? { type: 'anchor', anchor: parsed.anchor } : undefined
}

/** Shows targets outside of content: URLs, users, collections, spaces. */
export async function showingOthers(
  showing: Showing,
  usages: readonly Usage[],
): Promise<(usage: Usage, ref: string) => Location | undefined> {
  const organization = toOrganization(showing.organization, showing.urls)
  const existing = usages.filter(({ status }) => status !== 'broken').map(({ target }) => parseTarget(target))
  const idsOf = (wanted: string) => existing.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const { db, viewer, urls } = showing
  const spaces = await showSpaces(db, await listSpaces(db, viewer, idsOf('space')), urls)
  const spacesById = new Map(spaces.map((space) => [space.id, space]))
  const collections = await loadCollections(showing, idsOf('collection'))
  const users = await loadUsers(db, idsOf('user'))
  return ({ target }, ref) => {
    const { kind, id } = parseTarget(target)
    if (kind === 'url') return { kind, url: (JSON.parse(ref) as { url: string }).url }
    const [space, collection, user] = [spacesById.get(id), collections.get(id), users.get(id)]
    if (kind === 'space') return space && { kind, organization, space }
    if (kind === 'collection') return collection && { kind, organization, collection: toCollection(collection, urls) }
    return kind === 'user' && user ? { kind, user: toUser(user, urls) } : undefined
  }
}

async function loadCollections({ db, viewer }: Showing, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('collections')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('id', 'in', visibleCollections(viewer))
    .execute()
  return new Map((await rolesOn(db, viewer, 'collection', rows)).map((collection) => [collection.id, collection]))
}
