import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What starts servers and databases of its own runs once, apart.
const proofs = ['test/proofs.test.ts', 'test/contributing.test.ts']

/** What runs in a real browser, on SQLite alone. */
const inBrowser = (file: string): boolean => file.startsWith('test/browser/')

const files = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.test.ts') && !proofs.includes(file))

/** Whether a file starts a server or opens a database of the kind that the run is about. */
const opensDatabase = (file: string): boolean =>
  /support\/(server|database)\.ts'/.test(readFileSync(join(import.meta.dirname, file), 'utf8'))

// What opens no database is tested once; what does runs on both, with the same files. Some files take long and find the
// same on either: they run on one. With LECTERN_TEST_BOTH=1 (`npm run test:both`), every file runs on both.
const pure = files.filter((file) => !opensDatabase(file) && !inBrowser(file))
const withDatabase = files.filter((file) => opensDatabase(file) && !inBrowser(file))

/** Permissions, rendering, parsing and processes: the queries behind them are tested on both elsewhere. */
const SQLITE_ALONE = [
  'src/cli/',
  'src/domain/comments/bodies.test.ts',
  'src/domain/comments/presenter.test.ts',
  'src/domain/content-changes/batch.test.ts',
  'src/domain/content-changes/imports.test.ts',
  'src/domain/content-changes/file-input.test.ts',
  'src/domain/dispatch/',
  'src/domain/documents/',
  'src/domain/site-structure/',
  'src/domain/spaces/presenter.test.ts',
  ...['account', 'join', 'local-path', 'mail', 'oidc', 'one-account', 'passkey', 'password', 'sign-in', 'sign-up'].map(
    (name) => `src/front/sign-in/${name}.test.ts`,
  ),
  'src/pictures/',
  'src/resources/content/computed-pages.test.ts',
  'src/resources/content/document-changes.test.ts',
  'src/resources/content/document-import.test.ts',
  'src/resources/content/import-bounds.test.ts',
  'src/resources/content/large/',
  'src/resources/content/scale.test.ts',
  'src/resources/customization/',
  'src/resources/embeds/',
  'src/resources/files/',
  'src/resources/git/',
  'src/resources/hostnames/takeover.test.ts',
  'src/resources/integration-activity/',
  'src/resources/integration-installations/',
  'src/resources/oidc/',
  'src/resources/openapi-specs/',
  'src/resources/pdf/',
  'src/resources/saml/',
  'src/resources/site-lookup/',
  'src/resources/spaces/templates.test.ts',
  'src/resources/webhooks/',
  'src/scim/',
  ...[
    'api-pages',
    'export/',
    'hidden-parts',
    'interfaces',
    'look/',
    'machines/',
    'mcp/',
    'pages/',
    'rate-limit',
    'reading',
    'routes/',
    'sites.test',
    'social',
    'try-it.test',
    'visitor/',
  ].map((name) => `src/sites/${name}`),
  'test/access-matrix.test.ts',
  'test/conformance.test.ts',
  'test/docs.test.ts',
  'test/editor-blocks.test.ts',
  'test/every-operation.test.ts',
  'test/http.test.ts',
  'test/openapi.test.ts',
  'test/renderer.test.ts',
  'test/sign-in-snippets.test.ts',
  'test/site-tokens.test.ts',
  'test/visitor-views.test.ts',
]

/** Bad input, and what follows the event log: PostgreSQL is the stricter of the two, and numbers events later. */
const POSTGRES_ALONE = ['src/domain/content-changes/base.test.ts', 'src/resources/notifications/', 'test/fuzz.test.ts']

const isEither = (file: string, alone: readonly string[]): boolean =>
  process.env.LECTERN_TEST_BOTH !== '1' && alone.some((path) => file.startsWith(path))

const sqliteFiles = withDatabase.filter((file) => !isEither(file, POSTGRES_ALONE))
const postgresFiles = withDatabase.filter((file) => !isEither(file, SQLITE_ALONE))

// Time limits find what hangs, not what is slow on a busy machine.
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000, interval: 100 } },
}

// Every file starts a server of its own; loading the whole house anew for each would take longer than the tests.
const shared = {
  ...patience,
  isolate: false,
  globalSetup: ['test/support/scratch.ts'],
  setupFiles: ['test/support/properties.ts'],
}

const sqlite = { LECTERN_TEST_DATABASE: 'sqlite' }
const postgres = { LECTERN_TEST_DATABASE: 'postgres' }

/** The projects `pure` and `sqlite`, without some files. */
export const onSqlite = (isLeftOut: (file: string) => boolean = () => false) => [
  { test: { name: 'pure', include: pure.filter((file) => !isLeftOut(file)), ...shared } },
  { test: { name: 'sqlite', include: sqliteFiles.filter((file) => !isLeftOut(file)), env: sqlite, ...shared } },
]

// Servers and databases wait a lot: one file at a time would leave half of two processors idle.
export const maxWorkers = '100%'

export default defineConfig({
  test: {
    maxWorkers,
    // Every project needs nearly every module: each is transformed once for all of them.
    experimental: { fsModuleCache: true },
    projects: [
      ...onSqlite(),
      { test: { name: 'browser', include: files.filter(inBrowser), env: sqlite, ...shared } },
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
        test: {
          name: 'postgres',
          include: postgresFiles,
          env: postgres,
          ...shared,
          globalSetup: [...shared.globalSetup, 'test/support/postgres-server.ts'],
        },
      },
    ],
  },
})
