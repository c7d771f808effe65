// How replies show spaces.
import type { Static } from 'typebox'
import { type Objects, permissionsOf } from '../../access/vocabulary.ts'
import { unpublishedVisibility } from '../../db/space-visibility.ts'
import type { Db } from '../../db/tables.ts'
import { type Sooner, whenThere } from '../../lib/sooner.ts'
import type { Urls } from '../../server/urls.ts'
import { countsIn, listOpenComments } from '../comments/counts.ts'
import { demandSharedSite } from '../share-links/queries.ts'
import { findPublished, listPublished, type PublishedSpace, type ReadSite } from '../sites/published-spaces.ts'
import type { Space } from './schemas.ts'

export type ShownSpace = Static<typeof Space>

/** What replies show of a space besides its row. */
interface Around {
  /** Where visitors get to it, if anywhere. */
  published: PublishedSpace | undefined
  /** How many are open on its main content. */
  comments: number
}

const DEFAULT_EMOJI = '📖'

/** A space as replies show it; read through a share link, it is published there. */
export const showSpace = (db: Db, space: Objects['space'], urls: Urls, shareKey?: string): Sooner<ShownSpace> =>
  shareKey === undefined ? showAsIs(db, space, urls) : showShared(db, space, urls, shareKey)

async function showShared(db: Db, space: Objects['space'], urls: Urls, shareKey: string): Promise<ShownSpace> {
  const shared = await demandSharedSite(db, space.id, shareKey)
  return (await showSpaces(db, [space], urls, shared))[0]!
}

const showAsIs = (db: Db, space: Objects['space'], urls: Urls): Sooner<ShownSpace> =>
  whenThere(findPublished(db, space.id, urls), (published) =>
    whenThere(countsIn(db, space.id), ({ comments_open }) =>
      showAsOften(space, urls, { published, comments: comments_open }),
    ),
  )

const shownBefore = new WeakMap<object, Around & { urls: Urls; shown: ShownSpace }>()

/** What is read over and over is shown once, for as long as the database answers with the same rows. */
function showAsOften(space: Objects['space'], urls: Urls, { published, comments }: Around): ShownSpace {
  const before = shownBefore.get(space)
  if (before?.published === published && before?.comments === comments && before.urls === urls) return before.shown
  const shown = Object.freeze(toSpace(space, urls, { published, comments }))
  shownBefore.set(space, { urls, published, comments, shown })
  return shown
}

/** Many spaces as replies show them; a query each for all. What `site` shows is published there. */
export async function showSpaces(
  db: Db,
  spaces: readonly Objects['space'][],
  urls: Urls,
  site?: ReadSite,
): Promise<ShownSpace[]> {
  const ids = spaces.map(({ id }) => id)
  const published = await listPublished(db, ids, urls, site)
  const comments = await listOpenComments(db, ids)
  return spaces.map((space) =>
    toSpace(space, urls, { published: published.get(space.id), comments: comments.get(space.id) ?? 0 }),
  )
}

function toSpace(space: Objects['space'], urls: Urls, { published, comments }: Around): ShownSpace {
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
    comments,
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
