// Sessions and roles from before people had accounts stay valid.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isServerAdmin } from '../../src/access/server-admins.ts'
import { findSession, toCaller } from '../../src/access/sessions.ts'
import { openDatabase } from '../../src/db/database.ts'
import { migrateTo } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openSqliteFile } from '../../src/db/sqlite/file.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { fromNow, HOUR, now } from '../../src/lib/time.ts'
import { databaseKind, freshDatabase } from '../support/database.ts'

test('a session that a SAML provider began stays bound to its organization, and admins of the first one run the server', async () => {
  const fresh = await freshDatabase()
  const before =
    databaseKind === 'postgres' ? openPostgres(fresh.url, { connections: 1 }).kysely : openSqliteFile(fresh.url)
  await migrateTo(before, ['0023-site-external-links'])
  const at = now()
  for (const id of ['o1', 'o2'])
    await sql`
      insert into organizations (id, title, type, email_domains, sso, ai, invite_links, created_at)
      values (${id}, 'O', 'business', '[]', 0, 0, 1, ${at})`.execute(before)
  for (const [user, organization] of [
    ['u1', 'o1'],
    ['u2', 'o2'],
  ]) {
    await sql`insert into users (id, display_name, email, created_at)
      values (${user}, 'U', ${`${user}@example.com`}, ${at})`.execute(before)
    await sql`insert into members (organization_id, user_id, role, sso, joined_at)
      values (${organization}, ${user}, 'admin', 1, ${at})`.execute(before)
  }
  await sql`insert into saml_providers (id, organization_id, label, sso_url, entity_id, certificate, created_at)
    values ('p', 'o2', 'P', '', '', '', ${at})`.execute(before)
  await sql`insert into sessions (id, hash, user_id, organization_id, provider_id, created_at, expires_at)
    values ('s', ${sha256('secret')}, 'u2', 'o2', 'p', ${at}, ${fromNow(HOUR)})`.execute(before)
  await before.destroy()
  const database = await openDatabase({ url: fresh.url })
  await database.migrate()
  const session = await findSession(database.read, 'secret')
  expect(toCaller(session!, 'secret')).toMatchObject({ boundTo: ['o2'], session: { sso: ['o2'] }, user: { id: 'u2' } })
  expect(await Promise.all(['u1', 'u2'].map((id) => isServerAdmin(database.read, id)))).toEqual([true, false])
  await database.close()
  await fresh.remove()
})
