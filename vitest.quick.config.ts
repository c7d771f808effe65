// `npm run test:quick`: what tells in two minutes whether a change is sound. CONTRIBUTING.md says what it leaves out.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { maxWorkers, onSqlite } from './vitest.config.ts'

/** Each calls every operation, runs processes of its own, or is among those that take longest. */
const LEFT_OUT = [
  'src/backup/backup.test.ts',
  'src/cli/cli.test.ts',
  'src/domain/comments/bodies.test.ts',
  'src/domain/content-changes/imports.test.ts',
  'src/domain/documents/check.test.ts',
  'src/domain/site-structure/structure.test.ts',
  'src/engine/keys/keep-keys.test.ts',
  'src/engine/merge/merge-documents.test.ts',
  'src/engine/merge/merge-trees.test.ts',
  'src/front/sign-in/join.test.ts',
  'src/front/sign-in/mail.test.ts',
  'src/front/sign-in/password.test.ts',
  'src/front/sign-in/sign-in.test.ts',
  'src/git/push.test.ts',
  'src/markdown/growth.test.ts',
  'src/pdf/fuzz.test.ts',
  'src/pdf/pdfs.test.ts',
  'src/repository/laws.test.ts',
  'src/resources/active-integrations/active-integrations.test.ts',
  'src/resources/change-requests/merge.test.ts',
  'src/resources/content/computed-pages.test.ts',
  'src/resources/content/import-bounds.test.ts',
  'src/resources/content/large/large.test.ts',
  'src/resources/content/large/rewriting.test.ts',
  'src/resources/content/scale.test.ts',
  'src/resources/git/bounds.test.ts',
  'src/resources/git/folder-repositories.test.ts',
  'src/resources/git/git.test.ts',
  'src/resources/hostnames/takeover.test.ts',
  'src/resources/import-runs/import-runs.test.ts',
  'src/resources/integration-activity/integration-activity.test.ts',
  'src/resources/integration-activity/public-runtime.test.ts',
  'src/resources/integration-installations/tokens.test.ts',
  'src/resources/members/visible-spaces.test.ts',
  'src/resources/notifications/notifications.test.ts',
  'src/resources/openapi-specs/openapi-specs.test.ts',
  'src/resources/pdf/pdf.test.ts',
  'src/resources/sites/structure/scale.test.ts',
  'src/resources/webhooks/webhooks.test.ts',
  'src/runtime/runtime.test.ts',
  'src/sites/hidden-parts.test.ts',
  'src/sites/mcp/mcp.test.ts',
  'src/threads/threads.test.ts',
  'test/access-matrix.test.ts',
  'test/conformance.test.ts',
  'test/every-operation.test.ts',
  'test/fuzz.test.ts',
  'test/paging.test.ts',
  'test/release.test.ts',
  'test/renderer.test.ts',
  'test/site-tokens.test.ts',
  'test/upgrades/upgrades.test.ts',
  'test/visitor-views.test.ts',
]

for (const file of LEFT_OUT)
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`${file} is left out, and not there.`)

// Laws of markdown are tried with fewer documents; the workers inherit this.
process.env.LECTERN_LAW_RUNS ??= '50'

export default defineConfig({
  test: { maxWorkers, projects: onSqlite((file) => LEFT_OUT.includes(file)) },
})
