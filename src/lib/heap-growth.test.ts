import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { HEAP_GROWTH } from './heap-growth.ts'

// The engine complains about flags that it does not know on the standard error.
const complaintsAbout = (flag: string) =>
  spawnSync(process.execPath, ['-e', `require('node:v8').setFlagsFromString('${flag}')`], { encoding: 'utf8' }).stderr

test('this version of the engine knows the limit', () => {
  expect(complaintsAbout('--no-such-limit=1')).toContain('no-such-limit')
  expect(complaintsAbout(HEAP_GROWTH)).toBe('')
})
