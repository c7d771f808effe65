// One space or one organization out of a backup: it comes back whole, and everything else stays as it is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { edit, pages } from '../../../test/support/edits.ts'
import { SECRET, startedServer } from '../../../test/support/server.ts'
import { pathOfBlob } from '../../files/store.ts'
import { writeBackup } from '../backup.ts'
import { listFaults } from '../integrity.ts'
import type { Target } from '../restore.ts'
import type { Part } from './owned.ts'
import { restorePart } from './restore-part.ts'

const server = startedServer()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-partial-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const target = (): Target => {
  const { backend } = server.files.store
  return { database: server.database, backend, data: folder, secret: SECRET, secretFile: undefined }
}
const faults = () => server.database.snapshot((db) => listFaults(db))

/** An organization with a space that has pages, a change request, a comment and a file; and a backup of it all. */
async function scene(name: string) {
  const { organization, admin } = await server.found()
  const space = await createSpace({ organization, admin })
  const { id } = space
  await edit(server, { space: id }, pages('kept', 'second'))
  const comment = await admin.http.post(`/v1/spaces/${id}/comments`, { body: { markdown: 'A remark' } })
  expect(comment.status).toBeLessThan(300)
  const request = await admin.http.post(`/v1/spaces/${id}/change-requests`, { subject: 'A change' })
  expect(request.status).toBeLessThan(300)
  const { blob } = await server.files.store.put([Buffer.from(`picture of ${name}`)])
  const logoURL = `${server.url}/pictures/${blob}`
  await server.database.write((db) =>
    db.updateTable('organizations').set({ logo_url: logoURL }).where('id', '=', organization).execute(),
  )
  const file = join(folder, `${name}.db`)
  await writeBackup(target(), file)
  const read = async () => {
    const paths = [`/v1/spaces/${id}`, `/v1/spaces/${id}/content/pages`, `/v1/spaces/${id}/comments`]
    const answers = await Promise.all(
      [...paths, `/v1/spaces/${id}/change-requests`].map((path) => admin.http.get(path)),
    )
    return answers.map(({ status, body }) => [status, body])
  }
  const restore = (part: Part, options = {}) => restorePart(file, target(), part, options)
  return { organization, admin, id, blob, read, restore }
}

test('a space that was changed or purged comes back with its history, change requests and comments', async () => {
  const { admin, organization, id, read, restore } = await scene('space')
  const before = await read()
  const other = await createSpace({ organization, admin }, { title: 'Newer' })
  await edit(server, { space: id }, pages('unwanted'))
  await expect(restore({ kind: 'space', id })).rejects.toThrow('--force')
  expect((await restore({ kind: 'space', id }, { force: true })).warnings).toEqual([])
  expect(await read()).toEqual(before)

  await server.database.write((db) => db.deleteFrom('spaces').where('id', '=', id).execute())
  expect((await read()).map(([status]) => status)).toEqual([404, 404, 404, 404])
  await restore({ kind: 'space', id })
  expect(await read()).toEqual(before)
  expect((await admin.http.get(`/v1/spaces/${other.id}`)).status).toBe(200)
  expect(await faults()).toEqual([])
  await edit(server, { space: id }, pages('more'))
  const log = await admin.http.get(`/v1/orgs/${organization}/audit-events?limit=50`)
  expect(JSON.stringify(log.body)).toContain('space.restored')
}, 120_000)

test('an organization comes back with its people and files; others do not change', async () => {
  const { organization, id, blob, read, restore } = await scene('organization')
  const bystander = await scene('bystander')
  const [before, untouched] = [await read(), await bystander.read()]
  await server.files.store.backend.remove(pathOfBlob(blob))
  await server.database.write((db) => db.deleteFrom('organizations').where('id', '=', organization).execute())
  await expect(restore({ kind: 'space', id })).rejects.toThrow('--organization')
  await expect(restore({ kind: 'organization', id: 'none' })).rejects.toThrow('has no organization')
  await restore({ kind: 'organization', id: organization })
  expect(await read()).toEqual(before)
  expect(await bystander.read()).toEqual(untouched)
  expect(await server.files.store.find(blob)).toBeDefined()

  await server.database.write((db) => db.updateTable('spaces').set({ title: 'Renamed' }).where('id', '=', id).execute())
  await restore({ kind: 'organization', id: organization }, { force: true })
  expect(await read()).toEqual(before)
  expect(await faults()).toEqual([])
}, 120_000)
