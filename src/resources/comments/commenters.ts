// Lists the current members who commented or replied on a space or a change request.
import type { Objects } from '../../access/permissions.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Branch } from '../../domain/content-changes/index.ts'
import { MEMBER_COLUMNS, membersOf, toMember, withSpaceCounts } from '../../domain/people/index.ts'
import type { Urls } from '../../server/urls.ts'

export async function listCommenters(context: {
  db: Db
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  page: Page
  urls: Urls
}) {
  const { db, space, page, urls } = context
  const { rows, count, next } = await takeCommenters(db, context, page)
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'sso'])
    .where('id', '=', space.organization_id)
    .executeTakeFirstOrThrow()
  const counted = await withSpaceCounts(db, organization.id, rows)
  return { items: counted.map((member) => toMember(member, organization, urls)), count, next }
}

/** In the order in which they joined the organization. */
const takeCommenters = (db: Db, { space, changeRequest }: Branch, page: Page) =>
  selectPage(
    membersOf(db, space.organization_id).where((member) =>
      member.exists(
        member
          .selectFrom('comments')
          .select('comments.id')
          .where('comments.space_id', '=', space.id)
          .whereRef('comments.created_by', '=', 'members.user_id')
          .where((comment) =>
            changeRequest
              ? comment('comments.change_request_id', '=', changeRequest.id)
              : comment('comments.change_request_id', 'is', null),
          ),
      ),
    ),
    (members) => members.select(MEMBER_COLUMNS),
    page,
    { by: ['members.joined_at', 'members.user_id'] },
  )
