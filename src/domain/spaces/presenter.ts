// Presents spaces.
import type { Static } from 'typebox'
import { type Objects, permissionsOf } from '../../access/permissions.ts'
import { unpublishedVisibility } from '../../access/space-visibility.ts'
import type { Db } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import type { Space } from '../../shapes/spaces.ts'
import { findCommentCounts, listOpenComments } from '../comments/index.ts'
import {
  findPublishedSpace,
  listPublishedSpaces,
  listSpacesPublishedBy,
  type PublishedSpace,
  requireSharedSite,
  type ViewedSite,
} from '../site-addresses/index.ts'

export type SpaceJson = Static<typeof Space>

/** Presented fields that are not in the row. */
interface SpaceDetails {
  /** Where the space is published, if anywhere. */
  published: PublishedSpace | undefined
  /** The number of open comments on main content. */
  comments: number
}

const DEFAULT_EMOJI = '📖'

/** Presents a space; with a share key, as published through that link. */
export const presentSpace = (db: Db, space: Objects['space'], urls: Urls, shareKey?: string): Promise<SpaceJson> =>
  shareKey === undefined ? presentDirect(db, space, urls) : presentShared(db, space, urls, shareKey)

async function presentShared(db: Db, space: Objects['space'], urls: Urls, shareKey: string): Promise<SpaceJson> {
  const shared = await requireSharedSite(db, space.id, shareKey)
  return (await presentSpaces(db, [space], urls, shared))[0]!
}

async function presentDirect(db: Db, space: Objects['space'], urls: Urls): Promise<SpaceJson> {
  const published = await findPublishedSpace(db, space.id, urls)
  const { comments_open } = await findCommentCounts(db, space.id)
  return toSpace(space, urls, { published, comments: comments_open })
}

/** Presents a space that was just created: it is published nowhere, and nobody has commented on it. */
export const presentNewSpace = (space: Objects['space'], urls: Urls): SpaceJson =>
  toSpace(space, urls, { published: undefined, comments: 0 })

/** Presents many spaces with two queries. Prefers `site` over other sites that publish a space. */
export async function presentSpaces(
  db: Db,
  spaces: readonly Objects['space'][],
  urls: Urls,
  site?: ViewedSite,
): Promise<SpaceJson[]> {
  const ids = spaces.map(({ id }) => id)
  const published = await listPublishedSpaces(db, ids, urls, site)
  const comments = await listOpenComments(db, ids)
  return spaces.map((space) =>
    toSpace(space, urls, { published: published.get(space.id), comments: comments.get(space.id) ?? 0 }),
  )
}

/**
 * Presents spaces to visitors of a site, without anything about editing and permissions. Fields that clients require
 * have neutral values.
 */
export async function presentSpacesToVisitor(
  db: Db,
  spaces: readonly Objects['space'][],
  urls: Urls,
  site: ViewedSite,
): Promise<SpaceJson[]> {
  const ids = spaces.map(({ id }) => id)
  const published = await listSpacesPublishedBy(db, ids, urls, site)
  return spaces.map((space) => forVisitors(toSpace(space, urls, { published: published.get(space.id), comments: 0 })))
}

function forVisitors({
  parent: _parent,
  mergeRules: _rules,
  visitorAuth: _auth,
  gitSync,
  ...shown
}: SpaceJson): SpaceJson {
  return {
    ...shown,
    editMode: 'locked',
    // Readers may follow links to the source of a page.
    gitSync: gitSync && { installationProvider: gitSync.installationProvider, url: gitSync.url },
    defaultLevel: null,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  }
}

function toSpace(space: Objects['space'], urls: Urls, { published, comments }: SpaceDetails): SpaceJson {
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
      // Clients append paths to this URL.
      app: urls.app(`/spaces/${space.id}/`),
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
    mergeRules: space.merge_rules === null ? undefined : JSON.parse(space.merge_rules),
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
