// Only the user of the server can read the database files, including existing ones.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'

test('the files of a SQLite database are private', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-privacy-'))
  const file = join(folder, 'lectern.db')
  const modes = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
  const first = await openDatabase({ url: file })
  await first.migrate()
  expect(modes()).toEqual([
    ['lectern.db', 0o600],
    ['lectern.db-shm', 0o600],
    ['lectern.db-wal', 0o600],
  ])
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const second = await openDatabase({ url: file })
  await second.check()
  for (const [name, mode] of modes()) expect(mode, String(name)).toBe(0o600)
  await second.close()
  await first.close()
  rmSync(folder, { recursive: true, force: true })
})
