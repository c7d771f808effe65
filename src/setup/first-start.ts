// Prepares the database at each start. The first start creates an organization, an admin with a token and a space.
// Until the first admin has set up their account, every start creates a link that signs them in. Every start stores the
// configured admin token and queues recurring jobs and missing indexes.
import { makeServerAdmin } from '../access/server-admins.ts'
import { hashToken } from '../access/tokens.ts'
import type { Database } from '../db/database.ts'
import { advisoryLock } from '../db/dialect.ts'
import { enqueue } from '../db/jobs.ts'
import type { Db, Row } from '../db/tables.ts'
import { enqueueMissingIndexes } from '../domain/indexes/index.ts'
import { enqueueMissingOutlines } from '../domain/openapi-specs/index.ts'
import { FIRST_ADMIN_EMAIL, insertMember, insertOrganization, insertToken, insertUser } from '../domain/people/index.ts'
import { insertSignInLink, removeSignInLinksOf } from '../domain/sessions/index.ts'
import { insertWelcomeSpace } from '../domain/spaces/index.ts'
import { appendEvent } from '../events/events.ts'
import { RECURRING } from '../jobs/index.ts'

const CONFIGURED_LABEL = 'LECTERN_ADMIN_TOKEN'

/** What a start has made. */
export interface Prepared {
  /** The first token and the welcome space, if this start created them. */
  token?: string
  space?: Row<'spaces'>
  /** The secret of a link that signs in the first admin. */
  link?: string
}

/** What the first start does with the space that it created, in the same transaction. */
export type Welcome = (db: Db, space: Row<'spaces'>, adminId: string) => Promise<void>

export function prepareStart(
  database: Database,
  adminToken: string | undefined,
  welcome: Welcome = async () => {},
): Promise<Prepared> {
  return database.write(async (db) => {
    await advisoryLock(db, 'start')
    for (const kind of RECURRING) await enqueue(db, { kind, uniqueKey: kind })
    await enqueueMissingIndexes(db)
    await enqueueMissingOutlines(db)
    const admin = await findFirstAdmin(db)
    if (admin && adminToken) await replaceConfiguredToken(db, admin.id, adminToken)
    const created = admin ? undefined : await createFirstOrganization(db, adminToken, welcome)
    return {
      ...(created && { token: created.token, space: created.space }),
      ...(await createFirstLink(db, created?.admin ?? admin!)),
    }
  })
}

/** Links of earlier starts are void. */
async function createFirstLink(db: Db, admin: Row<'users'>): Promise<Pick<Prepared, 'link'>> {
  const isSetUp = admin.signed_in_at !== null && admin.email !== FIRST_ADMIN_EMAIL
  if (isSetUp || admin.server_admin === 0) return {}
  await removeSignInLinksOf(db, admin.id)
  const { secret } = await insertSignInLink(db, admin, { kind: 'operator' })
  return { link: secret }
}

async function createFirstOrganization(
  db: Db,
  adminToken: string | undefined,
  welcome: Welcome,
): Promise<{ token: string; space: Row<'spaces'>; admin: Row<'users'> }> {
  const { id } = await insertUser(db, { email: FIRST_ADMIN_EMAIL, displayName: 'Admin' })
  const admin = await makeServerAdmin(db, id)
  const organization = await insertOrganization(db, { title: 'My organization' })
  await insertMember(db, { organization_id: organization.id, user_id: admin.id, role: 'admin' })
  const { secret } = await insertToken(db, admin.id, {
    label: adminToken ? CONFIGURED_LABEL : 'First token',
    ...(adminToken && { secret: adminToken }),
  })
  const space = await insertWelcomeSpace(db, organization.id, admin.id)
  await appendEvent(db, {
    organizationId: organization.id,
    action: 'organization.created',
    actorId: admin.id,
    tokenId: null,
    target: { kind: 'organization', id: organization.id },
    data: { title: organization.title },
    requestId: null,
  })
  await welcome(db, space, admin.id)
  return { token: secret, space, admin }
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
