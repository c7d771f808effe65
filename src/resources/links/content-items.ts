// Loads pages, files and reusable contents of several spaces at once. Items that are deleted or that the caller cannot
// see are left out.
import { sql } from 'kysely'
import type { Objects } from '../../access/permissions.ts'
import { rolesOn, type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { loadRevision, openView, readContent } from '../../domain/revisions/index.ts'
import type { Reading } from '../../engine/reading.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import type { File, Page, ReusableContent } from '../../engine/tree/records.ts'

/** A page, file or reusable content of a space. */
export interface ContentItem {
  spaceId: string
  kind: 'page' | 'file' | 'reusable-content'
  id: string
}

export interface SpaceContent {
  space: Objects['space']
  revision: Row<'revisions'>
  pages: Map<string, { page: Page; path: string }>
  files: Map<string, File>
  reusableContents: Map<string, ReusableContent>
}

/** These items by space. `own` is the space of the request, at the revision of the request. */
export async function loadContentItems(
  db: Db,
  viewer: Viewer,
  own: { space: Objects['space']; revisionId: string } | undefined,
  places: readonly ContentItem[],
): Promise<Map<string, SpaceContent>> {
  const ids = [...new Set(places.map(({ spaceId }) => spaceId))]
  const others = await listSpaces(
    db,
    viewer,
    ids.filter((id) => id !== own?.space.id),
  )
  const contents = new Map<string, SpaceContent>()
  for (const space of [...(own ? [own.space] : []), ...others]) {
    const revision = await loadRevision(db, space.id === own?.space.id ? own.revisionId : space.revision_id)
    const here = places.filter(({ spaceId }) => spaceId === space.id)
    const { tree } = await openView(db, 'everything', revision)
    contents.set(space.id, { space, revision, ...(await readContent(db, readPlaces(tree, here))) })
  }
  return contents
}

export async function listSpaces(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Objects['space'][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('spaces')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('id', 'in', visibleSpaces(viewer))
    .execute()
  return rolesOn(db, viewer, 'space', rows)
}

function* readPlaces(tree: Tree, places: readonly ContentItem[]): Reading<Omit<SpaceContent, 'space' | 'revision'>> {
  const idsOf = (kind: ContentItem['kind']) =>
    new Set(places.flatMap((place) => (place.kind === kind ? [place.id] : [])))
  const pages = new Map<string, { page: Page; path: string }>()
  for (const page of yield* findPages(tree, [...idsOf('page')]))
    pages.set(page.id, { page, path: yield* pathOf(tree, page) })
  const files = new Map<string, File>()
  for (const id of idsOf('file')) {
    const file = yield* findRecord(tree, 'file', id)
    if (file) files.set(id, file)
  }
  const reusableContents = new Map<string, ReusableContent>()
  for (const id of idsOf('reusable-content')) {
    const found = yield* findRecord(tree, 'reusableContent', id)
    if (found) reusableContents.set(id, found)
  }
  return { pages, files, reusableContents }
}
