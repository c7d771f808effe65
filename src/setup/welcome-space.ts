// The space a new server starts with: a few pages about using Lectern.
import type { Db } from '../db/tables.ts'
import { placeIn } from '../resources/collections/placement.ts'
import { insertSpace } from '../resources/spaces/queries.ts'

export async function insertWelcomeSpace(db: Db, organizationId: string, createdBy: string): Promise<void> {
  const position = await placeIn(db, { organizationId, parentId: null })
  const place = { organization_id: organizationId, parent_id: null, position }
  await insertSpace(db, { ...place, title: 'Welcome to Lectern', emoji: '👋' }, { createdBy })
}
