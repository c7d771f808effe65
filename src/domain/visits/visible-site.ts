// Loads a site as the caller sees it: visitors by conditions, members by access to spaces.
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { type Audience, audienceOf } from '../revisions/index.ts'
import { type PublishedUrls, publishedUrls, requireShareKey } from '../site-addresses/index.ts'
import {
  readStructure,
  type SiteContext,
  type Structure,
  siteContextFor,
  visibleStructure,
  withoutDrafts,
} from '../site-structure/index.ts'
import { filterForVisitor } from './visible-structure.ts'

interface VisibleSiteRequest {
  db: Db
  caller: AnyCaller
  organization: Objects['organization']
  site: Objects['site']
  urls: Urls
  query: { shareKey?: string | undefined }
}

interface VisibleSite {
  structure: Structure
  published: PublishedUrls
  siteContext: SiteContext
  audience: Audience
}

export async function loadVisibleSite(request: VisibleSiteRequest): Promise<VisibleSite> {
  const { db, organization, site, urls, query } = request
  const shareKey = await requireShareKey(db, site.id, query.shareKey)
  const siteContext = contextOf(request, shareKey)
  const all = await readStructure(db, site.id)
  return {
    structure: await structureFor(request.caller, siteContext, all),
    published: publishedUrls(urls, organization, site, shareKey),
    siteContext,
    audience: audienceOf(request.caller),
  }
}

function contextOf(request: VisibleSiteRequest, shareKey: string | undefined): SiteContext {
  const { db, caller, organization, site, urls } = request
  if (!isVisitor(caller)) return siteContextFor(request, caller.user.id, shareKey)
  return { db, organization, site, urls, viewer: undefined, onlyVisible: false, shareKey }
}

/** The published structure, so always without drafts. */
function structureFor(caller: AnyCaller, context: SiteContext, all: Structure): Structure | Promise<Structure> {
  if (isVisitor(caller)) return filterForVisitor(all, caller.siteSpaces, caller.claims)
  return visibleStructure(context, { ...all, externalLinks: withoutDrafts(all.externalLinks) })
}

export const findPublishedSite = (db: Db, id: string): Promise<Row<'sites'> | undefined> =>
  db.selectFrom('sites').selectAll().where('id', '=', id).where('published', '=', 1).executeTakeFirst()
