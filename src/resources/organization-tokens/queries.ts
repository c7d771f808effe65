// The API tokens of people that work in an organization. Expired ones are not listed.
import { sql } from 'kysely'
import { contains, isLike, patternOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { PublicUser } from '../../domain/people/index.ts'
import { now } from '../../lib/time.ts'

export type MemberTokenRow = PublicUser &
  Pick<Row<'tokens'>, 'label' | 'expires_at' | 'last_used_at' | 'organization_id'> & {
    token_id: string
    token_created_at: string
  }

/** Tokens of members that are valid in the organization: bound to it, or unbound and not revoked here. */
const tokensIn = (db: Db, organizationId: string) =>
  db
    .selectFrom('tokens')
    .innerJoin('members', 'members.user_id', 'tokens.user_id')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('members.organization_id', '=', organizationId)
    .where('tokens.revoked_at', 'is', null)
    .where((token) =>
      token.and([
        token.or([token('tokens.expires_at', 'is', null), token('tokens.expires_at', '>', now())]),
        token.or([token('tokens.organization_id', 'is', null), token('tokens.organization_id', '=', organizationId)]),
        token.or([
          token('tokens.barred_from', 'is', null),
          token.not(contains(db, sql.ref('tokens.barred_from'), JSON.stringify(organizationId))),
        ]),
      ]),
    )

export const listMemberTokens = (db: Db, organizationId: string, search: string | undefined, page: Page) =>
  selectPage(
    tokensIn(db, organizationId).$if(search !== undefined, (tokens) => {
      const like = (column: string) => isLike(db, sql.ref(column), patternOf(search!))
      return tokens.where(({ or }) => or([like('tokens.label'), like('users.display_name'), like('users.email')]))
    }),
    (tokens) =>
      tokens.select([
        ...(['users.id', 'users.display_name', 'users.email', 'users.photo_url', 'users.created_at'] as const),
        ...(['tokens.label', 'tokens.expires_at', 'tokens.last_used_at', 'tokens.organization_id'] as const),
        'tokens.id as token_id',
        'tokens.created_at as token_created_at',
      ]),
    page,
    { by: ['tokens.id'], direction: 'desc' },
  )

export const findMemberToken = (db: Db, organizationId: string, id: string): Promise<Row<'tokens'> | undefined> =>
  tokensIn(db, organizationId).selectAll('tokens').where('tokens.id', '=', id).executeTakeFirst()

/** A token of this organization alone ends; another one stops working here. */
export async function barToken(db: Db, token: Row<'tokens'>, organizationId: string): Promise<void> {
  const barred = token.barred_from === null ? [] : (JSON.parse(token.barred_from) as string[])
  await db
    .updateTable('tokens')
    .set(
      token.organization_id === organizationId
        ? { revoked_at: now() }
        : { barred_from: JSON.stringify([...barred, organizationId]) },
    )
    .where('id', '=', token.id)
    .execute()
}
