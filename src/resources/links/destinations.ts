// Presents the targets of references. Targets that do not exist or that the caller cannot see are left out; tags and
// API specifications have no location.
import { sql } from 'kysely'
import { rolesOn, visibleCollections } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { loadUsers } from '../../domain/change-requests/index.ts'
import { toCollection } from '../../domain/collections/index.ts'
import { parseTarget } from '../../domain/indexes/index.ts'
import { toOrganization, toUser } from '../../domain/people/index.ts'
import { presentSpaces } from '../../domain/spaces/index.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import { type ContentItem, listSpaces } from './content-items.ts'
import type { LocationContext } from './locations.ts'
import type { Location } from './schemas.ts'
import type { Usage } from './usages.ts'

/** The content item that the target names, if it is one. */
export function itemOf(target: string): ContentItem | undefined {
  const { kind, space: spaceId, id } = parseTarget(target)
  if (spaceId === undefined || kind === 'tag') return undefined
  return { spaceId, kind: kind === 'anchor' ? 'page' : (kind as ContentItem['kind']), id }
}

export function anchorOf(ref: string): Location['internalLocation'] {
  const parsed = JSON.parse(ref) as ContentRef
  return parsed.kind === 'anchor' ? { type: 'anchor', anchor: parsed.anchor } : undefined
}

/** Presents targets outside content: URLs, users, collections and spaces. */
export async function createTargetPresenter(
  showing: LocationContext,
  usages: readonly Usage[],
): Promise<(usage: Usage, ref: string) => Location | undefined> {
  const organization = toOrganization(showing.organization, showing.urls)
  const existing = usages.filter(({ status }) => status !== 'broken').map(({ target }) => parseTarget(target))
  const idsOf = (wanted: string) => existing.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const { db, viewer, urls } = showing
  const spaces = await presentSpaces(db, await listSpaces(db, viewer, idsOf('space')), urls)
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

async function loadCollections({ db, viewer }: LocationContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('collections')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('id', 'in', visibleCollections(viewer))
    .execute()
  return new Map((await rolesOn(db, viewer, 'collection', rows)).map((collection) => [collection.id, collection]))
}
