// Spaces in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { type Objects, permissionsOf } from '../../access/vocabulary.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import { unpublishedVisibility } from '../../db/space-visibility.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { startIndexes } from '../content/indexes.ts'
import { insertEmptyRoot, insertRevision } from '../content/revisions.ts'
import { demandSharedSite } from '../share-links/queries.ts'
import { findPublished, listPublished, type PublishedSpace } from '../sites/published-spaces.ts'
import type { Space } from './schemas.ts'

type ShownSpace = Static<typeof Space>

const DEFAULT_EMOJI = '📖'

/** A space as replies show it; read through a share link, it is published there. */
export async function showSpace(db: Db, space: Objects['space'], urls: Urls, shareKey?: string): Promise<ShownSpace> {
  const shared = shareKey === undefined ? undefined : await demandSharedSite(db, space.id, shareKey)
  if (!shared) return showAsOften(space, urls, await findPublished(db, space.id, urls))
  return toSpace(space, urls, (await listPublished(db, [space.id], urls, shared)).get(space.id))
}

const shownBefore = new WeakMap<object, { urls: Urls; published: PublishedSpace | undefined; shown: ShownSpace }>()

/** What is read over and over is shown once, for as long as the database answers with the same rows. */
function showAsOften(space: Objects['space'], urls: Urls, published: PublishedSpace | undefined): ShownSpace {
  const before = shownBefore.get(space)
  if (before?.published === published && before?.urls === urls) return before.shown
  const shown = Object.freeze(toSpace(space, urls, published))
  shownBefore.set(space, { urls, published, shown })
  return shown
}

/** Many spaces as replies show them; one query for all. */
export async function showSpaces(db: Db, spaces: readonly Objects['space'][], urls: Urls): Promise<ShownSpace[]> {
  const ids = spaces.map(({ id }) => id)
  const published = await listPublished(db, ids, urls)
  return spaces.map((space) => toSpace(space, urls, published.get(space.id)))
}

/** `published`: where visitors get to it, if anywhere. */
export function toSpace(space: Objects['space'], urls: Urls, published?: PublishedSpace): ShownSpace {
  return {
    object: 'space',
    id: space.id,
    title: space.title,
    emoji: space.emoji ?? DEFAULT_EMOJI,
    visibility: published?.visibility ?? unpublishedVisibility(space),
    createdAt: space.created_at,
    updatedAt: space.updated_at,
    deletedAt: space.deleted_at ?? undefined,
    editMode: space.edit_mode,
    urls: {
      location: urls.api(`/spaces/${space.id}`),
      app: urls.app(`/spaces/${space.id}`),
      published: published?.url,
      public: published?.visibility === 'public' ? published.url : undefined,
      icon: space.icon_url ?? undefined,
    },
    organization: space.organization_id,
    parent: space.parent_id ?? undefined,
    language: space.language ?? undefined,
    visitorAuth: published?.visibility === 'visitor-auth' ? toVisitorAuth(published) : undefined,
    revision: space.revision_id,
    gitSync: space.git_sync === null ? undefined : JSON.parse(space.git_sync),
    defaultLevel: space.default_level,
    comments: space.comments_open,
    changeRequests: space.change_requests,
    changeRequestsOpen: space.change_requests_open,
    changeRequestsDraft: space.change_requests_draft,
    permissions: permissionsOf('space', space),
  }
}

const toVisitorAuth = ({ auth }: PublishedSpace) => ({
  backend: auth.backend,
  integration: auth.integration ?? undefined,
})

/** Grouped by parent, the spaces outside any collection first; each group in its explicit order. */
export const IN_ORDER = { by: [sql<string>`coalesce(parent_id, '')`, 'position', 'id'] }

export const takeVisibleSpaces = (db: Db, viewer: Viewer, page: Page, parentId?: string) =>
  takePage(
    db
      .selectFrom('spaces')
      .where('organization_id', '=', viewer.organizationId)
      .where('id', 'in', visibleSpaces(viewer))
      .$if(parentId !== undefined, (spaces) => spaces.where(sql`coalesce(parent_id, '')`, '=', parentId)),
    (spaces) => spaces.selectAll(),
    page,
    IN_ORDER,
  )

type NewSpace = Pick<Row<'spaces'>, 'organization_id' | 'parent_id' | 'position'> &
  Partial<Pick<NewRow<'spaces'>, 'title' | 'emoji' | 'icon_url' | 'language' | 'edit_mode' | 'default_level'>>

/** A new space with its first revision; empty unless it starts from the root of another. */
export async function insertSpace(
  db: Db,
  space: NewSpace,
  { createdBy, root: given }: { createdBy: string; root?: string },
): Promise<Row<'spaces'>> {
  const root = given ?? (await insertEmptyRoot(db))
  const revision_id = newId()
  const at = now()
  const row = await db
    .insertInto('spaces')
    .values({
      ...space,
      id: newId(),
      title: space.title ?? '',
      edit_mode: space.edit_mode ?? 'live',
      default_level: space.default_level === undefined ? 'inherit' : space.default_level,
      visibility: unpublishedVisibility(space),
      revision_id,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertRevision(db, {
    id: revision_id,
    spaceId: row.id,
    root,
    type: 'edits',
    parents: [],
    createdBy,
  })
  await startIndexes(db, row.id, root)
  return row
}

export const updateSpace = (db: Db, id: string, patch: Partial<NewRow<'spaces'>>): Promise<Row<'spaces'>> =>
  db
    .updateTable('spaces')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Gives the copy everybody who has the original. */
export async function copyGrants(db: Db, from: string, to: string): Promise<void> {
  const grants = await db.selectFrom('grants').selectAll().where('space_id', '=', from).execute()
  if (grants.length === 0) return
  await db
    .insertInto('grants')
    .values(grants.map((grant) => ({ ...grant, id: newId(), space_id: to })))
    .execute()
}

/** Everything that gave people of one organization access to the space, for when it leaves. */
export async function dropAccess(db: Db, spaceId: string): Promise<void> {
  await db.deleteFrom('grants').where('space_id', '=', spaceId).execute()
  await db.deleteFrom('invites').where('space_id', '=', spaceId).execute()
}
