// Whether what a redirect is to lead to is there.
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { findPageNode } from '../content/kept-pages.ts'
import { readStructure } from '../sites/structure/structure.ts'
import { findRoot } from './queries.ts'
import type { Destination } from './schemas.ts'

export async function checkDestination(db: Db, siteId: string, destination: Destination): Promise<void> {
  const { sections, siteSpaces } = await readStructure(db, siteId)
  if (destination.kind === 'site-section') {
    if (!sections.some(({ id }) => id === destination.siteSectionId)) throw missing('siteSectionId', 'of this site')
    return
  }
  const siteSpace = siteSpaces.find(({ id }) => id === destination.siteSpaceId)
  if (!siteSpace) throw missing('siteSpaceId', 'of this site')
  if (destination.kind === 'site-page' && !(await hasPage(db, siteSpace.space_id, destination.pageId)))
    throw missing('pageId', 'of that site space')
}

const missing = (field: string, where: string) =>
  invalid({ path: `destination.${field}`, message: `must be the id of a part ${where}` })

async function hasPage(db: Db, spaceId: string, pageId: string): Promise<boolean> {
  const root = await findRoot(db, spaceId)
  return root !== undefined && (await findPageNode(db, root, pageId)) !== undefined
}
