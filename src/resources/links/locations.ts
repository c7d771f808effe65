// Presents locations of content.
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import type { Viewer } from '../../access/visibility.ts'
import type { Db } from '../../db/tables.ts'
import { presentChangeRequests } from '../../domain/change-requests/index.ts'
import { toOrganization } from '../../domain/people/index.ts'
import { loadMergedFrom, toFile, toPage } from '../../domain/revisions/index.ts'
import { presentSpace } from '../../domain/spaces/index.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import type { Revision } from '../../shapes/content.ts'
import { type ContentItem, loadContentItems, type SpaceContent } from './content-items.ts'
import type { Location } from './schemas.ts'

/** The viewer and the content that locations are presented for. */
export interface LocationContext {
  db: Db
  viewer: Viewer
  organization: Objects['organization']
  /** The space of the request, if it is about one. */
  space?: Objects['space'] | undefined
  changeRequest?: Objects['changeRequest'] | undefined
  urls: Urls
  files: Files
}

type Show = (place: ContentItem, internal?: Location['internalLocation']) => Location | undefined

/** Returns a function that presents these items; it returns undefined for items that are deleted or not visible. */
export async function createLocationPresenter(showing: LocationContext, places: readonly ContentItem[]): Promise<Show> {
  const { db, viewer, space, changeRequest } = showing
  const own = space && { space, revisionId: changeRequest?.revision_id ?? space.revision_id }
  const contents = await loadContentItems(db, viewer, own, places)
  const around = new Map<string, Surroundings>()
  for (const [id, content] of contents) around.set(id, await showAround(showing, content))
  return (place, internalLocation) => {
    const content = contents.get(place.spaceId)
    const found = content && toFound(showing, content, place)
    return found && { kind: place.kind, ...withContent(around.get(place.spaceId)!, found), ...found, internalLocation }
  }
}

type Surroundings = Pick<Location, 'organization' | 'space' | 'versionContext'>
type Found = Pick<Location, 'page' | 'file' | 'reusableContent'>

function toFound(
  { urls, files }: LocationContext,
  content: SpaceContent,
  { kind, id }: ContentItem,
): Found | undefined {
  if (kind === 'page') {
    const found = content.pages.get(id)
    return found && { page: toPage({ ...found, pages: [] }, { space: content.space, urls, files }) }
  }
  if (kind === 'file') {
    const file = content.files.get(id)
    return file && { file: toFile(file, files.signer, urls) }
  }
  const reusableContent = content.reusableContents.get(id)
  return reusableContent && { reusableContent }
}

// Only the located item: the full revision would repeat all its pages for every location.
function withContent(around: Surroundings, { page, file, reusableContent }: Found): Surroundings {
  const revision = around.versionContext?.revision
  if (!revision) return around
  const part = {
    pages: page ? [page] : [],
    files: file ? [file] : [],
    reusableContents: reusableContent ? [reusableContent] : [],
  }
  return { ...around, versionContext: { type: 'revision', revision: { ...revision, ...part } } }
}

async function showAround(showing: LocationContext, { space, revision }: SpaceContent): Promise<Surroundings> {
  const { db, organization, changeRequest, urls } = showing
  const around = { organization: toOrganization(organization, urls), space: await presentSpace(db, space, urls) }
  if (changeRequest && space.id === showing.space?.id) {
    const [shown] = await presentChangeRequests(db, [changeRequest], { space, urls })
    return { ...around, versionContext: { type: 'changeRequest', changeRequest: shown! } }
  }
  const shown: Static<typeof Revision> = {
    object: 'revision',
    id: revision.id,
    type: revision.type,
    parents: JSON.parse(revision.parents),
    mergedFrom: await loadMergedFrom(db, revision, { space, urls }),
    pages: [],
    files: [],
    reusableContents: [],
    tags: [],
    variables: {},
    createdAt: revision.created_at,
    urls: { app: urls.app(`/spaces/${space.id}/revisions/${revision.id}`) },
  }
  return { ...around, versionContext: { type: 'revision', revision: shown } }
}
