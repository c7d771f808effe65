// Links to another variant of a space ask for the same page there. Whether there is one is found out when a reader
// follows the link, so that drawing a page does not read the other variants.
import { findPageNode } from '../../domain/revisions/index.ts'
import { SAME_PAGE } from '../model/tabs.ts'
import { pageHref } from '../paths.ts'
import type { SiteServices } from '../services.ts'
import type { Visit } from '../visit.ts'

/** Where the request leads instead: the page, or the first one of the variant. Undefined if it asks for no such thing. */
export async function toSamePage({ db }: SiteServices, visit: Visit, url: URL): Promise<string | undefined> {
  const id = url.searchParams.get(SAME_PAGE)
  if (id === null) return undefined
  if (visit.kind === 'page') {
    const { base, path, page, home } = visit.visited
    return pageHref(base, path, page.id === home?.page.id)
  }
  if (visit.kind !== 'missing') return undefined
  const { base, view, home } = visit.space
  const node = await findPageNode(db, view, id)
  return node?.page.type === 'document' ? pageHref(base, node.path, node.page.id === home?.page.id) : base
}
