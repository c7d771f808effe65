import { describe, expect, test } from 'vitest'
import { httpAs } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { fromNow } from '../../lib/time.ts'

const server = startedServer()

describe('profiles', () => {
  test('getAuthenticatedUser: is the owner of the token', async () => {
    const person = await server.join('read')
    const { data } = await person.client.user.getAuthenticatedUser()
    expect(data).toMatchObject({ object: 'user', id: person.id, email: person.email })
  })

  test('getUserById: shows people of a shared organization, and nobody else', async () => {
    const [one, other, stranger] = [await server.join('read'), await server.join('edit'), await server.join()]
    expect((await one.client.users.getUserById(other.id)).data.id).toBe(other.id)
    expect((await stranger.http.get(`/v1/users/${one.id}`)).status).toBe(404)
    expect((await stranger.http.get(`/v1/users/${stranger.id}`)).status).toBe(200)
  })

  test('updateUserById: changes your own profile only', async () => {
    const [one, other] = [await server.join('read'), await server.join('read')]
    const photoURL = 'https://example.com/me.png'
    const { data } = await one.client.users.updateUserById(one.id, { displayName: 'Reader', photoURL })
    expect(data).toMatchObject({ displayName: 'Reader', photoURL })
    const without = await one.http.patch(`/v1/users/${one.id}`, { photoURL: null })
    expect(without.body).not.toHaveProperty('photoURL')
    expect(without.body.displayName).toBe('Reader')
    expect((await other.http.patch(`/v1/users/${one.id}`, { displayName: 'Mine' })).status).toBe(403)
    expect((await one.http.patch(`/v1/users/${one.id}`, { photoURL: 'javascript:alert(1)' })).status).toBe(400)
  })
})

describe('tokens', () => {
  test('createUserToken, listUserTokens: the secret is shown once and works', async () => {
    const person = await server.join('read')
    const created = await person.http.post('/v1/user/tokens', { label: 'laptop' })
    expect(created.body.token).toMatch(/^lct_[0-9A-Za-z]{40}$/)
    expect((await httpAs(server.url, created.body.token).get('/v1/user')).body.id).toBe(person.id)
    const { body } = await person.http.get('/v1/user/tokens')
    expect(body.count).toBe(2)
    const { token: _secret, ...shown } = created.body
    expect(body.items).toContainEqual(expect.objectContaining(shown))
    expect(JSON.stringify(body)).not.toContain(created.body.token)
  })

  test('createUserToken: an expired token is refused, and cannot be created', async () => {
    const person = await server.join('read')
    expect((await person.http.post('/v1/user/tokens', { expiresAt: fromNow(-1000) })).status).toBe(400)
    const { body } = await person.http.post('/v1/user/tokens', { expiresAt: '2999-01-01T02:00:00+02:00' })
    expect(body.expiresAt).toBe('2999-01-01T00:00:00.000Z')
    await server.database.write((db) =>
      db
        .updateTable('tokens')
        .set({ expires_at: fromNow(-1) })
        .where('id', '=', body.id)
        .execute(),
    )
    expect((await httpAs(server.url, body.token).get('/v1/user')).status).toBe(401)
  })

  test('deleteUserToken: takes effect immediately, and only for own tokens', async () => {
    const [person, other] = [await server.join('read'), await server.join('admin')]
    const { body } = await person.http.post('/v1/user/tokens')
    expect((await other.http.delete(`/v1/user/tokens/${body.id}`)).status).toBe(404)
    expect((await person.http.delete(`/v1/user/tokens/${body.id}`)).status).toBe(204)
    expect((await httpAs(server.url, body.token).get('/v1/user')).status).toBe(401)
    expect((await person.http.delete(`/v1/user/tokens/${body.id}`)).status).toBe(404)
  })

  test('getAuthenticatedUser: records when a token was last used', async () => {
    const person = await server.join('read')
    await person.http.get(`/v1/orgs/${server.organization}`)
    await server.app.presence.flush()
    const { body } = await person.http.get('/v1/user/tokens')
    expect(body.items[0].lastUsedAt).toBeDefined()
    const member = await server.admin.http.get(`/v1/orgs/${server.organization}/members/${person.id}`)
    expect(member.body.lastSeenAt).toBeDefined()
  })
})
