// Prepares the database at each start. The first start creates an organization, an admin with a token and a space.
// Until the first admin has set up their account, every start creates a link that signs them in. Every start stores the
// configured admin token, and queues recurring jobs and a look for missing indexes.
import { hashToken } from '../access/tokens.ts'
import type { Database } from '../db/database.ts'
import { advisoryLock } from '../db/dialect.ts'
import { enqueue } from '../db/jobs.ts'
import type { Db, Row } from '../db/tables.ts'
import { enqueueFindMissing } from '../domain/indexes/index.ts'
import { FIRST_ADMIN_EMAIL, insertToken } from '../domain/people/index.ts'
import { insertSignInLink, removeSignInLinksOf } from '../domain/sessions/index.ts'
import { RECURRING } from '../jobs/index.ts'
import { later } from '../lib/later.ts'
import type { Welcome } from './first-organization.ts'

const CONFIGURED_LABEL = 'LECTERN_ADMIN_TOKEN'

/** What a start has made. */
export interface Prepared {
  /** The first token and the welcome space, if this start created them. */
  token?: string
  space?: Row<'spaces'>
  /** The secret of a link that signs in the first admin. */
  link?: string
}

export function prepareStart(
  database: Database,
  adminToken: string | undefined,
  welcome: Welcome = async () => {},
): Promise<Prepared> {
  return database.write(async (db) => {
    await advisoryLock(db, 'start')
    for (const kind of RECURRING) await enqueue(db, { kind, uniqueKey: kind })
    await enqueueFindMissing(db)
    const admin = await findFirstAdmin(db)
    if (admin && adminToken) await replaceConfiguredToken(db, admin.id, adminToken)
    const created = admin ? undefined : await createFirst(db, { secret: adminToken, label: CONFIGURED_LABEL }, welcome)
    return {
      ...(created && { token: created.token, space: created.space }),
      ...(await createFirstLink(db, created?.admin ?? admin!)),
    }
  })
}

const createFirst = later(async () => (await import('./first-organization.ts')).createFirstOrganization)

/** Links of earlier starts are void. */
async function createFirstLink(db: Db, admin: Row<'users'>): Promise<Pick<Prepared, 'link'>> {
  const isSetUp = admin.signed_in_at !== null && admin.email !== FIRST_ADMIN_EMAIL
  if (isSetUp || admin.server_admin === 0) return {}
  await removeSignInLinksOf(db, admin.id)
  const { secret } = await insertSignInLink(db, admin, { kind: 'operator' })
  return { link: secret }
}

const findFirstAdmin = (db: Db): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().orderBy('id').limit(1).executeTakeFirst()

// A changed token in the configuration replaces the previous one.
async function replaceConfiguredToken(db: Db, admin: string, token: string): Promise<void> {
  const hash = hashToken(token)
  const known = await db.selectFrom('tokens').select('id').where('hash', '=', hash).executeTakeFirst()
  if (known) return
  await db.deleteFrom('tokens').where('label', '=', CONFIGURED_LABEL).where('user_id', '=', admin).execute()
  await insertToken(db, admin, { label: CONFIGURED_LABEL, secret: token })
}
