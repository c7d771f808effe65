import { constants, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WalSync } from './wal-sync.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-sync-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('resolves when a sync that began after the commit has ended', async () => {
  const file = join(folder, 'log')
  await (await open(`${file}-wal`, constants.O_CREAT)).close()
  const disk = new WalSync(file)
  await disk.whenSynced()
  disk.noteCommit()
  const first = disk.whenSynced()
  disk.noteCommit()
  const second = disk.whenSynced()
  await first
  expect(disk.isBehind).toBe(true)
  await second
  expect(disk.isBehind).toBe(false)
  await disk.close()
})

test('after a failed sync nothing is confirmed any more', async () => {
  const disk = new WalSync(join(folder, 'missing', 'log'))
  disk.noteCommit()
  await expect(disk.whenSynced()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  expect(() => disk.check()).toThrow('did not confirm')
  disk.noteCommit()
  await expect(disk.whenSynced()).rejects.toThrow('did not confirm')
  await disk.close()
})
