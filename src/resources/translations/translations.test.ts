import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
const path = (id = '') => `/v1/orgs/${server.organization}/translations${id && `/${id}`}`

describe('translation settings', () => {
  test('createTranslationSettings, getTranslationSettingsById, listTranslationSettings: a title and its languages', async () => {
    const { status, headers, body } = await server.admin.http.post(path(), { title: 'Handbook' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ object: 'translation-settings', title: 'Handbook', languages: [] })
    expect(body.permissions).toEqual({ view: true, edit: true })
    expect(headers.get('location')).toBe(`${server.url}${path(body.id)}`)
    expect((await server.admin.http.get(path(body.id))).body).toEqual(body)
    const other = await server.admin.http.post(path(), { title: 'Site', languages: ['fr', 'pt-br'] })
    expect(other.body.languages).toEqual(['fr', 'pt-br'])
    const { items } = (await server.admin.http.get(path())).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([body.id, other.body.id])
  })

  test('createTranslationSettings, updateTranslationSettingsById: limits', async () => {
    const { body } = await server.admin.http.post(path(), { title: 'x'.repeat(100) })
    for (const bad of [
      {},
      { title: '' },
      { title: 'x'.repeat(101) },
      { title: 'x', languages: ['xx'] },
      { title: 'x', languages: ['fr', 'fr'] },
    ]) {
      expect((await server.admin.http.post(path(), bad)).status, JSON.stringify(bad)).toBe(400)
      expect((await server.admin.http.put(path(body.id), bad)).status, JSON.stringify(bad)).toBe(400)
    }
  })

  test('updateTranslationSettingsById: omitted languages stay, and updatedAt changes', async () => {
    const { body } = await server.admin.http.post(path(), { title: 'One', languages: ['de'] })
    const renamed = await server.admin.http.put(path(body.id), { title: 'Two' })
    expect(renamed.body).toEqual({ ...body, title: 'Two', updatedAt: expect.any(String) })
    expect(renamed.body.updatedAt >= body.updatedAt).toBe(true)
    expect((await server.admin.http.put(path(body.id), { title: 'Two', languages: [] })).body.languages).toEqual([])
  })

  test('deleteTranslationSettingsById: replies 205 and deletes them', async () => {
    const { body } = await server.admin.http.post(path(), { title: 'Gone' })
    expect((await server.admin.http.delete(path(body.id))).status).toBe(205)
    expect((await server.admin.http.get(path(body.id))).status).toBe(404)
    expect((await server.admin.http.delete(path(body.id))).status).toBe(404)
  })

  test('listTranslationSettings, createTranslationSettings: members can read them, those who create content can edit them', async () => {
    const { body } = await server.admin.http.post(path(), { title: 'Shared' })
    const [reader, creator, guest] = [await server.join('read'), await server.join('create'), await server.join(null)]
    expect((await reader.http.get(path(body.id))).body.permissions).toEqual({ view: true, edit: false })
    expect((await reader.http.post(path(), { title: 'Mine' })).status).toBe(403)
    expect((await reader.http.put(path(body.id), { title: 'Mine' })).status).toBe(403)
    expect((await creator.http.put(path(body.id), { title: 'Ours' })).status).toBe(200)
    expect((await guest.http.get(path())).status).toBe(403)
  })
})
