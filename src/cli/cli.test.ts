// @only-sqlite @slow
// The command line, tested as a real process on a real store, next to a running server.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import { databaseKind, type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { freePort } from '../../test/support/free-port.ts'
import { httpAs } from '../../test/support/http.ts'
import { publication } from '../../test/support/integrations.ts'
import { startedMailbox } from '../../test/support/mailbox.ts'
import { openDatabase } from '../db/database.ts'

const LECTERN = fileURLToPath(new URL('../../bin/lectern.js', import.meta.url))
const TOKEN = /lct_[0-9A-Za-z]{40}/

interface Ended {
  code: number | null
  out: string
  err: string
}

let folder: string
let fresh: FreshDatabase
let environment: Record<string, string>
const servers: Server[] = []

interface Server {
  process: ChildProcess
  url: string
  /** The output so far. */
  out(): string
  ended: Promise<Ended>
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
  fresh = await freshDatabase()
  environment = storeIn('data', databaseKind === 'postgres' ? fresh.url : undefined)
  expect((await run(['--build'])).code).toBe(0)
}, 180_000)

afterEach(async () => {
  for (const { process, ended } of servers.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
})

afterAll(async () => {
  await fresh.remove()
  rmSync(folder, { recursive: true, force: true })
})

function storeIn(name: string, database?: string): Record<string, string> {
  const data = join(folder, name)
  return { PATH: process.env.PATH!, TMPDIR: tmpdir(), LECTERN_DATA: data, ...(database && { DATABASE_URL: database }) }
}

function start(
  args: string[],
  env: Record<string, string>,
  input = '',
): { process: ChildProcess; out(): string; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [LECTERN, ...args], { env, cwd: folder, stdio: 'pipe' })
  child.stdin.end(input)
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err: err.replace('Building Lectern …\n', '') })),
  )
  return { process: child, out: () => out, ended }
}

const run = (args: string[], env = environment): Promise<Ended> => start(args, env).ended

async function lectern(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args)
  expect({ code, err }, args.join(' ')).toEqual({ code: 0, err: '' })
  return out
}

const lecternJson = async (...args: string[]) => JSON.parse(await lectern(...args, '--json'))

/** Starts the server and waits until it responds. */
async function serve(env = environment): Promise<Server> {
  const port = await freePort()
  const started = start(['serve'], { ...env, PORT: String(port) })
  const server = { ...started, url: `http://127.0.0.1:${port}` }
  servers.push(server)
  const ended = started.ended.then(({ err }) => {
    throw new Error(`The server ended: ${err}`)
  })
  const ready = until(async () => (await fetch(`${server.url}/healthz`).catch(() => undefined))?.status === 200)
  await Promise.race([ready, ended])
  await until(() => server.out().includes('is running at'))
  return server
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function stop(server: Server): Promise<Ended> {
  server.process.kill('SIGTERM')
  return server.ended
}

const LINK = /http:\S+\/sign-in\/link\/\w{40}/
/** Pages for people are at one host. */
const originOf = ({ url }: Server) => url.replace('127.0.0.1', 'localhost')

const statusFor = async (server: Server, token: string): Promise<number> =>
  (await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status

describe('lectern serve', () => {
  test('prints a token that works on the first start, and none on the second', async () => {
    const first = await serve()
    const token = TOKEN.exec(first.out())![0]
    expect(first.out()).toContain(`is running at ${first.url.replace('127.0.0.1', 'localhost')}`)
    expect(await statusFor(first, token)).toBe(200)
    // The site that it prints is there.
    const site = /A first site +(\S+)/.exec(first.out())![1]!
    expect(await (await fetch(site)).text()).toContain('<h1>Lectern</h1>')
    expect((await stop(first)).code).toBe(0)

    const second = await serve()
    expect(second.out()).not.toMatch(TOKEN)
    expect(second.out()).toContain(`A first site   ${new URL(new URL(site).pathname, originOf(second))}`)
    expect(await statusFor(second, token)).toBe(200)
    await stop(second)
  }, 180_000)

  test('prints a link that signs the first admin in, until they have set up their account', async () => {
    const other = databaseKind === 'postgres' ? await freshDatabase() : undefined
    const store = storeIn('people', other?.url)
    const first = await serve(store)
    const browser = openBrowser()
    expect((await browser.complete(LINK.exec(first.out())![0], {})).text).toContain('Welcome to Lectern')
    const form = { organization: 'Ours', name: 'First', email: 'first@example.com', password: 'correct horse battery' }
    const done = await browser.complete(`${originOf(first)}/sign-in/setup`, form)
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('id="console"')])
    // Sites are at the name of the organization, and what was printed still leads there.
    const site = /A first site +(\S+)/.exec(first.out())![1]!
    expect(new URL((await fetch(site)).url).pathname).toBe('/ours/welcome/')
    await stop(first)
    const second = await serve(store)
    expect(second.out()).not.toMatch(LINK)
    await stop(second)
    await other?.remove()
  }, 180_000)

  test('does not print a configured token', async () => {
    const other = databaseKind === 'postgres' ? await freshDatabase() : undefined
    const given = 'a-token-from-the-configuration-of-the-server'
    const server = await serve({ ...storeIn('given', other?.url), LECTERN_ADMIN_TOKEN: given })
    expect(server.out()).not.toContain(given)
    expect(await statusFor(server, given)).toBe(200)
    await stop(server)
    await other?.remove()
  }, 180_000)

  test('finishes a request in flight on SIGTERM, then exits with 0', async () => {
    const token = (await lecternJson('token', 'create')).token as string
    const server = await serve()
    const body = JSON.stringify({ title: 'In flight' })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (text) => (answer += text))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(
      `POST /v1/orgs HTTP/1.1\r\nHost: lectern\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await until(() => answer.includes('100 Continue'))
    server.process.kill('SIGTERM')
    await until(() => server.out().includes('"stopping"'))
    socket.write(body)
    await closed
    expect(answer).toMatch(/HTTP\/1\.1 201/)
    const { code, out } = await server.ended
    expect(code).toBe(0)
    expect(out).toContain('"stopped"')
    expect((await lecternJson('user', 'list'))[0].organizations).toContainEqual(
      expect.objectContaining({ title: 'In flight' }),
    )
  }, 180_000)

  test('aborts requests at the deadline', async () => {
    const server = await serve({ ...environment, LECTERN_STOP_SECONDS: '0' })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /v1/orgs HTTP/1.1\r\nHost: lectern\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    expect((await stop(server)).code).toBe(0)
    socket.destroy()
  }, 180_000)

  test.each<[string, Record<string, string>, RegExp]>([
    ['a bad value', { PORT: 'http' }, /^PORT is "http": set it to a whole number from 0 to 65535\.\n$/],
    ['a missing file', { PORT_FILE: '/missing' }, /^PORT_FILE names \/missing, which cannot be read: .*\n$/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      /^The database cannot be reached: check DATABASE_URL, and that PostgreSQL is running\.\n$/,
    ],
  ])(
    'explains %s in one sentence',
    async (_what, wrong, sentence) => {
      const { code, out, err } = await run(['serve'], { ...environment, ...wrong })
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(sentence)
    },
    60_000,
  )

  test('explains in one sentence that the database belongs to a newer version', async () => {
    const other = await freshDatabase()
    const later = storeIn('later', databaseKind === 'postgres' ? other.url : undefined)
    await run(['migrate'], later)
    const database = await openDatabase({ url: later.DATABASE_URL ?? join(later.LECTERN_DATA!, 'lectern.db') })
    await database.write((db) => sql`insert into kysely_migration values ('9999-later', '')`.execute(db))
    await database.close()
    for (const command of ['serve', 'migrate', 'verify']) {
      const { code, err } = await run([command], later)
      expect(code).toBe(1)
      expect(err).toMatch(/^The database was migrated by a newer version of Lectern \(9999-later\)\. .*\n$/)
    }
    await other.remove()
  }, 180_000)

  test('explains in one sentence that its port is in use', async () => {
    const port = await freePort()
    const holder = createServer().listen(port, '127.0.0.1')
    const { code, err } = await run(['serve'], { ...environment, PORT: String(port), LOG_LEVEL: 'silent' })
    holder.close()
    expect(code).toBe(1)
    expect(err).toBe(`Port ${port} is in use: set PORT to another one, or stop the process that uses it.\n`)
  }, 180_000)
})

async function ask({ url }: Server, token: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(
    `${url}/v1${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
  return JSON.parse(await answer.text())
}

function write(into: string, files: Record<string, string>): void {
  mkdirSync(into, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(into, name), text)
}

const read = (from: string): Record<string, string> =>
  Object.fromEntries(readdirSync(from).map((name) => [name, readFileSync(join(from, name), 'utf8')]))

describe('with a server running', () => {
  test('lectern token create, list, revoke take effect at once', async () => {
    const server = await serve()
    const text = await lectern('token', 'create', '--label', 'laptop', '--expires', '30d')
    const token = TOKEN.exec(text)![0]
    expect(await statusFor(server, token)).toBe(200)
    const listed = (await lecternJson('token', 'list')).find(({ label }: { label: string }) => label === 'laptop')
    expect(listed).toMatchObject({ user: 'admin@lectern.local', expiresAt: expect.stringMatching(/Z$/) })
    const table = await lectern('token', 'list', '--user', 'admin@lectern.local')
    expect(table).toContain(listed.id)
    expect(table).not.toMatch(TOKEN)
    expect(await lectern('token', 'revoke', listed.id)).toBe(`The token ${listed.id} is revoked.\n`)
    expect(await statusFor(server, token)).toBe(401)
    expect(await lectern('token', 'list')).not.toContain(listed.id)
    expect(await run(['token', 'revoke', listed.id])).toMatchObject({
      code: 1,
      err: `There is no active token with the id ${listed.id}: "lectern token list" lists all tokens.\n`,
    })
  }, 180_000)

  test('lectern user create adds a second user', async () => {
    const server = await serve()
    const [admin] = await lecternJson('user', 'list')
    const person = ['--email', 'Reader@Example.com', '--name', 'Reader', '--role', 'edit']
    const created = await lecternJson('user', 'create', ...person, '--organization', admin.organizations[0].id)
    expect(created).toMatchObject({ email: 'reader@example.com', role: 'edit' })
    const { token } = await lecternJson('token', 'create', '--user', 'reader@example.com')
    expect(await statusFor(server, token)).toBe(200)
    expect(await lectern('user', 'list')).toMatch(/reader@example\.com +Reader +edit in My organization/)
    expect(await run(['user', 'create', '--email', 'reader@example.com'])).toMatchObject({ code: 1 })
  }, 180_000)

  test('lectern integration verify marks an integration until it is withdrawn', async () => {
    const server = await serve()
    const { token } = await lecternJson('token', 'create')
    const http = httpAs(server.url, token)
    const organization = (await http.get('/v1/orgs')).body.items[0].id
    await http.post('/v1/integrations/weather', publication(organization))
    const isVerified = async () => (await http.get('/v1/integrations/weather')).body.verified
    expect(await isVerified()).toBe(false)
    expect(await lectern('integration', 'verify', 'weather')).toBe('The integration weather is verified.\n')
    expect(await isVerified()).toBe(true)
    await lectern('integration', 'verify', 'weather', '--withdraw')
    expect(await isVerified()).toBe(false)
    expect(await run(['integration', 'verify', 'none'])).toMatchObject({ code: 1 })
  }, 180_000)

  test('lectern setup asks until answers make sense, and writes them; it replaces no file', async () => {
    const file = join(folder, 'asked.env')
    const answers = 'localhost\nhttp://localhost:5005\n\n\nmysql://db\n\n\n'
    expect(await start(['setup', file], environment, answers).ended).toMatchObject({
      code: 0,
      err: expect.stringContaining('An address looks like'),
    })
    expect(readFileSync(file, 'utf8')).toMatch(/^LECTERN_URL=http:\/\/localhost:5005\nPORT=5005\nLECTERN_DATA=.*\n$/)
    expect(await run(['setup', file])).toMatchObject({ code: 1, err: expect.stringContaining('--force') })
  }, 180_000)

  test('lectern doctor finds nothing wrong beside a running server, and names what is', async () => {
    const server = await serve()
    const around = { ...environment, PORT: new URL(server.url).port }
    const found = async (env: Record<string, string>) => {
      const { code, out } = await run(['doctor', '--json'], { ...around, ...env })
      const { findings } = JSON.parse(out) as { findings: Record<'subject' | 'state' | 'found' | 'advice', string>[] }
      const wrong = findings.filter(({ state }) => state === 'wrong')
      said = wrong.map(({ found, advice }) => `${found} ${advice}`).join('\n')
      return { code, wrong: wrong.map(({ subject }) => subject) }
    }
    let said = ''
    expect(await found({})).toEqual({ code: 0, wrong: [] })
    const nobody = String(await freePort())
    expect(
      await found({
        LECTERN_ULR: 'https://docs.example.com',
        LECTERN_URL: `http://127.0.0.1:${nobody}`,
        SMTP_URL: `smtp://127.0.0.1:${nobody}`,
        LECTERN_SITES_HOST: 'sites.invalid',
        LECTERN_BACKUP_TO: 's3://backups/here',
        LECTERN_BACKUP_S3_ENDPOINT: `http://127.0.0.1:${nobody}`,
        LECTERN_BACKUP_S3_ACCESS_KEY_ID: 'nobody',
        LECTERN_BACKUP_S3_SECRET_ACCESS_KEY: 'nothing',
      }),
    ).toEqual({ code: 1, wrong: ['Settings', 'Backups', 'Mail', 'LECTERN_SITES_HOST', 'Address'] })
    expect(said).toContain('Call it LECTERN_URL.')
    expect(said).toMatch(/The target cannot be used: S3: .*ECONNREFUSED/)
    expect(await found({ PORT: 'none' })).toEqual({ code: 1, wrong: ['Settings'] })
    const told = (await run(['doctor'], around)).out
    expect(told).toMatch(/^ok +Address +Lectern answers at/m)
    expect(told).toMatch(/^ok +Clock +It is .*, later than everything in the database/m)
  }, 180_000)

  test('lectern hostname vouch, list and revoke verify hosts manually', async () => {
    const server = await serve()
    const { token } = await lecternJson('token', 'create')
    const http = httpAs(server.url, token)
    const sites = `/v1/orgs/${(await http.get('/v1/orgs')).body.items[0].id}/sites`
    const { id } = (await http.post(sites, { title: 'Internal', spaces: 'empty' })).body
    await http.post(`${sites}/${id}/publish`)
    await http.patch(`${sites}/${id}`, { hostname: 'docs.intranet.example' })
    const published = async () => (await http.get(`${sites}/${id}`)).body.urls.published
    expect(await published()).not.toContain('intranet')
    expect(await lecternJson('hostname', 'list')).toEqual([
      { host: 'docs.intranet.example', site: id, state: 'claimed', vouched: false },
    ])
    await lectern('hostname', 'vouch', 'Docs.Intranet.example', '--site', id)
    expect(await published()).toBe('http://docs.intranet.example/')
    expect(await lectern('hostname', 'list')).toMatch(/docs\.intranet\.example +\S+ +shown +yes/)
    await lectern('hostname', 'revoke', 'docs.intranet.example', '--site', id)
    expect(await published()).not.toContain('intranet')
    expect(await lecternJson('hostname', 'list')).toMatchObject([{ state: 'claimed', vouched: false }])
    for (const args of [
      ['vouch', 'docs.intranet.example', '--site', 'none'],
      ['vouch', 'https://docs.intranet.example/', '--site', id],
      ['vouch', '127.0.0.1', '--site', id],
      ['revoke', 'elsewhere.intranet.example', '--site', id],
    ])
      expect(await run(['hostname', ...args]), args.join(' ')).toMatchObject({ code: 1 })
  }, 180_000)

  test('lectern backup, verify and restore work while the server writes', async () => {
    const server = await serve()
    const { token } = await lecternJson('token', 'create')
    const file = join(folder, 'busy.db')
    let writing = true
    let made = 0
    const write = async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      while (writing) {
        await fetch(`${server.url}/v1/orgs`, { method: 'POST', headers, body: '{"title":"Busy"}' })
        made++
      }
    }
    const writers = [write(), write(), write(), write()]
    await until(() => made > 20)
    expect(await lectern('backup', file)).toMatch(/busy\.db: [\d,]+ rows, [\d.]+ MB\.\n$/)
    writing = false
    await Promise.all(writers)
    expect(await lectern('verify', file)).toContain('busy.db can be restored: ')
    expect(await lectern('verify')).toBe('The store is sound.\n')
    expect(await run(['restore', file])).toMatchObject({
      code: 1,
      err: 'The database is not empty: add --force to replace all its data.\n',
    })
    // Restored into another store on the default database, the token works there.
    const elsewhere = storeIn('elsewhere')
    expect(await run(['restore', file], elsewhere)).toMatchObject({ code: 0 })
    expect(readdirSync(elsewhere.LECTERN_DATA!).sort()).toEqual(expect.arrayContaining(['lectern.db', 'secret']))
    const restored = await serve(elsewhere)
    expect(restored.out()).not.toMatch(TOKEN)
    expect(await statusFor(restored, token)).toBe(200)
    expect(await lectern('restore', file, '--force')).toContain('Restored ')
    expect(await statusFor(server, token)).toBe(200)
  }, 120_000)

  test('lectern export --site writes the pages of a site to a folder or an archive', async () => {
    const server = await serve()
    const { token } = await lecternJson('token', 'create')
    const [{ organizations }] = await lecternJson('user', 'list')
    const { items } = await ask(server, token, `/orgs/${organizations[0].id}/sites`)
    const site = join(folder, 'site')
    expect(await lectern('export', '--site', items[0].id, site)).toMatch(/site: \d+ files written\.\n$/)
    expect(readFileSync(join(site, 'index.html'), 'utf8')).toContain('<html')
    expect(await run(['export', '--site', items[0].id, site])).toMatchObject({
      code: 1,
      err: `${site} is not empty: name a new folder, or a file that ends with .zip.\n`,
    })
    expect(await lectern('export', '--site', items[0].id, `${site}.zip`)).toMatch(/site\.zip: \d+ files written\.\n$/)
    expect(await run(['export', site])).toMatchObject({ code: 1, err: 'Name either --space or --site.\n' })
    expect(await run(['export', '--site', 'none', `${site}2`])).toMatchObject({
      code: 1,
      err: 'There is no site none: the address of a site in the console has its id, after /sites/.\n',
    })
  }, 120_000)

  test('lectern import and export preserve content byte for byte', async () => {
    const server = await serve()
    const { token } = await lecternJson('token', 'create')
    const [{ organizations }] = await lecternJson('user', 'list')
    const { id } = await ask(server, token, `/orgs/${organizations[0].id}/spaces`, { title: 'Handbook' })
    const book = join(folder, 'book')
    const files = {
      'README.md': '# Home\n\n\n-  See [more](more.md)\n',
      'SUMMARY.md': '- [Home](README.md)\n- [More](more.md)\n',
      'more.md': '# More\n\n![](logo.png)\n',
      'logo.png': 'PNG',
    }
    write(book, files)
    expect(await lectern('import', book, '--space', id)).toMatch(/^Handbook has 2 pages now; the revision is \w+\.\n$/)
    expect(await lectern('export', '--space', id, book)).toBe(`${book}: 0 files written.\n`)
    const { pages } = await ask(server, token, `/spaces/${id}/content/pages`)
    await ask(server, token, `/spaces/${id}/content`, {
      changes: [{ operation: 'update_page', page: pages[1].id, title: 'Even more' }],
    })
    expect(await lectern('export', '--space', id, book)).toBe(`${book}: 2 files written.\n`)
    expect(read(book)).toEqual({
      ...files,
      'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Even more](more.md)\n',
      'more.md': '# Even more\n\n<figure><img src="logo.png" alt=""><figcaption></figcaption></figure>\n',
    })
    write(book, { 'more.md': '# Changed there\n' })
    expect(await run(['export', '--space', id, book])).toMatchObject({
      code: 1,
      err: 'Changed since the last import or export: more.md. Import first, or use --force.\n',
    })
    await lectern('import', book, '--space', id)
    expect((await ask(server, token, `/spaces/${id}/content/pages`)).pages[1]).toMatchObject({
      id: pages[1].id,
      title: 'Changed there',
    })
    expect(await run(['import', 'file:///etc', '--space', id])).toMatchObject({
      code: 1,
      err: expect.stringContaining('LECTERN_GIT_FOLDER'),
    })
    expect(await run(['import', book, '--space', 'none'])).toMatchObject({
      err: 'There is no space none: the address of a space in the console has its id, after /spaces/.\n',
    })
  }, 180_000)

  test('lectern import takes sites of other tools: a dry run, the import, and again without a change', async () => {
    const server = await serve()
    const { token } = await lecternJson('token', 'create')
    const [{ organizations }] = await lecternJson('user', 'list')
    const { id } = await ask(server, token, `/orgs/${organizations[0].id}/spaces`, { title: 'Boats' })
    const site = join(folder, 'boats')
    write(site, { 'mkdocs.yml': 'nav:\n  - Home: index.md\n  - Oars: oars.md\n' })
    write(join(site, 'docs'), {
      'index.md': '# Boats\n\n!!! note\n    Mind the [oars](oars.md).\n\n<blink>Now</blink>\n',
      'oars.md': '# Oars\n\n![](boat.png)\n',
      'boat.png': 'PNG',
    })
    const dry = await lectern('import', site, '--space', id, '--dry-run')
    expect(dry).toContain('2 pages (2 new, 0 changed) and 1 file.')
    expect(dry).toContain('README.md:7  <blink> is not supported and is shown as source.')
    expect((await ask(server, token, `/spaces/${id}/content/pages`)).pages).toEqual([])
    const first = await lectern('import', site, '--space', id)
    expect(first).toMatch(/Boats has 2 pages now; the revision is \w+\.\n$/)
    expect(await lectern('import', site, '--space', id)).toContain('Nothing has changed: Boats has 2 pages.')
    expect(await lectern('import', site, '--space', id, '--dry-run')).toContain('2 pages (0 new, 0 changed)')
    const { markdown } = await ask(server, token, `/spaces/${id}/content/path/oars?format=markdown`)
    expect(markdown).toContain('# Oars')
    expect(await run(['import', site, '--space', id, '--from', 'paper'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('name one of docusaurus'),
    })
  }, 180_000)

  test('lectern migrate and jobs report nothing to do', async () => {
    await serve()
    expect(await lectern('migrate')).toBe('The schema is up to date.\n')
    expect(await lectern('jobs', 'list')).toMatch(/^\d+ jobs? queued, 0 jobs failed permanently\.\n$/)
    expect(await run(['jobs', 'retry', 'none'])).toMatchObject({
      code: 1,
      err: 'There is no failed job none: "lectern jobs list" lists all of them.\n',
    })
  }, 180_000)
})

describe('lectern mail test', () => {
  const mailbox = startedMailbox()

  test('sends a mail, and says what is wrong when it cannot', async () => {
    const send = (SMTP_URL: string | undefined) =>
      run(['mail', 'test', '--to', 'writer@example.com'], { ...environment, ...(SMTP_URL && { SMTP_URL }) })
    expect(await send(mailbox.url)).toMatchObject({ code: 0, err: '' })
    expect((await mailbox.waitFor('writer@example.com'))[0]!.headers.subject).toBe('Lectern can send mail')
    expect(await send(undefined)).toMatchObject({ code: 1, err: expect.stringContaining('SMTP_URL is not set') })
    mailbox.refuse('writer@example.com', 550)
    expect(await send(mailbox.url)).toMatchObject({ code: 1, err: expect.stringContaining('550') })
  })
})

describe('lectern', () => {
  const COMMANDS = [
    [],
    ['serve'],
    ['token'],
    ['token', 'create'],
    ['token', 'list'],
    ['token', 'revoke'],
    ['user'],
    ['user', 'create'],
    ['user', 'list'],
    ['migrate'],
    ['backup'],
    ['restore'],
    ['verify'],
    ['import'],
    ['export'],
    ['jobs'],
    ['jobs', 'list'],
    ['jobs', 'retry'],
  ]

  test.each(COMMANDS.map((command) => [command.join(' '), command] as const))(
    '%s --help',
    async (name, command) => {
      const { code, out, err } = await run([...command, '--help'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(new RegExp(`^Usage: lectern ${name}`))
      if (!['token', 'user', 'jobs'].includes(name)) expect(out).toMatch(/Examples?:\n/)
    },
    60_000,
  )

  test.each<[string, string[], RegExp]>([
    ['an unknown command', ['sing'], /^error: unknown command 'sing'\n/],
    ['an unknown user', ['token', 'create', '--user', 'eve@example.com'], /^There is no user eve@example\.com: .*\n$/],
    ['a bad expiry', ['token', 'create', '--expires', 'soon'], /^--expires is "soon": give a time from now .*\n$/],
    [
      'a past expiry',
      ['token', 'create', '--expires', '2001-01-01'],
      /^--expires is "2001-01-01", which is in the past\.\n$/,
    ],
    ['a bad address', ['user', 'create', '--email', 'ada'], /^"ada" is not an email address\.\n$/],
    [
      'an unknown organization',
      ['user', 'create', '--email', 'b@c.d', '--organization', 'x'],
      /^There is no organization x; /,
    ],
    ['a file that is not a backup', ['verify', LECTERN], /lectern\.js is not a complete backup: .*\n$/],
  ])(
    'rejects %s in one sentence',
    async (_what, args, sentence) => {
      const { code, err } = await run(args)
      expect(code).toBe(1)
      expect(err).toMatch(sentence)
    },
    60_000,
  )

  test('explains how to initialize an empty store', async () => {
    const other = databaseKind === 'postgres' ? await freshDatabase() : undefined
    const nowhere = storeIn('nowhere', other?.url)
    const noStore = 'The database is empty: run "lectern serve" to initialize it.\n'
    expect(await run(['token', 'list'], nowhere)).toEqual({ code: 1, out: '', err: noStore })
    expect(await run(['verify'], nowhere)).toEqual({ code: 1, out: '', err: noStore })
    expect((await run(['migrate'], nowhere)).out).toMatch(/^Migrated: 0001-foundations/)
    expect((await run(['user', 'list'], nowhere)).err).toMatch(/^There are no users yet: run "lectern serve" once/)
    await other?.remove()
  }, 180_000)
})
