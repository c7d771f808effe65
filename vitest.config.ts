import { defineConfig } from 'vitest/config'

// Pure code is tested once; everything that talks to a database runs on both, with the same files.
const pure = ['src/{lib,engine,markdown,render}/**/*.test.ts', 'test/architecture.test.ts']
const all = ['src/**/*.test.ts', 'test/**/*.test.ts']

// Time limits find what hangs, not what is slow on a busy machine.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'pure', include: pure, ...patience } },
      { test: { name: 'sqlite', include: all, exclude: pure, env: { LECTERN_TEST_DATABASE: 'sqlite' }, ...patience } },
      {
        test: {
          name: 'postgres',
          include: all,
          exclude: pure,
          env: { LECTERN_TEST_DATABASE: 'postgres' },
          globalSetup: ['test/support/postgres-server.ts'],
          ...patience,
        },
      },
    ],
  },
})
