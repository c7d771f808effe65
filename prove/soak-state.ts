// What a server holds: memory, handles, temporary and stored files, and the size of each table.
import { readdir, rename, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { ADMIN_TOKEN, type Server } from '../bench/servers.ts'
import { RESTORABLE_FOR } from '../src/access/loading/objects.ts'
import { UPLOADS_KEPT } from '../src/files/uploads.ts'
import { firstIdAt } from '../src/lib/ids.ts'
import { DAY, fromNow } from '../src/lib/time.ts'

export interface State {
  /** Resident, in bytes. */
  memory: number
  /** Open files and sockets. */
  handles: number
  temporaryFiles: number
  /** Bytes of the files in the data folder, without the database and without caches, which have bounds of their own. */
  storedBytes: number
  /** Bytes of each table that has some, with its indexes. */
  tables: Record<string, number>
}

const SMALLEST_TABLE = 32 * 1024
/** Folders of what can be made again. */
const CACHES = ['pdf', 'cards', 'pictures']

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
    storedBytes: await sizeOf(data, [temporary, ...CACHES.map((cache) => join(data, cache))]),
    tables: tableSizes(join(data, 'lectern.db')),
  }
}

async function sizeOf(folder: string, except: readonly string[]): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('lectern.db'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !except.some((other) => file.startsWith(other + sep)))
  const sizes = await Promise.all(files.map((file) => stat(file).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function tableSizes(file: string): Record<string, number> {
  const database = new Sqlite(file, { readonly: true })
  const byTable = `
    select coalesce(tbl_name, dbstat.name) as "table", sum(pgsize)
    from dbstat left join sqlite_schema using (name) group by "table"`
  const rows = database.prepare(byTable).raw().all() as [string, number][]
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
  await endUploads(join(data, 'files/uploads'))
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

/** The key of an upload says when it was. */
async function endUploads(folder: string): Promise<void> {
  const past = firstIdAt(Date.now() - UPLOADS_KEPT - DAY)
  for (const { name, parentPath } of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (name.length > past.length)
      await rename(join(parentPath, name), join(parentPath, past + name.slice(past.length)))
}

/** Memory is given back when there is something to do. */
async function collectGarbage(server: Server): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  for (let request = 0; request < 200; request++)
    await fetch(`${server.url}/v1/user`, { headers }).then((response) => response.text())
}
