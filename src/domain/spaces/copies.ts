// Copies spaces with their content, redirects and grants, directly after the original.
import type { Caller } from '../../access/caller.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { clip } from '../../lib/text.ts'
import { copyRedirects } from '../page-paths/index.ts'
import { authorizeCreateIn, lockOrganizations, orderKeyIn } from '../placement/index.ts'
import { loadRevision } from '../revisions/index.ts'
import { copyGrants, insertSpace } from './spaces.ts'

const TITLE_LENGTH = 50

export async function copySpace(db: Db, caller: Caller, space: Row<'spaces'>): Promise<Row<'spaces'>> {
  const {
    organization_id,
    parent_id,
    emoji,
    icon_url,
    language,
    edit_mode,
    default_level,
    computed_state,
    merge_rules,
  } = space
  await lockOrganizations(db, organization_id)
  await authorizeCreateIn(db, caller, await loadOrganization(db, caller, organization_id), parent_id)
  const position = await orderKeyIn(db, {
    organizationId: organization_id,
    parentId: parent_id,
    position: { after: { type: 'space', space: space.id } },
  })
  const { root } = await loadRevision(db, space.revision_id)
  const title = clip(`Copy of ${space.title}`, TITLE_LENGTH)
  const row = await insertSpace(
    db,
    {
      organization_id,
      parent_id,
      position,
      title,
      emoji,
      icon_url,
      language,
      edit_mode,
      default_level,
      computed_state,
      merge_rules,
    },
    { createdBy: caller.user.id, root },
  )
  await copyGrants(db, space.id, row.id)
  await copyRedirects(db, space.id, row.id)
  return row
}
