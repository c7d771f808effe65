// Resolves a URL of the web app or of a published site to its content.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { loadChangeRequest, loadCollection, loadSpace } from '../../access/loading/objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { presentChangeRequest } from '../../domain/change-requests/index.ts'
import { toCollection } from '../../domain/collections/index.ts'
import { findPageNode, findPageNodeByPath, loadRevision, openView, toPage } from '../../domain/revisions/index.ts'
import { decodeSegment, findRoute, findSiteByUrl } from '../../domain/site-paths/index.ts'
import { readStructure } from '../../domain/site-structure/index.ts'
import { presentSpace } from '../../domain/spaces/index.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { type Content, contentUrlRoutes } from './routes.ts'

interface Context {
  db: Db
  caller: Caller
  urls: Urls
  files: Files
}

interface ContentAddress {
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
      return { collection: toCollection(await loadCollection(db, caller, decodeSegment(collectionId)), urls) }
    const place = inApp === undefined ? await findOnSite(context, url) : findInApp(inApp)
    if (!place) throw problem('notFound')
    return showPlace(context, place)
  },
})

const IN_APP = /^spaces\/([^/?#]+)(?:\/change-requests\/([^/?#]+))?(?:\/pages\/([^/?#]+))?/

function findInApp(path: string): ContentAddress | undefined {
  const [, spaceId, changeRequestId, pageId] = (IN_APP.exec(path) ?? []).map((part) => part && decodeSegment(part))
  return spaceId ? { spaceId, changeRequestId, page: pageId ? { id: pageId } : undefined } : undefined
}

async function findOnSite({ db, urls }: Context, url: URL): Promise<ContentAddress | undefined> {
  const addressed = await findSiteByUrl(db, url, urls)
  if (!addressed) return undefined
  const { site, rest } = addressed
  const segments = site.visibility === 'share-link' ? rest.slice(1) : rest
  const route = findRoute(await readStructure(db, site.id), segments)
  if (!route) return undefined
  const path = route.rest.map(decodeSegment).join('/')
  return { spaceId: route.siteSpace.space_id, page: path === '' ? undefined : { path } }
}

async function showPlace(context: Context, place: ContentAddress): Promise<Static<typeof Content>> {
  const { db, caller, urls } = context
  const space = await loadSpace(db, caller, place.spaceId)
  const changeRequest =
    place.changeRequestId === undefined ? undefined : await loadChangeRequest(db, space.id, place.changeRequestId)
  return {
    space: await presentSpace(db, space, urls),
    changeRequest: changeRequest && (await presentChangeRequest(db, changeRequest, { space, urls })),
    page: place.page && (await showPageAt(context, space, changeRequest ?? space, place.page)),
  }
}

async function showPageAt(
  { db, urls, files }: Context,
  space: Objects['space'],
  { revision_id }: { revision_id: string },
  page: { id: string } | { path: string },
) {
  const view = await openView(db, 'everything', await loadRevision(db, revision_id))
  const node = 'id' in page ? await findPageNode(db, view, page.id) : await findPageNodeByPath(db, view, page.path)
  if (!node) throw problem('notFound')
  return toPage(node, { space, urls, files })
}
