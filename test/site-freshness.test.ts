// Every write shows with the next request, on the server that wrote it and on any other of the same database.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { databaseKind } from './support/database.ts'
import { documentOf, edit } from './support/edits.ts'
import { startedServer } from './support/server.ts'
import { adapt, newBook, newSite, signIn, type TestSite } from './support/sites.ts'

const server = startedServer()

const BROWSER = { accept: 'text/html', 'accept-encoding': 'identity' }

let origins: string[]
let site: TestSite
let space: string

beforeAll(async () => {
  const { body } = await (await server.node()).http.get(`/v1/orgs/${server.organization}`)
  origins = [server.url, new URL(body.urls.location).origin]
  site = await newSite(server, await server.found(), { title: 'Ferry' })
  space = site.spaces[0]!
})

/** The same path on each server, twice: the second time it is warm. */
async function read(path: string): Promise<{ status: number; text: string }[]> {
  const answers: { status: number; text: string }[] = []
  for (const origin of origins)
    for (let time = 0; time < 2; time++) {
      const url = new URL(path, site.url).href.replace(server.url, origin)
      const response = await fetch(url, { headers: BROWSER, redirect: 'manual' })
      answers.push({
        status: response.status,
        text: (await response.text()) + (response.headers.get('location') ?? ''),
      })
    }
  return answers
}

async function expectAll(path: string, status: number, text = ''): Promise<void> {
  for (const answer of await read(path)) {
    expect(answer.status, path).toBe(status)
    expect(answer.text, path).toContain(text)
  }
}

test('an edit, a move, a rename', async () => {
  const page = `guide-${space}`
  await expectAll('guide', 200, 'More about Handbook.')
  await edit(server, { space }, [{ operation: 'update_page', page, document: documentOf('Other words.') }])
  await expectAll('guide', 200, 'Other words.')
  await expectAll('guide.md', 200, 'Other words.')
  await edit(server, { space }, [{ operation: 'update_page', page, title: 'Handbook of ferries' }])
  await expectAll('guide', 200, 'Handbook of ferries')
  await expectAll('', 200, 'Handbook of ferries')
  await expectAll('llms.txt', 200, 'Handbook of ferries')
  await edit(server, { space }, [{ operation: 'insert_page', id: 'group', type: 'group', title: 'Below' }])
  await edit(server, { space }, [{ operation: 'update_page', page, into: 'group' }])
  await expectAll('guide', 307, 'below/guide')
  await expectAll('below/guide', 200, 'Other words.')
  await edit(server, { space }, [{ operation: 'delete_page', page }])
  await expectAll('below/guide', 404)
})

test('a merge', async () => {
  const { http } = site.admin
  const { id } = (await http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Words' })).body
  const page = `welcome-${space}`
  await edit(server, { space, changeRequest: id }, [
    { operation: 'update_page', page, document: documentOf('Merged words.') },
  ])
  await expectAll('', 200, 'More about Handbook.')
  await http.post(`/v1/spaces/${space}/change-requests/${id}/merge`)
  await expectAll('', 200, 'Merged words.')
})

test('settings, structure, redirects', async () => {
  const { http } = site.admin
  await expectAll('', 200, 'Ferry</title>')
  await http.patch(site.path, { title: 'Boats' })
  await expectAll('', 200, 'Boats</title>')
  await http.put(`${site.path}/customization`, { title: 'Ships' })
  await expectAll('', 200, 'Ships</title>')
  await expectAll('away', 404)
  await http.post(`${site.path}/redirects`, {
    source: '/away',
    destination: { kind: 'external', url: 'https://a.example/' },
  })
  await expectAll('away', 307, 'https://a.example/')
  await expectAll('second/guide', 404)
  await http.post(`${site.path}/site-spaces`, { spaceId: await newBook(server, site, 'Second') })
  await expectAll('second/guide', 200, 'More about Second.')
  await expectAll('', 200, 'second/')
})

test('who may read', async () => {
  const { http } = site.admin
  await expectAll('', 200)
  await http.patch(site.path, { visibility: 'visitor-auth' })
  await expectAll('', 403)
  const { headers } = await fetch(`${site.url}?jwt_token=${await signIn(site)}`, {
    headers: BROWSER,
    redirect: 'manual',
  })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  expect((await fetch(site.url, { headers: { ...BROWSER, cookie } })).status).toBe(200)
  await http.patch(site.path, { visibility: 'public' })
  await expectAll('', 200)
  await adapt(site, {}, { beta: { type: 'boolean' } })
  await edit(server, { space }, [
    { operation: 'insert_page', id: 'beta', title: 'Beta', condition: 'visitor.claims.unsigned.beta' },
  ])
  await expectAll('beta', 404)
  await expectAll('beta?visitor.beta=true', 200)
  await http.post(`${site.path}/unpublish`)
  await expectAll('', 404)
  await http.post(`${site.path}/publish`)
  await expectAll('', 200)
})

test('a page that is drawn while something is being written is not kept', async () => {
  const own = await newSite(server, await server.found(), { title: 'Before' })
  await server.database.write(async (db) => {
    await db.updateTable('sites').set({ title: 'Written later' }).where('id', '=', own.id).execute()
    for (const { text } of await read(own.url)) expect(text).toContain('Before</title>')
  })
  await expectAll(own.url, 200, 'Written later</title>')
})

test('nobody reads an older state after a write was answered, however many read and write', async () => {
  const other = await newSite(server, await server.found())
  const readers = origins.map((origin) => other.url.replace(server.url, origin))
  const versionAt = async (url: string): Promise<number> => {
    const text = await (await fetch(url, { headers: BROWSER })).text()
    return Number(/Version (\d+)<\/title>/.exec(text)?.[1] ?? 0)
  }
  let written = 0
  let isOver = false
  const reading = [...readers, ...readers].map(async (url) => {
    let last = 0
    while (!isOver) {
      const known = written
      const seen = await versionAt(url)
      expect(seen).toBeGreaterThanOrEqual(Math.max(known, last))
      last = seen
    }
  })
  for (let version = 1; version <= 25; version++) {
    await other.admin.http.patch(other.path, { title: `Version ${version}` })
    written = version
  }
  isOver = true
  await Promise.all(reading)
  for (const url of readers) expect(await versionAt(url)).toBe(25)
})

test.runIf(databaseKind === 'postgres')('a page that is warm asks for nothing but the number of changes', async () => {
  const own = await newSite(server, await server.found())
  const isAnsweredWithoutTables = async () => {
    await expectAll(own.url, 200)
    return server.database.write(async (db) => {
      // Whoever reads these tables has to wait.
      await sql`lock table sites, spaces, revisions in access exclusive mode`.execute(db)
      return fetch(own.url, { headers: BROWSER, signal: AbortSignal.timeout(10_000) }).then(
        ({ status }) => status === 200,
        () => false,
      )
    })
  }
  // A job of either server may write between the reading and the lock. Then the page is drawn anew, and it is tried again.
  await expect.poll(isAnsweredWithoutTables).toBe(true)
})

test('a page that is warm is the same as before, and known by its ETag', async () => {
  const other = await newSite(server, await server.found())
  const [first, second] = [await fetch(other.url), await fetch(other.url)]
  expect(await second.text()).toBe(await first.text())
  const names = [...first.headers.keys()].filter((name) => name !== 'date' && name !== 'x-request-id')
  for (const name of names) expect(second.headers.get(name), name).toBe(first.headers.get(name))
  const known = await fetch(other.url, { headers: { 'if-none-match': first.headers.get('etag')! } })
  expect(known.status).toBe(304)
  expect((await fetch(other.url, { method: 'HEAD' })).status).toBe(200)
  const br = await fetch(other.url, { headers: { 'accept-encoding': 'br' } })
  expect(await br.text()).toBe(await (await fetch(other.url)).text())
})
