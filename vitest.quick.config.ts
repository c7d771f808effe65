// `npm run test:quick`: what tells in two minutes whether a change is sound. CONTRIBUTING.md says what it leaves out.
import { defineConfig } from 'vitest/config'
import { maxWorkers, onSqlite } from './vitest.config.ts'

// Laws of markdown are tried with fewer documents; the workers inherit this.
process.env.LECTERN_LAW_RUNS ??= '50'

export default defineConfig({ test: { maxWorkers, projects: onSqlite(({ tags }) => !tags.includes('slow')) } })
