import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { hasOtherServerAdmin } from '../../access/server-admins.ts'
import { advisoryLock, contains } from '../../db/dialect.ts'
import { selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { type PublicUser, toUser } from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { BUILD, VERSION } from '../../lib/version.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { serverRoutes } from './routes.ts'

export const server = implement(serverRoutes, {
  async getServer({ db, caller, settings, urls }) {
    requireServerAdmin(caller)
    const { rows } = await sql<{ users: number; organizations: number; spaces: number }>`
      select (select count(*) from users where email like '%@%') as users,
        (select count(*) from organizations) as organizations,
        (select count(*) from spaces where deleted_at is null) as spaces`.execute(db)
    const { organizations, signUp, mail } = settings
    return {
      object: 'server' as const,
      version: VERSION,
      build: BUILD,
      url: urls.base,
      settings: { organizations, signUp, mail },
      counts: rows[0]!,
    }
  },

  async listServerUsers({ db, caller, query, page, urls }) {
    requireServerAdmin(caller)
    const { search } = query
    const matching = people(db).$if(search !== undefined, (users) =>
      users.where(
        sql<boolean>`(${contains(db, sql.ref('display_name'), search!)} or ${contains(db, sql.ref('email'), search!)})`,
      ),
    )
    const { rows, count, next } = await selectPage(matching, (users) => users.select(COLUMNS), page, {
      by: ['users.id'],
    })
    return { items: rows.map((row) => toServerUser(row, urls)), count, next }
  },

  async updateServerUser({ db, caller, params, body, urls, report }) {
    requireServerAdmin(caller)
    await advisoryLock(db, 'serverAdmins')
    const find = () => people(db).select(COLUMNS).where('users.id', '=', params.userId).executeTakeFirst()
    const user = await find()
    if (!user) throw problem('notFound')
    const { serverAdmin = user.server_admin === 1 } = body
    if (!serverAdmin && !(await hasOtherServerAdmin(db, user.id))) throw problem('lastServerAdmin')
    await db
      .updateTable('users')
      .set({ server_admin: serverAdmin ? 1 : 0 })
      .where('id', '=', user.id)
      .execute()
    report({ target: { kind: 'user', id: user.id }, changed: serverAdmin !== (user.server_admin === 1) })
    return toServerUser((await find())!, urls)
  },

  async listServerOrganizations({ db, caller, page }) {
    requireServerAdmin(caller)
    const { rows, count, next } = await selectPage(
      db.selectFrom('organizations'),
      (organizations) =>
        organizations
          .select(['id', 'title', 'created_at'])
          .select(sql<number>`(select count(*) from members where organization_id = organizations.id)`.as('members'))
          .select(
            sql<number>`(select count(*) from spaces
              where organization_id = organizations.id and deleted_at is null)`.as('spaces'),
          ),
      page,
      { by: ['organizations.id'] },
    )
    const items = rows.map(({ created_at, ...row }) => ({
      object: 'server-organization' as const,
      ...row,
      createdAt: created_at,
    }))
    return { items, count, next }
  },
})

/** What others may not use is not there for them. */
function requireServerAdmin({ user }: Caller): void {
  if (user.server_admin !== 1) throw problem('notFound')
}

/** Users who are people: those of integrations have no address. */
const people = (db: Db) => db.selectFrom('users').where('email', 'like', '%@%')

const COLUMNS = [
  'users.id',
  'users.display_name',
  'users.email',
  'users.photo_url',
  'users.created_at',
  'users.server_admin',
  'users.email_verified_at',
  'users.signed_in_at',
  sql<number>`(select count(*) from members where user_id = users.id)`.as('organizations'),
] as const

interface ServerUserRow extends PublicUser {
  server_admin: 0 | 1
  email_verified_at: string | null
  signed_in_at: string | null
  organizations: number
}

const toServerUser = (row: ServerUserRow, urls: Urls) => ({
  object: 'server-user' as const,
  id: row.id,
  user: toUser(row, urls),
  serverAdmin: row.server_admin === 1,
  emailVerified: row.email_verified_at !== null,
  organizations: row.organizations,
  createdAt: row.created_at,
  signedInAt: row.signed_in_at ?? undefined,
})
