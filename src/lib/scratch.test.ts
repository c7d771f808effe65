import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clearOldScratch, makeScratch } from './scratch.ts'
import { DAY } from './time.ts'

test('what was left behind is taken away, what is in use stays', async () => {
  const [left, used] = [await makeScratch(), await makeScratch()]
  await writeFile(join(left.folder, 'file'), 'left')
  const before = new Date(Date.now() - DAY - 1000)
  await utimes(left.folder, before, before)
  await clearOldScratch()
  expect([existsSync(left.folder), existsSync(used.folder)]).toEqual([false, true])
  await used.remove()
  expect(existsSync(used.folder)).toBe(false)
})
