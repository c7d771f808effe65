// `tsx prove/make-fixture.ts <folder of a release>`: creates the database fixtures of that release for the upgrade
// tests. The folder is a checkout of the release with its packages installed.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { ADMIN_TOKEN, scratchFolder, startLectern } from '../bench/servers.ts'
import { persistentClient } from './client.ts'
import { fill, record } from './fixture-content.ts'
import { startPostgres } from './postgres.ts'

const SECRET = 'the-secret-of-all-databases-that-are-stored-for-tests'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: tsx prove/make-fixture.ts <folder of a release>.')
const launcher = join(resolve(folder), 'bin/lectern.js')

const scratch = await scratchFolder()
const postgres = await startPostgres()
try {
  const answers = await recordRelease(scratch.path)
  const [copy, first, second] = ['copy.db', 'first.db', 'second.db'].map((name) => join(scratch.path, name)) as [
    string,
    string,
    string,
  ]
  new Sqlite(join(scratch.path, 'lectern.db')).prepare('vacuum into ?').run(copy)
  // The same rows, from PostgreSQL of that release.
  lectern(['backup', first])
  lectern(['restore', first], { DATABASE_URL: postgres.url, LECTERN_DATA: `${scratch.path}/other` })
  lectern(['backup', second], { DATABASE_URL: postgres.url, LECTERN_DATA: `${scratch.path}/other` })
  const schema = lastMigration(copy)
  const target = new URL(`../test/upgrades/${schema}/`, import.meta.url)
  await mkdir(target, { recursive: true })
  await writeFile(new URL('sqlite.db.gz', target), gzipSync(await readFile(copy), { level: 9 }))
  await writeFile(new URL('postgres-backup.db.gz', target), gzipSync(await readFile(second), { level: 9 }))
  await writeFile(new URL('answers.json.gz', target), gzipSync(JSON.stringify(answers), { level: 9 }))
  console.log(`Stored ${schema}: ${Object.keys(answers).length} answers.`)
} finally {
  await postgres.remove()
  await scratch.remove()
}

async function recordRelease(data: string) {
  const server = await startLectern(data, { LECTERN_SECRET: SECRET }, launcher)
  try {
    const client = persistentClient(() => server.url, new Map())
    await fill(client)
    return await record(client)
  } finally {
    await server.stop()
  }
}

function lectern(args: string[], environment: Record<string, string> = {}): void {
  const env = { ...process.env, LECTERN_DATA: scratch.path, LECTERN_SECRET: SECRET, LECTERN_ADMIN_TOKEN: ADMIN_TOKEN }
  execFileSync(process.execPath, [launcher, ...args], { env: { ...env, ...environment }, stdio: 'inherit' })
}

function lastMigration(file: string): string {
  const database = new Sqlite(file, { readonly: true })
  return database.prepare('select max(name) from kysely_migration').pluck().get() as string
}
