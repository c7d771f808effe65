import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

const createSpace = async (body: object = {}) =>
  (await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, body)).body

describe('spaces', () => {
  test('createSpace, getSpaceById: a new space is private, live, and found by its id', async () => {
    const created = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, {
      title: 'Handbook',
      emoji: '🎉',
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(created.body.urls.location)
    expect(created.body).toMatchObject({
      title: 'Handbook',
      emoji: '🎉',
      visibility: 'private',
      editMode: 'live',
      defaultLevel: 'inherit',
    })
    const { data } = await server.admin.client.spaces.getSpaceById(created.body.id)
    expect(data).toEqual(created.body)
  })

  test('updateSpaceById: an omitted field stays, null removes', async () => {
    const space = await createSpace({ title: 'Before', emoji: '🎉' })
    const { body } = await server.admin.http.patch(`/v1/spaces/${space.id}`, { title: 'After', defaultLevel: null })
    expect(body).toMatchObject({ title: 'After', emoji: '🎉', defaultLevel: null })
    expect((await server.admin.http.patch(`/v1/spaces/${space.id}`, { emoji: null })).body.emoji).toBe('📖')
  })
})
