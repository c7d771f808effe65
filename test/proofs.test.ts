// @proof
// Short versions of the proofs of `npm run prove:…`: real processes, killed and loaded for seconds instead of minutes.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { proveBackup } from '../prove/backup.ts'
import { proveCrash, type Victim } from '../prove/crash.ts'
import { proveLoad } from '../prove/load.ts'
import { proveReplica } from '../prove/replica.ts'
import { proveStall } from '../prove/stall.ts'
import { proveSurvival } from '../prove/survival.ts'
import { proveTwoNodes } from '../prove/two-nodes.ts'

// Built once: servers that start at the same time would each build.
beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../bin/lectern.js', import.meta.url)), '--build'])
})

describe('crash', () => {
  const KILLS: [Victim, number][] = [
    ['server on SQLite', 2],
    ['server on PostgreSQL', 1],
    ['PostgreSQL itself', 1],
  ]

  test.each(KILLS)('%s: every acknowledged write exists once', async (victim, kills) => {
    const { faults, acknowledged } = await proveCrash(victim, kills)
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  })
})

test('two nodes on one database lose and duplicate nothing', async () => {
  const { faults, acknowledged, copies } = await proveTwoNodes(2)
  expect(faults).toEqual([])
  expect(Math.min(acknowledged, copies)).toBeGreaterThan(0)
})

test('sites that a replica answers for show every write, while it lags and when it is gone', async () => {
  const { faults, answered } = await proveReplica(12)
  expect(faults).toEqual([])
  expect(Math.min(answered.replica, answered.primary)).toBeGreaterThan(0)
})

test('twenty connections that read and write get no error', async () => {
  const { errors, requests } = await proveLoad(20, 2)
  expect(errors).toEqual({ broken: 0, late: 0, refused: 0 })
  expect(requests).toBeGreaterThan(0)
})

test('deeply nested input gets a response, and the process survives', async () => {
  const { faults, requests } = await proveSurvival(1)
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThan(0)
})

test('a backup under load is complete, on both databases', async () => {
  const { faults, acknowledged } = await proveBackup('sqlite', 1)
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
})

test('expensive input is rejected or handled in another thread, and other requests are answered', async () => {
  const short = /docx of 5 MB|HTML of 5 MB|markdown of 10 MB|document of 10 MB|comment that is deep|reusable contents/
  const stalls = await proveStall(() => {}, short)
  expect(stalls.map(({ attack, status, failed }) => [attack, status < 500, failed])).toEqual(
    stalls.map(({ attack }) => [attack, true, 0]),
  )
  expect(stalls).toHaveLength(6)
})
