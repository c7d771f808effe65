// @slow
// Import runs over HTTP, from a website that this test serves.
import { mkdtemp, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Static } from 'typebox'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSpace, statusOf } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { startedWebsite } from '../../../test/support/website.ts'
import { findRun, insertRun } from '../../domain/import-runs/import-runs.ts'
import { storeBytes } from '../../files/new-file.ts'
import { recordUpload } from '../../files/uploads.ts'
import { pruneImportRuns } from '../../jobs/prune-import-runs.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { newId } from '../../lib/ids.ts'
import { DAY, fromNow } from '../../lib/time.ts'
import type { ImportRun } from '../../shapes/import-runs.ts'
import { importFiles } from '../git/folders.ts'
import { runImport } from './run.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const site = startedWebsite()

let space: string
beforeEach(async () => {
  space = (await createSpace(server)).id
  site.pages = {}
})

const imports = () => `/v1/org/${server.organization}/imports`
const websiteInto = (target: object = { space }) => ({ source: { type: 'website', url: `${site.url}/docs/` }, target })
const start = (body: object, { http }: Person = server.admin) => http.post(imports(), body)
const get = async (id: string): Promise<Static<typeof ImportRun>> =>
  (await server.admin.http.get(`${imports()}/${id}`)).body
const list = async (query: string, { http }: Person = server.admin) =>
  (await http.get(`${imports()}?${query}`)).body.items as { id: string; status: string }[]

async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const isOver = ({ status }: { status: string }) => !['pending', 'in-progress'].includes(status)
const ended = (id: string) => until(() => get(id), isOver)

/** Waits until no import is running. */
const idle = () =>
  until(
    () => server.database.read.selectFrom('jobs').select('id').where('kind', '=', 'run-import').execute(),
    (jobs) => jobs.length === 0,
  )

const page = (title: string, body = '') =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>About ${title}.</p>${body}</main></body></html>`

function serveDocs(): void {
  site.pages['/docs/'] = page('Welcome', '<a href="/docs/a">A</a> <a href="/docs/b">B</a>')
  site.pages['/docs/a'] = page('A')
  site.pages['/docs/b'] = page('B')
}

const titles = async (): Promise<string[]> =>
  (await server.admin.http.get(`/v1/spaces/${space}/content/pages`)).body.pages.map(
    (each: { title: string }) => each.title,
  )

const countRevisions = async () => (await server.admin.http.get(`/v1/spaces/${space}/revisions`)).body.count

describe('an import that is started', () => {
  test('startImportRun, getImportRun, listImportRuns: replies immediately and runs in the background', async () => {
    serveDocs()
    const before = await countRevisions()
    const { status, body } = await start(websiteInto())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'import-run',
      status: 'pending',
      target: { space },
      createdBy: server.admin.id,
    })
    const run = await ended(body.id)
    expect(run).toMatchObject({ status: 'completed', importedResources: 3, totalResources: 3, failures: [] })
    expect(await titles()).toEqual(['Welcome', 'A', 'B'])
    expect(await countRevisions()).toBe(before + 1)
    expect((await server.admin.http.get(`/v1/spaces/${space}`)).body.revision).toBe(run.revision)
    const { failures: _failures, ...listed } = run
    expect(await list(`space=${space}`)).toEqual([listed])
    expect(await list(`space=${space}&status=active`)).toEqual([])
    expect(await list(`space=${space}&status=completed`)).toHaveLength(1)
    const event = await server.database.read
      .selectFrom('events')
      .selectAll()
      .where('space_id', '=', space)
      .where('action', '=', 'space.content.imported')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.data)).toMatchObject({ run: run.id, revision: run.revision })
  })

  test('startImportRun: into a page of a change request', async () => {
    site.pages['/one.md'] = { type: 'text/plain', body: '# Theirs\n\nnew' }
    const changes = [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'old' } }]
    const { body: edited } = await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    const { body: request } = await server.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'x' })
    const target = { space, changeRequest: request.id, page: edited.changes[0].page.id }
    const source = { type: 'website', url: `${site.url}/one.md`, format: 'markdown' }
    const run = await ended((await start({ source, target })).body.id)
    expect(run).toMatchObject({ status: 'completed', target })
    expect(await titles()).toEqual(['Mine'])
    const { body } = await server.admin.http.get(`/v1/spaces/${space}/change-requests/${request.id}/content/pages`)
    expect(body.pages.map((each: { title: string }) => each.title)).toEqual(['Theirs'])
    expect(await list(`changeRequest=${request.id}`)).toHaveLength(1)
    await server.admin.http.patch(`/v1/spaces/${space}/change-requests/${request.id}`, { status: 'archived' })
    expect((await start({ source, target })).status).toBe(409)
  })

  test('startImportRun: several files are one revision', async () => {
    const upload = async (name: string, text: string) => {
      const stored = await storeBytes(server.files.store, { bytes: [Buffer.from(text)], name })
      const { organization } = server
      const key = newId()
      await recordUpload(server.files.store, key, { ...stored, organization, kind: 'import_file' })
      return key
    }
    const [one, two, other] = [
      await upload('1.md', '# One'),
      await upload('2.html', '<h1>Two</h1><p>x</p>'),
      await upload('3.exe', 'x'),
    ]
    const before = await countRevisions()
    const from = (...files: string[]) => start({ source: { type: 'file', files }, target: { space } })
    const source = { files: [one, two], names: ['1.md', '2.html'] }
    expect(await ended((await from(one, two)).body.id)).toMatchObject({
      status: 'completed',
      importedResources: 2,
      source,
    })
    expect(await titles()).toEqual(['One', 'Two'])
    expect(await countRevisions()).toBe(before + 1)
    for (const [files, path] of [
      [[one, 'missing'], 'source.files.1'],
      [[other], 'source.files.0'],
    ] as const) {
      const { status, body } = await from(...files)
      expect([status, body.error.issues[0].path]).toEqual([400, path])
    }
  })

  test('startImportRun: a failed import is reported, with an event', async () => {
    const { id } = (await start(websiteInto())).body
    expect(await ended(id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('404') })
    expect(await list(`space=${space}&status=failed`)).toHaveLength(1)
    const event = await server.database.read
      .selectFrom('events')
      .selectAll()
      .where('target_id', '=', id)
      .where('action', '=', 'import-run.failed')
      .execute()
    expect(event).toHaveLength(1)
  })

  test('startImportRun: the URL is shown without credentials, which are erased at the end', async () => {
    serveDocs()
    const url = `${site.url}/docs/`.replace('http://', 'http://user:secret@')
    const { id, source } = (await start({ source: { type: 'website', url }, target: { space } })).body
    expect(source.url).toBe(`${site.url}/docs/`)
    await ended(id)
    expect((await findRun(server.database.read, id))!.request).toBe('')
  })

  test('cancelImportRun: progress is shown, and a cancelled run commits nothing', async () => {
    const blocked: ServerResponse[] = []
    site.pages['/docs/'] = page(
      'Welcome',
      ['1', '2', '3', '4', '5'].map((n) => `<a href="/docs/${n}">${n}</a>`).join(' '),
    )
    for (const n of ['1', '2', '3', '4']) site.pages[`/docs/${n}`] = page(n)
    site.pages['/docs/5'] = (_request, response) => void blocked.push(response)
    const before = await countRevisions()
    const { id } = (await start(websiteInto())).body
    const far = await until(
      () => get(id),
      ({ importedResources }) => importedResources > 0,
    )
    expect(far).toMatchObject({ status: 'in-progress', importedResources: 5, totalResources: 6 })
    expect(await list(`space=${space}&status=active`)).toHaveLength(1)
    const { status, body } = await server.admin.http.post(`${imports()}/${id}/cancel`)
    expect([status, body.status]).toEqual([200, 'cancelled'])
    await idle()
    expect(await get(id)).toMatchObject({ status: 'cancelled' })
    expect(await countRevisions()).toBe(before)
    expect(await statusOf(server.admin.http.post(`${imports()}/${id}/cancel`))).toBe(400)
    for (const response of blocked) response.end()
  })
})

describe('a run', () => {
  const request = () =>
    server.vault.seal(
      JSON.stringify({ organization: server.organization, imports: [{ source: 'website', url: `${site.url}/docs/` }] }),
    )
  const waiting = (createdBy: string) =>
    server.database.write((db) => insertRun(db, { spaceId: space, source: { type: 'website' }, createdBy }, request()))

  test('startImportRun: two nodes that execute the same run commit one revision', async () => {
    serveDocs()
    const before = await countRevisions()
    const { id } = await waiting(server.admin.id)
    await Promise.all([runImport(server, id), runImport(server, id)])
    await runImport(server, id)
    expect(await get(id)).toMatchObject({ status: 'completed' })
    expect(await countRevisions()).toBe(before + 1)
    expect(await titles()).toEqual(['Welcome', 'A', 'B'])
  })

  test('startImportRun: imports nothing if the caller has lost permission by then', async () => {
    serveDocs()
    const reader = await server.join('read')
    const before = await countRevisions()
    const { id } = await waiting(reader.id)
    await runImport(server, id)
    expect(await get(id)).toMatchObject({ status: 'failed' })
    expect(await countRevisions()).toBe(before)
  })

  test('startImportRun, getImportRun, listImportRuns, cancelImportRun: for those who see the space, and may edit it', async () => {
    const { id } = await waiting(server.admin.id)
    const [guest, reader, editor] = [await server.join(null), await server.join('read'), await server.join('edit')]
    const cancel = ({ http }: Person) => statusOf(http.post(`${imports()}/${id}/cancel`))
    expect(await list(`space=${space}`, guest)).toEqual([])
    expect(await statusOf(guest.http.get(`${imports()}/${id}`))).toBe(404)
    expect([await cancel(guest), (await start(websiteInto(), guest)).status]).toEqual([404, 404])
    expect(await list(`space=${space}`, reader)).toHaveLength(1)
    expect([await cancel(reader), (await start(websiteInto(), reader)).status]).toEqual([403, 403])
    const elsewhere = await server.found()
    const other = await createSpace(elsewhere)
    expect(await statusOf(elsewhere.admin.http.get(`/v1/org/${elsewhere.organization}/imports/${id}`))).toBe(404)
    expect((await start(websiteInto({ space: other.id }))).status).toBe(404)
    expect(await cancel(editor)).toBe(200)
  })

  test('listImportRuns: old runs are pruned, and stalled ones fail', async () => {
    const [silent, old] = [await waiting(server.admin.id), await waiting(server.admin.id)]
    const age = (id: string, days: number, more: object = {}) =>
      server.database.write((db) =>
        db
          .updateTable('import_runs')
          .set({ updated_at: fromNow(-days * DAY), ...more })
          .where('id', '=', id)
          .execute(),
      )
    await age(silent.id, 2)
    await age(old.id, 100, { status: 'completed' })
    await pruneImportRuns({ database: server.database } as JobContext)
    expect((await list(`space=${space}`)).map(({ id, status }) => [id, status])).toEqual([[silent.id, 'failed']])
  })
})

describe('every import is a run', () => {
  test('importContent, listImportRuns: also a synchronous one', async () => {
    serveDocs()
    const into = (url: string) => server.admin.http.post(`/v1/spaces/${space}/content/import`, { source: 'html', url })
    const { revision } = (await into(`${site.url}/docs/a`)).body
    expect((await into(`${site.url}/missing`)).status).toBe(422)
    const runs = await until(
      () => list(`space=${space}`),
      ({ length }) => length === 2,
    )
    expect(runs).toMatchObject([
      { status: 'failed', source: { type: 'website', url: `${site.url}/missing`, format: 'html' } },
      { status: 'completed', revision, importedResources: 1, source: { url: `${site.url}/docs/a` } },
    ])
  })

  test('importContent, cancelImportRun: a synchronous import is listed and can be cancelled', async () => {
    const blocked: ServerResponse[] = []
    site.pages['/docs/slow'] = (_request, response) => void blocked.push(response)
    const before = await countRevisions()
    const body = { source: 'html', url: `${site.url}/docs/slow` }
    const answer = server.admin.http.post(`/v1/spaces/${space}/content/import`, body)
    const [run] = await until(
      () => list(`space=${space}&status=active`),
      ({ length }) => length === 1,
    )
    expect(run!.status).toBe('in-progress')
    expect(await statusOf(server.admin.http.post(`${imports()}/${run!.id}/cancel`))).toBe(200)
    expect(await statusOf(answer)).toBe(409)
    expect(await get(run!.id)).toMatchObject({ status: 'cancelled' })
    expect(await countRevisions()).toBe(before)
    for (const response of blocked) response.destroy()
  })

  describe('one that is waited for', () => {
    const requests: ServerResponse[] = []
    const body = () => ({ source: 'html', url: `${site.url}/docs/slow` })
    const importing = (headers: Record<string, string> = {}) =>
      server.admin.http.post(`/v1/spaces/${space}/content/import`, body(), headers)
    const asked = (count: number) =>
      until(
        async () => requests.length,
        (length) => length === count,
      )
    const answer = () => {
      for (const response of requests.splice(0)) response.setHeader('content-type', 'text/html').end(page('Slow'))
    }
    const statuses = async () => (await list(`space=${space}`)).map(({ status }) => status).sort()
    const over = () => until(statuses, (seen) => seen.every((status) => isOver({ status })))

    beforeEach(() => {
      site.pages['/docs/slow'] = (_request, response) => void requests.push(response)
    })

    test('importContent, listImportRuns: of two with one Idempotency-Key, one is completed and the other is over', async () => {
      const before = await countRevisions()
      const both = [importing({ 'idempotency-key': 'twice' }), importing({ 'idempotency-key': 'twice' })]
      await asked(2)
      answer()
      const [first, second] = await Promise.all(both)
      expect([first!.status, second!.body]).toEqual([201, first!.body])
      expect(await over()).toEqual(['cancelled', 'completed'])
      expect(await countRevisions()).toBe(before + 1)
    })

    test('importContent, listImportRuns: has failed when its space was deleted meanwhile', async () => {
      const answered = importing()
      await asked(1)
      await server.admin.http.delete(`/v1/spaces/${space}`)
      answer()
      expect((await answered).status).toBe(404)
      await server.admin.http.post(`/v1/spaces/${space}/restore`)
      expect(await over()).toEqual(['failed'])
    })
  })

  test('importContent, listImportRuns: an import refused before its start is not a run', async () => {
    const into = (more: object) =>
      server.admin.http.post(`/v1/spaces/${space}/content/import`, { source: 'html', ...more })
    expect((await into({})).status).toBe(400)
    expect((await into({ key: 'missing' })).status).toBe(400)
    expect(await list(`space=${space}`)).toEqual([])
  })

  test('listImportRuns: also one from a folder of the machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'))
    await writeFile(join(folder, 'README.md'), '# Home\n')
    const { database, files } = server
    await importFiles({ database, files, progress: () => {} }, { spaceId: space, folder, directory: '' })
    expect(await list(`space=${space}`)).toMatchObject([{ status: 'completed', source: { format: 'folder' } }])
  })
})
