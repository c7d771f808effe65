// What runs where. The tags that test files have are described in CONTRIBUTING.md.
import { defineConfig } from 'vitest/config'
import { type TestFile, testFiles } from './test/support/test-files.ts'

// Time limits find what hangs, not what is slow on a busy machine.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000, interval: 100 } } }

const globalSetup = ['test/support/scratch.ts']

// Every file starts a server of its own; loading the whole house anew for each would take longer than the tests.
const shared = { ...patience, isolate: false, globalSetup, setupFiles: ['test/support/properties.ts'] }

const sqlite = { env: { LECTERN_TEST_DATABASE: 'sqlite' } }
const postgres = {
  env: { LECTERN_TEST_DATABASE: 'postgres' },
  globalSetup: [...globalSetup, 'test/support/postgres-server.ts'],
}

type Wanted = (file: TestFile) => boolean

/** With LECTERN_TEST_BOTH=1 (`npm run test:both`), every file that opens a database runs on both. */
const runsWithout =
  (tag: string): Wanted =>
  ({ kind, tags }) =>
    kind === 'database' && (process.env.LECTERN_TEST_BOTH === '1' || !tags.includes(tag))

const project = (name: string, isWanted: Wanted, options: object) => ({
  test: { name, include: testFiles.filter(isWanted).map(({ path }) => path), ...options },
})

/** What needs no PostgreSQL, as far as it is wanted. */
export const onSqlite = (isWanted: Wanted = () => true) => [
  project('pure', (file) => file.kind === 'pure' && isWanted(file), shared),
  project('sqlite', (file) => runsWithout('only-postgres')(file) && isWanted(file), { ...shared, ...sqlite }),
]

// Servers and databases wait a lot: one file at a time would leave half of two processors idle.
export const maxWorkers = '100%'

const projects = [
  ...onSqlite(),
  project('postgres', runsWithout('only-sqlite'), { ...shared, ...postgres }),
  project('browser', ({ kind }) => kind === 'browser', { ...shared, ...sqlite }),
  project('proofs', ({ kind }) => kind === 'proof', { testTimeout: 300_000, hookTimeout: 300_000, globalSetup }),
]

// Every project needs nearly every module: each is transformed once for all of them.
export default defineConfig({ test: { maxWorkers, experimental: { fsModuleCache: true }, projects } })
