// Checks that a redirect leads somewhere: its destination exists, and what it captures has a place.
import type { Db } from '../../db/tables.ts'
import { findPageNode, findPageNodeByPath, openView, type View } from '../../domain/revisions/index.ts'
import { findMainContent } from '../../domain/site-paths/index.ts'
import type { SiteSpace, Structure } from '../../domain/site-structure/index.ts'
import { invalid } from '../../errors.ts'
import type { Destination, InputDestination } from '../../shapes/redirects.ts'

/** The destination to store. Throws 400 if part of it does not exist. */
export async function loadDestination(db: Db, structure: Structure, given: InputDestination): Promise<Destination> {
  if (given.kind === 'external') return given
  if (given.kind === 'path') return loadAtPath(db, structure, given)
  if (given.kind === 'site-section') {
    if (!structure.sections.some(({ id }) => id === given.siteSectionId)) throw missing('siteSectionId', 'of this site')
    return given
  }
  const siteSpace = structure.siteSpaces.find(({ id }) => id === given.siteSpaceId)
  if (!siteSpace) throw missing('siteSpaceId', 'of this site')
  if (given.kind === 'site-page' && !(await hasPage(db, siteSpace, given.pageId)))
    throw missing('pageId', 'of that site space')
  return given
}

type AtPath = Extract<InputDestination, { kind: 'path' }>

async function loadAtPath(db: Db, { siteSpaces }: Structure, { spaceId, path }: AtPath): Promise<Destination> {
  const siteSpace = siteSpaces.find(({ space_id }) => space_id === spaceId)
  if (!siteSpace) throw missing('spaceId', 'of this site')
  const wanted = path.split('/').filter(Boolean).join('/')
  if (wanted === '') return { kind: 'site-space', siteSpaceId: siteSpace.id }
  const view = await openSpace(db, siteSpace)
  const node = view && (await findPageNodeByPath(db, view, wanted))
  if (!node) throw invalid({ path: 'destination.path', message: 'must be the path of a page of that space' })
  return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: node.page.id }
}

const missing = (field: string, where: string) =>
  invalid({ path: `destination.${field}`, message: `must be the id of a part ${where}` })

async function hasPage(db: Db, siteSpace: SiteSpace, pageId: string): Promise<boolean> {
  const view = await openSpace(db, siteSpace)
  return view !== undefined && (await findPageNode(db, view, pageId)) !== undefined
}

async function openSpace(db: Db, { space_id }: SiteSpace): Promise<View | undefined> {
  const content = await findMainContent(db, space_id)
  return content && openView(db, 'everything', content)
}

/** Only redirects whose source ends with `*` capture a wildcard. */
export function checkWildcard({ source, captureWildcard }: { source: string; captureWildcard: boolean }): void {
  if (captureWildcard && !source.endsWith('*'))
    throw invalid({ path: 'captureWildcard', message: 'requires a source that ends with *' })
}
