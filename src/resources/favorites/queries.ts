// Favorites as rows, and as what they lead to.
import type { AnyCaller } from '../../access/caller.ts'
import { compilePathLoader } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { loadRevision, readContent } from '../../domain/revisions/index.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { ApiError, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { FavoriteJson } from './schemas.ts'

type FavoriteRow = Row<'favorites'>
type Space = Objects['space']

/** Identifies a favorite of a user. */
export type Marked = Pick<FavoriteRow, 'user_id' | 'organization_id' | 'space_id' | 'page_id' | 'site_id'>

const MAX_FAVORITES = 200

const listRows = (db: Db, userId: string): Promise<FavoriteRow[]> =>
  db.selectFrom('favorites').selectAll().where('user_id', '=', userId).orderBy('id').execute()

const isSame = (a: Marked, b: Marked): boolean =>
  a.space_id === b.space_id && a.page_id === b.page_id && a.site_id === b.site_id

/** Returns false if it is a favorite already. */
export async function addFavorite(db: Db, marked: Marked): Promise<boolean> {
  const rows = await listRows(db, marked.user_id)
  if (rows.some((row) => isSame(row, marked))) return false
  if (rows.length >= MAX_FAVORITES) throw problem('tooManyFavorites')
  await db
    .insertInto('favorites')
    .values({ ...marked, id: newId(), created_at: now() })
    .execute()
  return true
}

/** Returns false if it was none. */
export async function removeFavorite(db: Db, marked: Marked): Promise<boolean> {
  const row = (await listRows(db, marked.user_id)).find((each) => isSame(each, marked))
  if (row) await db.deleteFrom('favorites').where('id', '=', row.id).execute()
  return row !== undefined
}

/** The page in the main content of the space. */
export async function findMainPage(db: Db, space: Space, pageId: string): Promise<Page | undefined> {
  const { root } = await loadRevision(db, space.revision_id)
  return readContent(db, findPage(openTree(root), pageId))
}

const loadSpace = compilePathLoader({ names: ['spaceId'], can: 'space.view', withDeleted: false })
const loadSite = compilePathLoader({ names: ['organizationId', 'siteId'], can: 'site.view', withDeleted: false })

/** The favorites of the caller that lead somewhere. */
export async function listFavorites(
  db: Db,
  caller: AnyCaller & { user: Row<'users'> },
  urls: Urls,
): Promise<FavoriteJson[]> {
  const shown: FavoriteJson[] = []
  for (const row of await listRows(db, caller.user.id)) {
    const favorite = await (row.site_id === null ? showInSpace(db, caller, row, urls) : showSite(db, caller, row, urls))
    if (favorite) shown.push(favorite)
  }
  return shown
}

async function showInSpace(db: Db, caller: AnyCaller, row: FavoriteRow, urls: Urls): Promise<FavoriteJson | undefined> {
  const params = { spaceId: row.space_id! }
  const space = (await ifAllowed(loadSpace(db, caller, { params, forWrite: false })))?.space
  if (!space) return undefined
  const common = {
    object: 'favorite' as const,
    organization: space.organization_id,
    space: space.id,
    createdAt: row.created_at,
  }
  const path = `/spaces/${space.id}`
  if (row.page_id === null)
    return { ...common, kind: 'space', title: space.title, ...emojiOf(space), urls: { app: urls.app(path) } }
  const page = await findMainPage(db, space, row.page_id)
  return (
    page && {
      ...common,
      kind: 'page',
      title: page.title,
      ...emojiOf(page),
      page: page.id,
      urls: { app: urls.app(`${path}/pages/${page.id}`) },
    }
  )
}

async function showSite(db: Db, caller: AnyCaller, row: FavoriteRow, urls: Urls): Promise<FavoriteJson | undefined> {
  const params = { organizationId: row.organization_id, siteId: row.site_id! }
  const site = (await ifAllowed(loadSite(db, caller, { params, forWrite: false })))?.site
  return (
    site && {
      object: 'favorite',
      kind: 'site',
      title: site.title,
      organization: row.organization_id,
      site: site.id,
      createdAt: row.created_at,
      urls: { app: urls.app(`/sites/${site.id}`) },
    }
  )
}

const emojiOf = ({ emoji }: { emoji?: string | null | undefined }) => (emoji ? { emoji } : {})

/** Undefined if the caller may not see it. */
async function ifAllowed<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}
