// What a server holds: memory, handles, temporary and stored files, and the size of each table.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { ADMIN_TOKEN, type Server } from '../bench/servers.ts'
import { RESTORABLE_FOR } from '../src/access/loading/objects.ts'
import { DAY, fromNow } from '../src/lib/time.ts'

export interface State {
  /** Resident, in bytes. */
  memory: number
  /** Open files and sockets. */
  handles: number
  temporaryFiles: number
  /** Bytes of the files in the data folder, without the database. */
  storedBytes: number
  /** Bytes of each table and index that has some. */
  tables: Record<string, number>
}

const SMALLEST_TABLE = 32 * 1024

export interface Place {
  server: Server
  /** The data folder. */
  data: string
  /** The folder of temporary files. */
  temporary: string
}

export async function measureState({ server, data, temporary }: Place): Promise<State> {
  return {
    memory: await server.memory(),
    handles: (await readdir(`/proc/${server.pid}/fd`)).length,
    temporaryFiles: (await readdir(temporary, { recursive: true })).length,
    storedBytes: await sizeOf(data, temporary),
    tables: tableSizes(join(data, 'lectern.db')),
  }
}

async function sizeOf(folder: string, except: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('lectern.db'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(except))
  const sizes = await Promise.all(files.map((file) => stat(file).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function tableSizes(file: string): Record<string, number> {
  const database = new Sqlite(file, { readonly: true })
  const rows = database.prepare('select name, sum(pgsize) from dbstat group by name').raw().all() as [string, number][]
  database.close()
  return Object.fromEntries(rows.filter(([, bytes]) => bytes >= SMALLEST_TABLE))
}

/** Lets time pass, so that what was deleted can no longer be restored, and waits until all work that follows is done. */
export async function settle({ server, data }: Place): Promise<void> {
  const database = new Sqlite(join(data, 'lectern.db'))
  database.prepare('update spaces set deleted_at = ? where deleted_at is not null').run(fromNow(-RESTORABLE_FOR - DAY))
  database.prepare('update idempotency_keys set created_at = ?').run(fromNow(-RESTORABLE_FOR))
  const makeDue = (kinds: string) =>
    database.prepare(`update jobs set run_at = ? where state = 'queued' and kind like ?`).run(fromNow(-DAY), kinds)
  const isQuiet = () =>
    database.prepare(`select count(*) from jobs where state = 'queued' and run_at <= ?`).pluck().get(fromNow(0)) === 0
  // What nothing needs is marked by one run, and deleted by the next.
  for (const kinds of ['purge-%', 'prune-%', 'collect-%', 'collect-%']) {
    for (const table of ['objects', 'unused_files'])
      database.prepare(`update ${table} set unused_since = ? where unused_since is not null`).run(fromNow(-30 * DAY))
    makeDue(kinds)
    do await pause(500)
    while (!isQuiet())
  }
  database.close()
  await collectGarbage(server)
}

/** Memory is given back when there is something to do. */
async function collectGarbage(server: Server): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  for (let request = 0; request < 200; request++)
    await fetch(`${server.url}/v1/user`, { headers }).then((response) => response.text())
}
