import { defineConfig } from 'vitest/config'

// What knows no database is tested once; everything that talks to one runs on both, with the same files.
const pure = ['src/{lib,engine,expressions,markdown,render,repository,pdf}/**/*.test.ts', 'test/architecture.test.ts']
// What starts servers and databases of its own runs once too.
const proofs = ['test/proofs.test.ts']
const elsewhere = [...pure, ...proofs]
const all = ['src/**/*.test.ts', 'test/**/*.test.ts']

// Time limits find what hangs, not what is slow on a busy machine.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

// Every file starts a server of its own; loading the whole house anew for each would take longer than the tests.
const shared = { ...patience, isolate: false, globalSetup: ['test/support/scratch.ts'] }

export default defineConfig({
  test: {
    // Servers and databases wait a lot: one file at a time would leave half of two processors idle.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'pure', include: pure, ...shared } },
      {
        test: {
          name: 'proofs',
          include: proofs,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['test/support/scratch.ts'],
        },
      },
      {
        test: { name: 'sqlite', include: all, exclude: elsewhere, env: { LECTERN_TEST_DATABASE: 'sqlite' }, ...shared },
      },
      {
        test: {
          name: 'postgres',
          include: all,
          exclude: elsewhere,
          env: { LECTERN_TEST_DATABASE: 'postgres' },
          ...shared,
          globalSetup: [...shared.globalSetup, 'test/support/postgres-server.ts'],
        },
      },
    ],
  },
})
