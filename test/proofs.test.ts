// The proofs of `npm run prove:…` in short: real processes, killed and loaded for seconds instead of minutes.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { proveBackup } from '../prove/backup.ts'
import { proveCrash, type Victim } from '../prove/crash.ts'
import { proveLoad } from '../prove/load.ts'
import { proveTwoNodes } from '../prove/two-nodes.ts'

// Once for all: servers that start at the same time would each build.
beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../bin/lectern.js', import.meta.url)), '--build'])
})

describe('crash', () => {
  const KILLS: [Victim, number][] = [
    ['server on SQLite', 2],
    ['server on PostgreSQL', 1],
    ['PostgreSQL itself', 1],
  ]

  test.each(KILLS)('%s: all that was acknowledged is there, once', async (victim, kills) => {
    const { faults, acknowledged } = await proveCrash(victim, kills)
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  })
})

test('two nodes on one database lose nothing and double nothing', async () => {
  const { faults, acknowledged, copies } = await proveTwoNodes(2)
  expect(faults).toEqual([])
  expect(Math.min(acknowledged, copies)).toBeGreaterThan(0)
})

test('twenty connections that read and write get no error', async () => {
  const { errors, requests } = await proveLoad(20, 2)
  expect(errors).toEqual({ broken: 0, late: 0, refused: 0 })
  expect(requests).toBeGreaterThan(0)
})

test('a backup made while people write is whole, on both databases', async () => {
  const { faults, acknowledged } = await proveBackup('sqlite', 1)
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
})
