import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScratchFolder, removeOldScratchFolders } from './scratch.ts'
import { DAY } from './time.ts'

test('removes old folders and keeps those in use', async () => {
  const [left, used] = [await createScratchFolder(), await createScratchFolder()]
  await writeFile(join(left.folder, 'file'), 'left')
  const before = new Date(Date.now() - DAY - 1000)
  await utimes(left.folder, before, before)
  await removeOldScratchFolders()
  expect([existsSync(left.folder), existsSync(used.folder)]).toEqual([false, true])
  await used.remove()
  expect(existsSync(used.folder)).toBe(false)
})
