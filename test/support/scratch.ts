// One folder for all that a run of the tests leaves on disk: what a server that was killed could not remove goes with it.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/db/database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An SQLite database with today's schema and no rows. */
    sqlite: string
  }
}

/** Generous, as containers often give it 64 MB, which a run would fill. */
const ENOUGH = 2 ** 31

// Where nothing waits for a disk, if the machine has such a place: crash safety is proven by `npm run prove:crash`.
function findPlace(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > ENOUGH ? memory : tmpdir()
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(findPlace(), 'lectern-tests-'))
  // As root, a PostgreSQL of a test runs as a user of its own, who has to get in.
  chmodSync(folder, 0o755)
  project.config.env = { ...project.config.env, TMPDIR: folder }
  const file = join(folder, 'migrated.db')
  const database = openDatabase({ url: file })
  await database.migrate()
  await database.close()
  project.provide('sqlite', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
