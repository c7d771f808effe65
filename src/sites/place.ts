// The place of a document on a site: links lead to pages of the site that the visitor sees.

import type { Db } from '../db/tables.ts'
import type { OtherSpace, Place } from '../domain/drawing/index.ts'
import { openView, readContent, toFile } from '../domain/revisions/index.ts'
import type { Files } from '../files/files.ts'
import type { Urls } from '../server/urls.ts'
import { findHome } from './model/reading-order.ts'
import { pageHref } from './paths.ts'
import type { VisitedSpace } from './visit.ts'

export function placeOf(db: Db, visited: VisitedSpace, { files, urls }: { files: Files; urls: Urls }): Place {
  const { base, home, space, view, structure, published, audience, contentOf } = visited
  const findOther = async (spaceId: string): Promise<OtherSpace | undefined> => {
    const siteSpace = structure.siteSpaces.find(({ space_id }) => space_id === spaceId)
    const content = siteSpace && (await contentOf(spaceId))
    if (!siteSpace || !content) return undefined
    const other = await openView(db, audience, content)
    const url = published.siteSpace(
      siteSpace,
      structure.sections.find(({ id }) => id === siteSpace.section_id),
    )
    const first = await readContent(db, findHome(other.tree))
    const row = await db.selectFrom('spaces').select('title').where('id', '=', spaceId).executeTakeFirst()
    return {
      title: row?.title ?? '',
      url,
      view: other,
      pageUrl: (page, path) => pageHref(url, path, page.id === first?.page.id),
    }
  }
  return {
    db,
    space,
    view,
    pageUrl: (page, path) => pageHref(base, path, page.id === home?.page.id),
    fileUrl: (file) => toFile(file, files.signer, urls).downloadURL,
    store: files.store,
    findOther,
  }
}
