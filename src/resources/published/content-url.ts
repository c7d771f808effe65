// From an address of content, in the web app or on a published site, to the content itself.
import Type, { type Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { loadChangeRequest, loadCollection, loadSpace } from '../../access/load.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { implement, routes } from '../../server/operation.ts'
import { WebUrl } from '../../server/schemas.ts'
import type { Urls } from '../../server/urls.ts'
import { showChangeRequest } from '../change-requests/queries.ts'
import { ChangeRequest } from '../change-requests/schemas.ts'
import { toCollection } from '../collections/queries.ts'
import { Collection } from '../collections/schemas.ts'
import { findPageNode, findPageNodeByPath } from '../content/kept-pages.ts'
import { toPage } from '../content/pages.ts'
import { loadRevision } from '../content/revisions.ts'
import { Page } from '../content/schemas.ts'
import { readStructure } from '../sites/structure/structure.ts'
import { Space } from '../spaces/schemas.ts'
import { showSpace } from '../spaces/showing.ts'
import { decoded, findAddressed } from './address.ts'
import { findWay } from './way.ts'

const Content = Type.Union([
  Type.Object({ collection: Collection }),
  Type.Object({ space: Space, changeRequest: Type.Optional(ChangeRequest), page: Type.Optional(Page) }),
])

const contentUrlRoutes = routes('Addresses', {
  getContentByUrl: {
    get: '/urls/content',
    can: 'user',
    query: Type.Object({ url: WebUrl }),
    reply: Content,
    summary: 'Get the content that an address leads to, in the web app or on a published site',
  },
})

interface Context {
  db: Db
  caller: Caller
  urls: Urls
  files: Files
}

interface Place {
  spaceId: string
  changeRequestId?: string | undefined
  page?: { id: string } | { path: string } | undefined
}

export const contentUrls = implement(contentUrlRoutes, {
  async getContentByUrl({ query, ...context }) {
    const { db, caller, urls } = context
    const url = new URL(query.url)
    const inApp = url.href.startsWith(urls.app('/')) ? url.href.slice(urls.app('/').length) : undefined
    const [collectionId] = inApp?.match(/(?<=^collections\/)[^/?#]+/) ?? []
    if (collectionId !== undefined)
      return { collection: toCollection(await loadCollection(db, caller, decoded(collectionId)), urls) }
    const place = inApp === undefined ? await findOnSite(context, url) : findInApp(inApp)
    if (!place) throw problem('notFound')
    return showPlace(context, place)
  },
})

const IN_APP = /^spaces\/([^/?#]+)(?:\/change-requests\/([^/?#]+))?(?:\/pages\/([^/?#]+))?/

function findInApp(path: string): Place | undefined {
  const [, spaceId, changeRequestId, pageId] = (IN_APP.exec(path) ?? []).map((part) => part && decoded(part))
  return spaceId ? { spaceId, changeRequestId, page: pageId ? { id: pageId } : undefined } : undefined
}

async function findOnSite({ db, urls }: Context, url: URL): Promise<Place | undefined> {
  const addressed = await findAddressed(db, url, urls)
  if (!addressed) return undefined
  const { site, rest } = addressed
  const segments = site.visibility === 'share-link' ? rest.slice(1) : rest
  const way = findWay(await readStructure(db, site.id), segments)
  if (!way) return undefined
  const path = way.rest.map(decoded).join('/')
  return { spaceId: way.siteSpace.space_id, page: path === '' ? undefined : { path } }
}

async function showPlace(context: Context, place: Place): Promise<Static<typeof Content>> {
  const { db, caller, urls } = context
  const space = await loadSpace(db, caller, place.spaceId)
  const changeRequest =
    place.changeRequestId === undefined ? undefined : await loadChangeRequest(db, space.id, place.changeRequestId)
  return {
    space: await showSpace(db, space, urls),
    changeRequest: changeRequest && (await showChangeRequest(db, changeRequest, { space, urls })),
    page: place.page && (await showPageAt(context, space, changeRequest ?? space, place.page)),
  }
}

async function showPageAt(
  { db, urls, files }: Context,
  space: Objects['space'],
  { revision_id }: { revision_id: string },
  page: { id: string } | { path: string },
) {
  const { root } = await loadRevision(db, revision_id)
  const node = 'id' in page ? await findPageNode(db, root, page.id) : await findPageNodeByPath(db, root, page.path)
  if (!node) throw problem('notFound')
  return toPage(node, { space, urls, files })
}
