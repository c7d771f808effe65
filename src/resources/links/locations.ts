// Locations of content as replies show them.
import type { Static } from 'typebox'
import type { Viewer } from '../../access/visibility.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import { showChangeRequests } from '../change-requests/queries.ts'
import { toPage } from '../content/pages.ts'
import type { Revision } from '../content/schemas.ts'
import { loadMergedFrom } from '../content/summaries.ts'
import { toFile } from '../files/queries.ts'
import { toOrganization } from '../organizations/queries.ts'
import { showSpace } from '../spaces/showing.ts'
import { loadContentAt, type Place, type SpaceContent } from './content-at.ts'
import type { Location } from './schemas.ts'

/** What locations are shown for: who asks, and about which content. */
export interface Showing {
  db: Db
  viewer: Viewer
  organization: Objects['organization']
  space: Objects['space']
  changeRequest?: Objects['changeRequest'] | undefined
  urls: Urls
  files: Files
}

type Show = (place: Place, internal?: Location['internalLocation']) => Location | undefined

/** A function that shows any of these places; undefined where nothing is, or nothing the caller may see. */
export async function showingPlaces(showing: Showing, places: readonly Place[]): Promise<Show> {
  const { db, viewer, space, changeRequest } = showing
  const own = { space, revisionId: changeRequest?.revision_id ?? space.revision_id }
  const contents = await loadContentAt(db, viewer, own, places)
  const around = new Map<string, Around>()
  for (const [id, content] of contents) around.set(id, await showAround(showing, content))
  return (place, internalLocation) => {
    const content = contents.get(place.spaceId)
    const found = content && toFound(showing, content, place)
    return found && { kind: place.kind, ...withContent(around.get(place.spaceId)!, found), ...found, internalLocation }
  }
}

type Around = Pick<Location, 'organization' | 'space' | 'versionContext'>
type Found = Pick<Location, 'page' | 'file' | 'reusableContent'>

function toFound({ urls, files }: Showing, content: SpaceContent, { kind, id }: Place): Found | undefined {
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

// A whole revision around each location would repeat all its pages every time.
function withContent(around: Around, { page, file, reusableContent }: Found): Around {
  const revision = around.versionContext?.revision
  if (!revision) return around
  const part = {
    pages: page ? [page] : [],
    files: file ? [file] : [],
    reusableContents: reusableContent ? [reusableContent] : [],
  }
  return { ...around, versionContext: { type: 'revision', revision: { ...revision, ...part } } }
}

async function showAround(showing: Showing, { space, revision }: SpaceContent): Promise<Around> {
  const { db, organization, changeRequest, urls } = showing
  const around = { organization: toOrganization(organization, urls), space: await showSpace(db, space, urls) }
  if (changeRequest && space.id === showing.space.id) {
    const [shown] = await showChangeRequests(db, [changeRequest], { space, urls })
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
    variables: {},
    createdAt: revision.created_at,
    urls: { app: urls.app(`/spaces/${space.id}/revisions/${revision.id}`) },
  }
  return { ...around, versionContext: { type: 'revision', revision: shown } }
}
