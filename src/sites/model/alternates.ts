// The same page in other languages: in the other spaces of its section, by id or by path.
import type { Db } from '../../db/tables.ts'
import { findPageNode, findPageNodeByPath, openView, readContent } from '../../domain/revisions/index.ts'
import { siteSpacesIn } from '../../domain/site-structure/index.ts'
import { pageHref } from '../paths.ts'
import type { VisitedPage } from '../visit.ts'
import { findHome } from './reading-order.ts'

export interface Alternate {
  /** `x-default` for readers of other languages. */
  language: string
  href: string
}

const MAX_ALTERNATES = 50

export async function listAlternates(db: Db, visited: VisitedPage, own: string): Promise<Alternate[]> {
  const { structure, route, space } = visited
  const beside = siteSpacesIn(structure, route.section?.id ?? null).slice(0, MAX_ALTERNATES)
  if (beside.length < 2 || !space.language) return []
  const ids = beside.map(({ space_id }) => space_id)
  const rows = await db.selectFrom('spaces').select(['id', 'language']).where('id', 'in', ids).execute()
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  const found: (Alternate & { isDefault: boolean })[] = []
  for (const siteSpace of beside) {
    const language = languages.get(siteSpace.space_id)
    if (!language || found.some((each) => each.language === language)) continue
    // Of several versions in one language, the one that is read stands for it.
    if (language === space.language && siteSpace.space_id !== space.id) continue
    const href = siteSpace.space_id === space.id ? own : await findInVariant(db, visited, siteSpace)
    if (href !== undefined) found.push({ language, href, isDefault: siteSpace.is_default === 1 })
  }
  if (found.length < 2) return []
  const fallback = found.find(({ isDefault }) => isDefault)
  return [
    ...found.map(({ language, href }) => ({ language, href })),
    ...(fallback ? [{ language: 'x-default', href: fallback.href }] : []),
  ]
}

type SiteSpace = VisitedPage['structure']['siteSpaces'][number]

/** The address of the page in another variant of its space. */
export async function findInVariant(db: Db, visited: VisitedPage, siteSpace: SiteSpace): Promise<string | undefined> {
  const { published, route, audience, page, path, home, contentOf } = visited
  const content = await contentOf(siteSpace.space_id)
  if (!content) return undefined
  const view = await openView(db, audience, content)
  const base = published.siteSpace(siteSpace, route.section)
  const first = await readContent(db, findHome(view.tree))
  if (page.id === home?.page.id) return first && base
  const node = (await findPageNode(db, view, page.id)) ?? (await findPageNodeByPath(db, view, path))
  return node?.page.type === 'document' ? pageHref(base, node.path, node.page.id === first?.page.id) : undefined
}
