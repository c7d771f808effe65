import { sql } from 'kysely'
import { hasOtherServerAdmin, requireServerAdmin } from '../../access/server-admins.ts'
import { advisoryLock, contains, isOneOf } from '../../db/dialect.ts'
import { selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { type PublicUser, toUser } from '../../domain/people/index.ts'
import { measureFiles } from '../../domain/revisions/index.ts'
import { problem } from '../../errors.ts'
import { SECOND } from '../../lib/time.ts'
import { BUILD, VERSION } from '../../lib/version.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { serverRoutes } from './routes.ts'

const SHOWN_ADMINS = 3
const MEASURED_FOR = 10 * SECOND

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

  async listServerOrganizations({ db, caller, page, urls }) {
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
    const admins = await listAdmins(db, rows)
    const items = rows.map(({ created_at, ...row }) => ({
      object: 'server-organization' as const,
      ...row,
      admins: (admins.get(row.id) ?? []).map((user) => toUser(user, urls)),
      createdAt: created_at,
    }))
    return { items, count, next }
  },

  async getServerStorage({ db, caller, params }) {
    requireServerAdmin(caller)
    const { organizationId } = params
    const known = db.selectFrom('organizations').select('id').where('id', '=', organizationId)
    if (!(await known.executeTakeFirst())) throw problem('notFound')
    return { object: 'server-storage' as const, ...(await measureFiles(db, organizationId, MEASURED_FOR)) }
  },
})

/** The first admins of each organization, by its id. */
async function listAdmins(db: Db, organizations: { id: string }[]): Promise<Map<string, PublicUser[]>> {
  if (organizations.length === 0) return new Map()
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.organization_id', 'users.id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select('users.created_at')
    .where('members.role', '=', 'admin')
    .where(
      isOneOf(
        db,
        sql.ref('members.organization_id'),
        organizations.map(({ id }) => id),
      ),
    )
    .orderBy('members.joined_at')
    .orderBy('users.id')
    .execute()
  const admins = new Map<string, PublicUser[]>()
  for (const { organization_id, ...user } of rows) {
    const known = admins.get(organization_id) ?? []
    if (known.length < SHOWN_ADMINS) admins.set(organization_id, [...known, user])
  }
  return admins
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
