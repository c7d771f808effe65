// Proves that a server can run for years: readers, writers, merges, imports, PDFs and sites, over and over, in spaces
// that are deleted in the end. Afterwards, memory, handles, temporary files and tables must be as large as they were
// after the first third; only what is history by design has grown.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { type Client, persistentClient, type Troubles } from './client.ts'
import { liveDay, prepareDays } from './soak-day.ts'
import { measureState, type State, settle } from './soak-state.ts'

export interface SoakResult {
  days: number
  before: State
  after: State
  faults: string[]
}

const MEGABYTE = 1e6

/** Tables may grow by a tenth and this many bytes: pages of an index are split at different places. */
const ROOM_IN_TABLE = 128 * 1024

/** What is kept for good: who did what. */
const HISTORY = ['events', 'notifications', 'mails']

export async function proveSoak(seconds: number): Promise<SoakResult> {
  const folder = await scratchFolder()
  const temporary = join(folder.path, 'tmp')
  await mkdir(temporary)
  const server = await startLectern(folder.path, { TMPDIR: temporary })
  try {
    const troubles: Troubles = new Map()
    const client = persistentClient(() => server.url, troubles)
    const place = { server, data: folder.path, temporary }
    let days = await live(server, client, seconds / 3)
    await settle(place)
    const before = await measureState(place)
    days += await live(server, client, (seconds * 2) / 3)
    await settle(place)
    const after = await measureState(place)
    const failed = [...troubles].map(([trouble, count]) => `${count} requests failed: ${trouble}.`)
    return { days, before, after, faults: [...failed, ...compare(before, after)] }
  } finally {
    await server.stop()
    await folder.remove()
  }
}

/** Two people live one day after the other. */
async function live(server: Server, client: Client, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  const days = await prepareDays(client)
  let count = 0
  const person = async () => {
    do await liveDay(server.url, client, days, count++)
    while (performance.now() < end)
  }
  await Promise.all([person(), person()])
  return count
}

function compare(before: State, after: State): string[] {
  const tables = Object.entries(after.tables).filter(([name, bytes]) => {
    const allowed = (before.tables[name] ?? 0) * 1.1 + ROOM_IN_TABLE
    return !HISTORY.some((history) => name.startsWith(history)) && bytes > allowed
  })
  return [
    ...(after.memory > before.memory * 1.2 + 30 * MEGABYTE
      ? [`Memory grew from ${Math.round(before.memory / MEGABYTE)} to ${Math.round(after.memory / MEGABYTE)} MB.`]
      : []),
    ...(after.handles > before.handles + 5 ? [`Handles grew from ${before.handles} to ${after.handles}.`] : []),
    ...(after.temporaryFiles > before.temporaryFiles
      ? [`Temporary files grew from ${before.temporaryFiles} to ${after.temporaryFiles}.`]
      : []),
    ...(after.storedBytes > before.storedBytes * 1.1 + MEGABYTE
      ? [`Stored files grew from ${before.storedBytes} to ${after.storedBytes} bytes.`]
      : []),
    ...tables.map(([name, bytes]) => `The table ${name} grew from ${before.tables[name] ?? 0} to ${bytes} bytes.`),
  ]
}
