// Hostnames and proxies from before verification was required stay in use.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { migrateTo } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openSqliteFile } from '../../src/db/sqlite/file.ts'
import { databaseKind, freshDatabase } from '../support/database.ts'

test('an existing address needs no verification', async () => {
  const fresh = await freshDatabase()
  const before =
    databaseKind === 'postgres' ? openPostgres(fresh.url, { connections: 1 }).kysely : openSqliteFile(fresh.url)
  await migrateTo(before, ['0015-own-keys'])
  const at = '2026-01-01T00:00:00.000Z'
  await sql`
    insert into organizations (id, title, type, email_domains, sso, ai, invite_links, created_at)
    values ('o', 'O', 'business', '[]', 0, 0, 1, ${at})`.execute(before)
  await sql`
    insert into sites (id, organization_id, type, title, basename, hostname, hostname_status, proxy, visibility, published,
      adaptive_content, agents_context, created_at)
    values ('s', 'o', 'basic', 'S', 's', 'docs.acme.example', 'dns_no_cname', 'acme.example/docs', 'public', 0, 0,
      'included', ${at})`.execute(before)
  await before.destroy()
  const database = await openDatabase({ url: fresh.url })
  await database.migrate()
  const site = await database.read.selectFrom('sites').selectAll().executeTakeFirstOrThrow()
  expect(site).toMatchObject({ hostname: 'docs.acme.example', proxy: 'acme.example/docs' })
  expect(site).toMatchObject({ claimed_hostname: null, claimed_proxy: null })
  await database.close()
  await fresh.remove()
})
