// The first start on an empty database: one organization, one admin with a token, one space to begin with. Later starts
// only see to it that the configured token is the admin's and that jobs are queued: recurring ones, and missing indexes.
import { hashToken } from '../access/tokens.ts'
import type { Database } from '../db/database.ts'
import { lockStart } from '../db/dialect.ts'
import { appendEvent } from '../db/events.ts'
import { enqueue } from '../db/jobs.ts'
import type { Db } from '../db/tables.ts'
import { RECURRING } from '../jobs/index.ts'
import { enqueueMissingIndexes } from '../resources/content/indexes.ts'
import { insertMember, insertOrganization } from '../resources/organizations/queries.ts'
import { insertWelcomeSpace } from '../resources/spaces/welcome-space.ts'
import { insertToken, insertUser } from '../resources/users/queries.ts'

const CONFIGURED_LABEL = 'LECTERN_ADMIN_TOKEN'

/** The token to show once, when this start made one. */
export function prepareStart(database: Database, adminToken: string | undefined): Promise<{ token?: string }> {
  return database.write(async (db) => {
    await lockStart(db)
    for (const kind of RECURRING) await enqueue(db, { kind, uniqueKey: kind })
    await enqueueMissingIndexes(db)
    const admin = await findFirstAdmin(db)
    if (admin) return adminToken ? keepConfiguredToken(db, admin, adminToken) : {}
    return { token: await createFirst(db, adminToken) }
  })
}

async function createFirst(db: Db, adminToken: string | undefined): Promise<string> {
  const admin = await insertUser(db, { email: 'admin@lectern.local', displayName: 'Admin' })
  const organization = await insertOrganization(db, { title: 'My organization' })
  await insertMember(db, { organization_id: organization.id, user_id: admin.id, role: 'admin' })
  const { secret } = await insertToken(db, admin.id, {
    label: adminToken ? CONFIGURED_LABEL : 'First token',
    ...(adminToken && { secret: adminToken }),
  })
  await insertWelcomeSpace(db, organization.id, admin.id)
  await appendEvent(db, {
    organizationId: organization.id,
    action: 'organization.created',
    actorId: admin.id,
    tokenId: null,
    target: { kind: 'organization', id: organization.id },
    data: { title: organization.title },
    requestId: null,
  })
  return secret
}

async function findFirstAdmin(db: Db): Promise<string | undefined> {
  const first = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst()
  return first?.id
}

// A token that was changed in the configuration replaces the one before it.
async function keepConfiguredToken(db: Db, admin: string, token: string): Promise<{ token?: string }> {
  const hash = hashToken(token)
  const known = await db.selectFrom('tokens').select('id').where('hash', '=', hash).executeTakeFirst()
  if (known) return {}
  await db.deleteFrom('tokens').where('label', '=', CONFIGURED_LABEL).where('user_id', '=', admin).execute()
  await insertToken(db, admin, { label: CONFIGURED_LABEL, secret: token })
  return {}
}
