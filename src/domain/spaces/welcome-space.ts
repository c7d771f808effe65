// Creates the welcome space, which new servers start with and sites can use as a sample, from `assets/welcome`.
import type { Db, Row } from '../../db/tables.ts'
import { orderKeyIn } from '../placement/index.ts'
import { insertSpace } from './spaces.ts'
import { insertStarterContent } from './starter-content.ts'

export async function insertWelcomeSpace(db: Db, organizationId: string, createdBy: string): Promise<Row<'spaces'>> {
  const root = await insertStarterContent(db, 'welcome')
  const position = await orderKeyIn(db, { organizationId, parentId: null })
  const place = { organization_id: organizationId, parent_id: null, position }
  return insertSpace(db, { ...place, title: 'Welcome to Lectern', emoji: '👋' }, { createdBy, root })
}
