// Space rows.
import { sql } from 'kysely'
import { RESTORABLE_FOR } from '../../access/loading/objects.ts'
import { unpublishedVisibility } from '../../access/space-visibility.ts'
import { asViewer, isVisibleSpace, type Standing, standingOf, type Viewer } from '../../access/visibility.ts'
import { type Page, preparedPage, selectPage } from '../../db/keyset.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { fromNow, now } from '../../lib/time.ts'
import { startIndexes } from '../indexes/index.ts'
import { insertEmptyRoot, insertRevision } from '../revisions/index.ts'

/** By parent, with spaces outside collections first, and by position within a parent. */
export const PLACEMENT_ORDER = { by: [sql<string>`coalesce(parent_id, '')`, 'position', 'id'] }

export const listVisibleSpaces = (db: Db, viewer: Viewer, page: Page, parentId?: string) =>
  listSpaces(
    db,
    [standingOf(viewer), parentId !== undefined],
    { organization: viewer.organizationId, user: viewer.userId, parent: parentId ?? '' },
    page,
  )

type ListParams = { organization: string; user: string; parent: string }

const listSpaces = preparedPage<ListParams, 'spaces', Row<'spaces'>, readonly [Standing, boolean]>(
  (db, param, [standing, isInParent]) => ({
    matching: db
      .selectFrom('spaces')
      .where('organization_id', '=', param('organization'))
      .where(isVisibleSpace(asViewer(standing, param('organization'), param('user'))))
      .$if(isInParent, (spaces) => spaces.where(sql`coalesce(parent_id, '')`, '=', param('parent'))),
    select: (spaces) => spaces.selectAll(),
    ...PLACEMENT_ORDER,
  }),
)

/** Those that can be restored. */
export const takeDeletedSpaces = (db: Db, organizationId: string, page: Page) =>
  selectPage(
    db
      .selectFrom('spaces')
      .where('organization_id', '=', organizationId)
      .where('deleted_at', '>', fromNow(-RESTORABLE_FOR)),
    (spaces) => spaces.selectAll(),
    page,
    { by: [sql<string>`coalesce(deleted_at, '')`, 'id'], direction: 'desc' },
  )

type NewSpace = Pick<Row<'spaces'>, 'organization_id' | 'parent_id' | 'position'> &
  Partial<
    Pick<
      NewRow<'spaces'>,
      'title' | 'emoji' | 'icon_url' | 'language' | 'edit_mode' | 'default_level' | 'computed_state' | 'merge_rules'
    >
  >

/** Creates a space with its first revision, empty or from the root of another space. */
export async function insertSpace(
  db: Db,
  space: NewSpace,
  { createdBy, root: given }: { createdBy: string; root?: string },
): Promise<Row<'spaces'>> {
  const root = given ?? (await insertEmptyRoot(db))
  const at = now()
  const row: Row<'spaces'> = {
    id: newId(),
    organization_id: space.organization_id,
    parent_id: space.parent_id,
    position: space.position,
    title: space.title ?? '',
    emoji: space.emoji ?? null,
    icon_url: space.icon_url ?? null,
    language: space.language ?? null,
    edit_mode: space.edit_mode ?? 'live',
    default_level: space.default_level === undefined ? 'inherit' : space.default_level,
    computed_state: space.computed_state ?? null,
    merge_rules: space.merge_rules ?? null,
    visibility: unpublishedVisibility(space),
    revision_id: newId(),
    change_requests: 0,
    change_requests_open: 0,
    change_requests_draft: 0,
    git_sync: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }
  await insertRow(db, row)
  const { id, revision_id } = row
  await insertRevision(db, { id: revision_id, spaceId: id, root, type: 'edits', parents: [], createdBy })
  await startIndexes(db, id, root)
  return row
}

/** Nobody waits for the row: what it will be is known. */
const insertRow = prepared<{ [Column in keyof Row<'spaces'>]: Row<'spaces'>[Column] }, never>((db, param) =>
  db.insertInto('spaces').values({
    id: param('id'),
    organization_id: param('organization_id'),
    parent_id: param('parent_id'),
    position: param('position'),
    title: param('title'),
    emoji: param('emoji'),
    icon_url: param('icon_url'),
    language: param('language'),
    edit_mode: param('edit_mode'),
    default_level: param('default_level'),
    computed_state: param('computed_state'),
    merge_rules: param('merge_rules'),
    visibility: param('visibility'),
    revision_id: param('revision_id'),
    change_requests: param('change_requests'),
    change_requests_open: param('change_requests_open'),
    change_requests_draft: param('change_requests_draft'),
    git_sync: param('git_sync'),
    created_at: param('created_at'),
    updated_at: param('updated_at'),
    deleted_at: param('deleted_at'),
  }),
)

export const updateSpace = (db: Db, id: string, patch: Partial<NewRow<'spaces'>>): Promise<Row<'spaces'>> =>
  db
    .updateTable('spaces')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Copies all grants of a space. */
export async function copyGrants(db: Db, from: string, to: string): Promise<void> {
  const grants = await db.selectFrom('grants').selectAll().where('space_id', '=', from).execute()
  if (grants.length === 0) return
  await db
    .insertInto('grants')
    .values(grants.map((grant) => ({ ...grant, id: newId(), space_id: to })))
    .execute()
}

/** Removes all grants, invites and requests to teams of a space that leaves its organization. */
export async function removeAccess(db: Db, spaceId: string): Promise<void> {
  await db.deleteFrom('grants').where('space_id', '=', spaceId).execute()
  await db.deleteFrom('invites').where('space_id', '=', spaceId).execute()
  await db.deleteFrom('requested_teams').where('space_id', '=', spaceId).execute()
}
