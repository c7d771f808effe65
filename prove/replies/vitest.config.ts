// Runs the recorder as a test, because the servers of tests are started by hooks of tests.
import { defineConfig } from 'vitest/config'

const isPostgres = process.env.LECTERN_TEST_DATABASE === 'postgres'

export default defineConfig({
  test: {
    include: ['prove/replies/recording.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    experimental: { fsModuleCache: true },
    globalSetup: ['test/support/scratch.ts', ...(isPostgres ? ['test/support/postgres-server.ts'] : [])],
  },
})
