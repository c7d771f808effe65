// The text of a page for programs: markdown whose links work wherever it is read.
import type { Place } from '../../domain/drawing/index.ts'
import { resolveRefs } from '../../domain/drawing/index.ts'
import { listFences } from '../../domain/integrations/index.ts'
import { toMarkdown } from '../../domain/revisions/index.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import { listReferences, mapReferences } from '../../engine/links.ts'
import { loadWrittenDocument } from '../model/page.ts'
import { markdownHref } from '../paths.ts'
import { placeOf } from '../place.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedPage, VisitedSpace } from '../visit.ts'

/** Links lead to the markdown of pages. */
function markdownPlace(services: DrawingServices, space: VisitedSpace): Place {
  const place = placeOf(services.db, space, services)
  return {
    ...place,
    pageUrl: (_page, path) => markdownHref(space.base, path),
    async findOther(id) {
      const other = await place.findOther(id)
      return other && { ...other, pageUrl: (_page, path) => markdownHref(other.url, path) }
    },
  }
}

const LINKED = ['page', 'anchor', 'file', 'space']

/** `linked`: the kinds of references that become addresses; others are relative to the page. */
export async function loadPageText(
  services: DrawingServices,
  visited: VisitedPage,
  linked: readonly string[] = LINKED,
): Promise<string> {
  const { db } = services
  const document = await loadWrittenDocument(services, visited)
  const refs = listReferences(document).map(({ ref }) => ref)
  const resolve = await resolveRefs(
    markdownPlace(services, visited),
    refs.filter(({ kind }) => linked.includes(kind)),
  )
  const toUrl = (ref: ContentRef): ContentRef => {
    const url = linked.includes(ref.kind) ? resolve(ref) : undefined
    return url === undefined ? ref : { kind: 'url', url }
  }
  const { page, path, space, view } = visited
  const writing = { page: { title: page.title, path }, fences: await listFences(db, space) }
  return toMarkdown(db, view.tree, mapReferences(document, toUrl), writing)
}
