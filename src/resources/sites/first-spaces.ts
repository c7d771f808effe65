// The spaces a new site begins with, and which spaces somebody may publish at all.
import type { Caller } from '../../access/caller.ts'
import { loadSpace, lock } from '../../access/load.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { clip } from '../../lib/text.ts'
import { placeIn } from '../collections/placement.ts'
import { insertSpace } from '../spaces/queries.ts'
import { insertWelcomeSpace } from '../spaces/welcome-space.ts'

type Organization = Objects['organization']

const TITLE_LENGTH = 50

/** The spaces that are named, or a new one: empty, or with sample pages. */
export async function firstSpaces(
  db: Db,
  caller: Caller,
  organization: Organization,
  { spaces = [], title }: { spaces: readonly string[] | 'empty' | 'sample' | undefined; title: string },
): Promise<Row<'spaces'>[]> {
  if (spaces === 'sample') return [await insertWelcomeSpace(db, organization.id, caller.user.id)]
  if (spaces === 'empty') return [await insertEmptySpace(db, organization.id, caller, title)]
  const found = new Map<string, Row<'spaces'>>()
  // In one order for everybody, because each is locked.
  for (const id of [...spaces].sort()) found.set(id, await loadPublishable(db, caller, organization, id))
  return spaces.map((id) => found.get(id)!)
}

async function insertEmptySpace(db: Db, organizationId: string, caller: Caller, title: string) {
  const position = await placeIn(db, { organizationId, parentId: null })
  const place = { organization_id: organizationId, parent_id: null, position }
  return insertSpace(db, { ...place, title: clip(title, TITLE_LENGTH) }, { createdBy: caller.user.id })
}

/** A space of the organization that the caller may publish. It cannot be deleted while it is being put somewhere. */
export async function loadPublishable(
  db: Db,
  caller: Caller,
  organization: Organization,
  id: string,
): Promise<Objects['space']> {
  await lock(db, 'space', id)
  const space = await loadSpace(db, caller, id)
  if (space.organization_id !== organization.id) throw problem('notFound')
  demand('space.admin', { space })
  return space
}
