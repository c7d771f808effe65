// `npm run bench` measures Lectern as people use it, next to a bare server, and fails below the floors of rows.ts and
// starting.ts. `--only sqlite` and `--only postgres` measure one database, `--long` uses the server for ten minutes before
// its memory is read, `--markdown` prints the table alone. BENCH_SERVER=<checkout> measures another version,
// BENCH_PAGES=<folder> fills it with real pages.
import { apiOf } from './api.ts'
import { bodiesOf } from './compare.ts'
import { type MeasuredDatabase, type Store, sqlite, startPostgres } from './databases.ts'
import { listPages } from './pages.ts'
import { listReads } from './reads.ts'
import { isMissed, listMisses, type Result, type Results, toTable } from './report.ts'
import { listRows, type Row } from './rows.ts'
import { type Server, startBare, startLectern } from './servers.ts'
import { listStartRows } from './starting.ts'
import { fillWorld, type World } from './world.ts'

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const results: Results = {}
if (only !== 'postgres') results.SQLite = await measure(sqlite)
if (only !== 'sqlite') results.PostgreSQL = await measure(await startPostgres())
console.log(toTable(results))
const misses = listMisses(results)
if (!process.argv.includes('--markdown')) {
  console.log('\nµs: processor time of a request. ²: measured once more, after the first figure missed the floor.')
  for (const miss of misses) console.log(miss)
}
if (misses.length > 0) process.exitCode = 1

async function measure(database: MeasuredDatabase): Promise<Result[]> {
  const store = await database.createStore()
  try {
    const { results, world } = await measureRunning(database, store)
    return [...results, ...(await measureRows(listStartRows(store, world), database))]
  } catch (error) {
    // Before the database is stopped: if it is gone, that does not end, and the process exits without a word.
    console.error(error)
    process.exitCode = 1
    throw error
  } finally {
    await store.remove()
    await database.stop()
  }
}

async function measureRunning(database: MeasuredDatabase, store: Store): Promise<{ results: Result[]; world: World }> {
  const lectern = await startLectern(store.folder, store.environment)
  const servers: Server[] = [lectern]
  try {
    const api = await apiOf(lectern)
    const world = await fillWorld(api, store)
    const reads = listReads(world).flatMap(({ requests }) => requests)
    const bodies = await bodiesOf(lectern, reads)
    const pagesOfSite = Object.fromEntries(world.site.map((path) => [path, bodies[path]]))
    const others = {
      bytes: await startBare('bytes', bodies),
      files: await startBare('files', pagesOfSite),
      search: await startBare('search', listPages(world.small.pages.length)),
    }
    servers.push(...Object.values(others))
    const rows = listRows({ lectern, api, database, store, world, others })
    return { results: await measureRows(rows, database), world }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** A row that misses its floor is measured once more at the end: something else may have kept the machine busy. */
async function measureRows(rows: readonly Row[], { name }: MeasuredDatabase): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) {
    console.error(`${name}: ${row.name}`)
    results.push({ row, figure: await row.measure(), isSecond: false })
  }
  for (const result of results.filter(({ row, figure }) => isMissed(row, figure, name))) {
    console.error(`${name}: ${result.row.name}, once more after ${result.figure.value.toFixed(2)}`)
    Object.assign(result, { figure: await result.row.measure(), isSecond: true })
  }
  return results
}
