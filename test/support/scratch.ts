// One folder for all files of a test run, so that files of killed servers are removed too.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/db/database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An empty SQLite database with the current schema. */
    sqlite: string
  }
}

/** Generous, because containers often have only 64 MB, which a run would fill. */
const ENOUGH = 2 ** 31

// Prefers a memory file system: `npm run prove:crash` proves crash safety.
function findPlace(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > ENOUGH ? memory : tmpdir()
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(findPlace(), 'lectern-tests-'))
  // If root runs this, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755)
  project.config.env = { ...project.config.env, TMPDIR: folder }
  const file = join(folder, 'migrated.db')
  const database = await openDatabase({ url: file })
  await database.migrate()
  await database.close()
  project.provide('sqlite', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
