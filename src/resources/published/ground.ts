// The site as whoever asks sees it: a visitor what the conditions leave, a member the spaces they may see.
import { isVisitor, type Reader } from '../../access/caller.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { demandShareKey } from '../share-links/queries.ts'
import { type Showing, showingTo, visibleStructure } from '../sites/structure/show.ts'
import { readStructure, type Structure } from '../sites/structure/structure.ts'
import { type PublishedUrls, publishedUrls } from '../sites/urls.ts'
import { onlyVisible } from './visible.ts'

interface Asked {
  db: Db
  caller: Reader
  organization: Objects['organization']
  site: Objects['site']
  urls: Urls
  query: { shareKey?: string | undefined }
}

export interface SeenSite {
  structure: Structure
  published: PublishedUrls
  showing: Showing
}

export async function groundOf(asked: Asked): Promise<SeenSite> {
  const { db, organization, site, urls, query } = asked
  const shareKey = await demandShareKey(db, site.id, query.shareKey)
  const showing = showingOf(asked, shareKey)
  const all = await readStructure(db, site.id)
  return {
    structure: isVisitor(asked.caller) ? onlySeen(all, asked.caller.siteSpaces) : await visibleStructure(showing, all),
    published: publishedUrls(urls, organization, site, shareKey),
    showing,
  }
}

function showingOf(asked: Asked, shareKey: string | undefined): Showing {
  const { db, caller, organization, site, urls } = asked
  if (!isVisitor(caller)) return showingTo(asked, caller.user.id, shareKey)
  return { db, organization, site, urls, viewer: undefined, onlyVisible: false, shareKey }
}

const onlySeen = (structure: Structure, seen: readonly { id: string }[]): Structure =>
  onlyVisible(structure, new Set(seen.map(({ id }) => id)))
