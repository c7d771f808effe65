// Copies of spaces: the content and the permissions, directly after the original.
import type { Caller } from '../../access/caller.ts'
import { loadOrganization } from '../../access/load.ts'
import type { Db, Row } from '../../db/tables.ts'
import { clip } from '../../lib/text.ts'
import { demandCreateIn } from '../collections/parents.ts'
import { placeIn, takeTurn } from '../collections/placement.ts'
import { loadRevision } from '../content/revisions.ts'
import { copyGrants, insertSpace } from './queries.ts'

const TITLE_LENGTH = 50

export async function copySpace(db: Db, caller: Caller, space: Row<'spaces'>): Promise<Row<'spaces'>> {
  const { organization_id, parent_id, emoji, icon_url, language, edit_mode, default_level } = space
  await takeTurn(db, organization_id)
  await demandCreateIn(db, caller, await loadOrganization(db, caller, organization_id), parent_id)
  const position = await placeIn(db, {
    organizationId: organization_id,
    parentId: parent_id,
    position: { after: { type: 'space', space: space.id } },
  })
  const { root } = await loadRevision(db, space.revision_id)
  const title = clip(`Copy of ${space.title}`, TITLE_LENGTH)
  const row = await insertSpace(
    db,
    { organization_id, parent_id, position, title, emoji, icon_url, language, edit_mode, default_level },
    { createdBy: caller.user.id, root },
  )
  await copyGrants(db, space.id, row.id)
  return row
}
