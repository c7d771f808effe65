// Nodes of version 0.2 that still run during an upgrade read counts where they always were.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseKind } from '../../../test/support/database.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

test.runIf(databaseKind === 'postgres')('the counts of members and spaces can still be read', async () => {
  const { admin, organization, database } = server
  await server.join('read')
  await server.join(null)
  await admin.http.post(`/v1/orgs/${organization}/spaces`, { title: 'Another' })
  const { rows: members } = await sql<{ count: number }>`
    select cast(coalesce(sum(members), 0) as bigint) as count from member_counts
    where organization_id = ${organization} and role = ${''} and seen = 0`.execute(database.read)
  expect(members).toEqual([{ count: 1 }])
  const { rows: spaces } = await sql<{ count: number }>`
    select cast(coalesce(sum(spaces), 0) as bigint) as count from space_counts
    where organization_id = ${organization} and parent_id = ${''}`.execute(database.read)
  const { body } = await admin.http.get(`/v1/orgs/${organization}/spaces`)
  expect(spaces).toEqual([{ count: body.count }])
})

test.runIf(databaseKind === 'sqlite')('no trigger is left but the one of the full-text index', async () => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    server.database.read,
  )
  expect(rows).toEqual([{ name: 'search_pages_gone' }])
})
