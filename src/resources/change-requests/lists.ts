// Lists change requests: of a space, and of all visible spaces in an organization.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isVisibleSpace, type Viewer } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, preparedPage, selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { ChangeRequestRow } from '../../domain/change-requests/index.ts'
import type { ChangeRequestFilter, OrganizationChangeRequestFilter } from '../../shapes/change-requests.ts'

/** Newest first. */
export const takeChangeRequests = (
  db: Db,
  spaceId: string,
  { status, contributor }: Static<typeof ChangeRequestFilter>,
  page: Page,
) =>
  listOfSpace(
    db,
    [status !== undefined, contributor !== undefined],
    { space: spaceId, status: status ?? 'draft', contributor: contributor ?? '' },
    page,
  )

type ListParams = { space: string; status: ChangeRequestRow['status']; contributor: string }

const listOfSpace = preparedPage<ListParams, 'change_requests', ChangeRequestRow, readonly [boolean, boolean]>(
  (db, param, [hasStatus, hasContributor]) => ({
    matching: db
      .selectFrom('change_requests')
      .where('space_id', '=', param('space'))
      .$if(hasStatus, (found) => found.where('status', '=', param('status')))
      .$if(hasContributor, (found) => found.where('id', 'in', contributedTo(db, param('contributor'), param('space')))),
    select: (found) => found.selectAll(),
    by: ['id'],
    direction: 'desc',
  }),
)

const contributedTo = (db: Db, userId: string, spaceId?: string) =>
  db
    .selectFrom('revisions')
    .select('change_request_id')
    .where('created_by', '=', userId)
    .where('change_request_id', 'is not', null)
    .$if(spaceId !== undefined, (revisions) => revisions.where('space_id', '=', spaceId!))
    .$castTo<{ change_request_id: string }>()

/** The latest draft of the space that the user created. */
export const findOwnDraft = (db: Db, spaceId: string, userId: string): Promise<ChangeRequestRow | undefined> =>
  db
    .selectFrom('change_requests')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('created_by', '=', userId)
    .where('status', '=', 'draft')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const KEYS = { createdAt: 'change_requests.created_at', updatedAt: 'change_requests.updated_at' } as const

/** The change requests of all spaces the viewer can see, latest first. */
export function takeChangeRequestsOf(
  db: Db,
  viewer: Viewer,
  filter: Static<typeof OrganizationChangeRequestFilter>,
  page: Page,
) {
  const { status = ['open'], creator, contributor, requestedReviewer, site, space, orderBy = 'updatedAt' } = filter
  return selectPage(
    db
      .selectFrom('change_requests')
      .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
      .where('change_requests.organization_id', '=', viewer.organizationId)
      .where(isVisibleSpace(viewer))
      .where(isOneOf(db, sql.ref('change_requests.status'), status))
      .$if(space !== undefined, (found) => found.where('spaces.id', '=', space!))
      .$if(site !== undefined, (found) => found.where('spaces.id', 'in', shownBy(db, site!)))
      .$if(creator !== undefined, (found) => found.where('change_requests.created_by', '=', creator!))
      .$if(contributor !== undefined, (found) =>
        found.where('change_requests.id', 'in', contributedTo(db, contributor!)),
      )
      .$if(requestedReviewer !== undefined, (found) =>
        found.where('change_requests.id', 'in', awaiting(db, requestedReviewer!)),
      ),
    (found) => found.selectAll('change_requests').select('spaces.revision_id as space_revision'),
    page,
    { by: [KEYS[orderBy], 'change_requests.id'], direction: 'desc' },
  )
}

const shownBy = (db: Db, siteId: string) =>
  db.selectFrom('site_spaces').select('space_id').where('site_id', '=', siteId)

/** The change requests with a pending review request for this user, or for a team whose members review what they did not write. */
const awaiting = (db: Db, userId: string) =>
  db
    .selectFrom('requested_reviewers')
    .select('change_request_id')
    .where('user_id', '=', userId)
    .union(
      db
        .selectFrom('requested_teams')
        .innerJoin('team_members', 'team_members.team_id', 'requested_teams.team_id')
        .innerJoin('change_requests as asked', 'asked.id', 'requested_teams.change_request_id')
        .select('requested_teams.change_request_id')
        .where('team_members.user_id', '=', userId)
        .where('asked.created_by', '!=', userId),
    )
