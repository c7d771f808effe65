// Who commented or replied somewhere, of those who are members now.
import type { Objects } from '../../access/vocabulary.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { MEMBER, membersOf, toMember, withSpaces } from '../members/queries.ts'
import type { Place } from './queries.ts'

export async function listCommenters(asked: {
  db: Db
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  page: Page
  urls: Urls
}) {
  const { db, space, page, urls } = asked
  const { rows, count, next } = await takeCommenters(db, asked, page)
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'sso'])
    .where('id', '=', space.organization_id)
    .executeTakeFirstOrThrow()
  const counted = await withSpaces(db, organization.id, rows)
  return { items: counted.map((member) => toMember(member, organization, urls)), count, next }
}

/** In the order in which they joined. */
const takeCommenters = (db: Db, { space, changeRequest }: Place, page: Page) =>
  takePage(
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
    (members) => members.select(MEMBER),
    page,
    { by: ['members.joined_at', 'members.user_id'] },
  )
