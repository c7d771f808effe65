// `npm run bench`: compares Lectern with the capacity of this machine, on SQLite and on PostgreSQL, and measures how cost
// grows with a space and with an organization. Prints tables, or JSON with --json, and fails below the floors of
// floors.ts. With --quick it takes about two minutes: shorter rounds, smaller numbers, and neither sites nor the editor nor
// PDFs. `--only sqlite`, `--only postgres` and `--only pages` measure one part.
import { apiOf } from './api.ts'
import { compareComments, measureComments } from './comments.ts'
import { isQuick, median } from './compare.ts'
import { type MeasuredDatabase, sqliteIn, startPostgres } from './databases.ts'
import { measureDiff } from './diff.ts'
import { measureEditor } from './editor.ts'
import { listFailures } from './floors.ts'
import { measureOrganizations } from './organizations.ts'
import { measurePdf } from './pdf.ts'
import { measureReading } from './reading.ts'
import { type DatabaseFigures, type PageFigures, show } from './report.ts'
import { idle, measureScaling, noteScheduled } from './scaling.ts'
import { scratchFolder, startLectern } from './servers.ts'
import { measureSitePages } from './site-pages.ts'
import { measureReaders } from './site-readers.ts'
import { measureWriting } from './writing.ts'

const parts = process.argv.includes('--only')
  ? [process.argv[process.argv.indexOf('--only') + 1]]
  : ['sqlite', 'postgres', ...(isQuick ? [] : ['pages'])]
const figures: DatabaseFigures[] = []
if (parts.includes('sqlite')) figures.push(await inFolder(async (folder) => measure(sqliteIn(folder), folder)))
if (parts.includes('postgres')) figures.push(await inFolder(async (folder) => measure(await startPostgres(), folder)))
const pages = parts.includes('pages') ? await inFolder(measurePages) : undefined
show({ figures, pages })
const failures = figures.flatMap(listFailures)
for (const failure of failures) console.error(failure)
if (failures.length > 0) process.exitCode = 1

async function measure(database: MeasuredDatabase, folder: string): Promise<DatabaseFigures> {
  try {
    await (await startLectern(folder, database.environment)).stop()
    const figures = await measureRunning(database, folder)
    return { ...figures, startMilliseconds: await measureStart(database, folder) }
  } catch (error) {
    // Before the database is stopped: if it is gone, that does not end, and the process exits without a word.
    console.error(error)
    process.exitCode = 1
    throw error
  } finally {
    await database.stop()
  }
}

/** Starts on the data of the whole run. */
async function measureStart(database: MeasuredDatabase, folder: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 3; at++) {
    const lectern = await startLectern(folder, database.environment)
    times.push(lectern.readyAfter)
    await lectern.stop()
  }
  return Math.round(median(times))
}

async function measureRunning(
  database: MeasuredDatabase,
  folder: string,
): Promise<Omit<DatabaseFigures, 'startMilliseconds'>> {
  const lectern = await startLectern(folder, database.environment)
  try {
    const memory = await lectern.memory()
    const api = apiOf(lectern)
    const organization = (await api.get('/orgs')).items[0].id
    const comparisons = await measureReading(lectern, api, database)
    const writing = await measureWriting(lectern, api, organization)
    if (!isQuick) comparisons.push(...(await compareComments(lectern, api, organization)))
    const { growths, searchP95 } = await measureScaling(api, database.url, organization)
    growths.push(...(await measureComments(api, database.url, organization)))
    growths.push(...(await measureOrganizations(api, database.url)))
    return {
      name: database.name,
      comparisons,
      growths,
      searchP95,
      writing,
      idleMemoryMB: Math.round(memory / 1e6),
    }
  } finally {
    await lectern.stop()
  }
}

/** Pages for people: sites, the editor, PDFs. */
async function measurePages(folder: string): Promise<PageFigures> {
  // The first start imports the welcome space.
  await (await startLectern(folder)).stop()
  const lectern = await startLectern(folder)
  try {
    const api = apiOf(lectern)
    const organization = (await api.get('/orgs')).items[0].id
    await noteScheduled(api)
    const sites = await measureSitePages(lectern, api, organization)
    const readers = await measureReaders(api, organization)
    const diff = await measureDiff(api, organization)
    const editor = await measureEditor(api, { url: lectern.url, data: folder }, organization)
    // The last writes are still being indexed.
    await idle(api)
    return { sites, readers, diff, editor, pdf: await measurePdf(api, organization) }
  } finally {
    await lectern.stop()
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await scratchFolder()
  try {
    return await work(folder.path)
  } finally {
    await folder.remove()
  }
}
