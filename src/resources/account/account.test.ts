// The operations of an account, in the console and with tokens.
import { describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/support/authenticator.ts'
import { openBrowser } from '../../../test/support/browser.ts'
import { consoleIn, httpAs } from '../../../test/support/http.ts'
import { startedMailbox } from '../../../test/support/mailbox.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { PIXEL } from '../../../test/support/world/account.ts'
import { findUser } from '../../domain/people/index.ts'
import { beginSession, insertPasskey, type OwnMethod, verifyAddress } from '../../domain/sessions/index.ts'
import { fromNow, MINUTE } from '../../lib/time.ts'

const mailbox = startedMailbox()
const server = startedServer({ hostname: 'localhost', mailbox })
const withoutMail = startedServer()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function consoleOf({ id }: Pick<Person, 'id'>, { at = server, method = 'password' as OwnMethod } = {}) {
  const { secret, id: session } = await at.database.write(async (db) => {
    const user = await verifyAddress(db, (await findUser(db, id))!)
    return (await beginSession(db, user, method, { userAgent: FIREFOX, address: '192.0.2.7', secret: undefined }))!
  })
  return { http: consoleIn(at.url, { kept: new Map([['lectern_session', secret]]) }), session }
}

const age = (session: string) =>
  server.database.write((db) =>
    db
      .updateTable('sessions')
      .set({ authenticated_at: fromNow(-11 * MINUTE) })
      .where('id', '=', session)
      .execute(),
  )

describe('settings', () => {
  test('updateAuthenticatedUser: name, language and theme are yours, and can be taken back', async () => {
    const person = await server.join('edit')
    const patched = await person.http.patch('/v1/user', { displayName: 'A Writer', language: 'pt-BR', theme: 'dark' })
    expect(patched.body).toMatchObject({ displayName: 'A Writer', language: 'pt-BR', theme: 'dark' })
    expect((await person.http.get('/v1/user')).body).toMatchObject({ language: 'pt-BR', passkeyRequired: false })
    const cleared = (await person.http.patch('/v1/user', { language: null, theme: null })).body
    expect([cleared.language, cleared.theme, cleared.displayName]).toEqual([undefined, undefined, 'A Writer'])
    for (const language of ['not a language', 'xx', 'de-xx-xx-xx'])
      expect((await person.http.patch('/v1/user', { language })).status, language).toBe(400)
    // Others do not see them.
    expect((await server.admin.http.get(`/v1/users/${person.id}`)).body).not.toHaveProperty('passkeyRequired')
  })

  test('putUserPicture: is shown wherever the user is shown', async () => {
    const person = await server.join('edit')
    const { photoURL } = (await person.http.put('/v1/user/picture', { data: PIXEL })).body
    const picture = await fetch(photoURL)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PIXEL)
    const { body } = await server.admin.http.get(`/v1/orgs/${server.organization}/members/${person.id}`)
    expect(body.user.photoURL).toBe(photoURL)
    expect((await fetch(photoURL.replace('.png', '.gif'))).status).toBe(404)
    expect((await person.http.patch('/v1/user', { photoURL: null })).body).not.toHaveProperty('photoURL')
  })

  test.each([
    ['text', Buffer.from('hello').toString('base64')],
    ['a drawing that may have scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    ['no Base64', '!'],
  ])('putUserPicture: refuses %s', async (_what, data) => {
    expect((await (await server.join('edit')).http.put('/v1/user/picture', { data })).status).toBe(400)
  })
})

describe('sessions', () => {
  test('listUserSessions: tells device, place and use, and which one asks', async () => {
    const person = await server.join('edit')
    const [one, other] = [await consoleOf(person), await consoleOf(person, { method: 'link' })]
    await one.http.get('/v1/user')
    await server.app.presence.flush()
    const { body } = await one.http.get('/v1/user/sessions')
    expect(body.items).toMatchObject([
      { id: one.session, device: 'Firefox on Linux', method: 'password', address: '127.0.0.1', current: true },
      { id: other.session, device: 'Firefox on Linux', method: 'link', address: '192.0.2.7', current: false },
    ])
    expect(JSON.stringify(body)).not.toContain('hash')
  })

  test('deleteUserSession, deleteUserSessions: sign out there, and everywhere else', async () => {
    const person = await server.join('edit')
    const [one, two, three] = [await consoleOf(person), await consoleOf(person), await consoleOf(person)]
    const stranger = await server.join('edit')
    expect((await stranger.http.delete(`/v1/user/sessions/${two.session}`)).status).toBe(404)
    expect((await one.http.delete(`/v1/user/sessions/${two.session}`)).status).toBe(204)
    expect((await two.http.get('/v1/user')).status).toBe(401)
    expect((await three.http.get('/v1/user')).status).toBe(200)
    expect((await one.http.delete('/v1/user/sessions')).status).toBe(204)
    expect((await three.http.get('/v1/user')).status).toBe(401)
    expect((await one.http.get('/v1/user')).status).toBe(200)
    expect((await person.http.get('/v1/user')).status).toBe(200)
  })
})

describe('credentials', () => {
  const addPasskey = (userId: string, credentialId: string) =>
    server.database.write((db) =>
      insertPasskey(db, userId, 'Phone', { credentialId, publicKey: new Uint8Array([1]), counter: 0, transports: [] }),
    )

  test('listUserPasskeys, updateUserPasskey, deleteUserPasskey: named, removable, and the last way in stays', async () => {
    const person = await server.join('edit')
    const { http } = await consoleOf(person)
    const [one, two] = [await addPasskey(person.id, `a${person.id}`), await addPasskey(person.id, `b${person.id}`)]
    expect((await http.patch(`/v1/user/passkeys/${one.id}`, { name: 'Blue key' })).body.name).toBe('Blue key')
    const names = (await http.get('/v1/user/passkeys')).body.items.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Blue key', 'Phone'])
    expect((await person.http.delete(`/v1/user/passkeys/${one.id}`)).status).toBe(403)
    expect((await http.delete(`/v1/user/passkeys/${one.id}`)).status).toBe(204)
    expect((await http.delete(`/v1/user/passkeys/${two.id}`)).status).toBe(409)
    expect((await http.delete(`/v1/user/passkeys/${one.id}`)).status).toBe(404)
  })

  test('createUserPasskeyOptions, createUserPasskey, setUserSecondStep: a passkey is added and required', async () => {
    const person = await server.join('edit')
    const { http, session } = await consoleOf(person)
    const device = createAuthenticator(server.url)
    expect((await person.http.post('/v1/user/passkeys/options')).status).toBe(403)
    expect((await http.put('/v1/user/second-step', { required: true })).status).toBe(409)
    const begin = async () => (await http.post('/v1/user/passkeys/options')).body.publicKey
    const credential = device.create(await begin())
    const made = await http.post('/v1/user/passkeys', { name: 'Blue key', credential })
    expect([made.status, made.body.name]).toEqual([201, 'Blue key'])
    // Once, and only for who asked.
    expect((await http.post('/v1/user/passkeys', { credential })).status).toBe(400)
    const other = await consoleOf(await server.join('edit'))
    const foreign = createAuthenticator(server.url).create(await begin())
    expect((await other.http.post('/v1/user/passkeys', { credential: foreign })).status).toBe(400)
    for (const broken of [{}, { id: 'x' }, { ...credential, response: {} }])
      expect((await http.post('/v1/user/passkeys', { credential: broken })).body.error.issues[0].path).toBe(
        'credential',
      )
    expect((await http.put('/v1/user/second-step', { required: true })).body.passkeyRequired).toBe(true)
    expect((await http.put('/v1/user/second-step', { required: false })).body.passkeyRequired).toBe(false)
    await age(session)
    expect((await http.put('/v1/user/second-step', { required: true })).status).toBe(403)
  })

  test('setUserPassword: only in the console, after a recent proof, and it ends other sessions', async () => {
    const person = await server.join('edit')
    const [one, other] = [await consoleOf(person), await consoleOf(person)]
    const body = { password: 'seven wooden tables' }
    expect((await person.http.put('/v1/user/password', body)).status).toBe(403)
    expect((await one.http.put('/v1/user/password', { password: 'Password123456' })).status).toBe(400)
    expect((await one.http.put('/v1/user/password', body)).status).toBe(204)
    expect((await other.http.get('/v1/user')).status).toBe(401)
    const signedIn = await openBrowser().submit(`${server.url}/sign-in`, { email: person.email, ...body })
    expect(signedIn.status).toBe(303)
    await age(one.session)
    expect((await one.http.put('/v1/user/password', body)).body.error.message).toContain('/sign-in/confirm')
  })

  test('changeUserEmail: the address changes when the link that was sent there is opened', async () => {
    const person = await server.join('edit')
    const { http } = await consoleOf(person)
    const email = `new-${person.email}`
    expect((await person.http.post('/v1/user/email', { email })).status).toBe(403)
    expect((await http.post('/v1/user/email', { email })).status).toBe(204)
    const [mail] = await mailbox.waitFor(email)
    const link = /http\S+\/account\/email\/\w{40}/.exec(mail!.text)![0]
    expect((await openBrowser().visit(link)).text).toContain(email)
    expect((await http.get('/v1/user')).body.email).toBe(person.email)
    expect((await openBrowser().complete(link, {})).text).toContain(`you sign in with ${email}`)
    expect((await http.get('/v1/user')).body.email).toBe(email)
    expect((await openBrowser().submit(link, {})).status).toBe(410)
    // The old address is told.
    const [told] = await mailbox.waitFor(person.email)
    expect(told!.text).toContain(`It is now ${email}.`)
  })

  test('changeUserEmail: an address of somebody else gets a mail without a link to it', async () => {
    const [person, other] = [await server.join('edit'), await server.join('edit')]
    const { http } = await consoleOf(person)
    expect((await http.post('/v1/user/email', { email: other.email })).status).toBe(204)
    const [mail] = await mailbox.waitFor(other.email)
    expect(mail!.text).not.toContain('/account/email/')
  })

  test('changeUserEmail: says what to do where the server sends no mail', async () => {
    const { http } = await consoleOf(await withoutMail.join('edit'), { at: withoutMail })
    const refused = await http.post('/v1/user/email', { email: 'new@example.com' })
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('lectern user email')])
  })
})

describe('all of it', () => {
  test('getUserData: has what one wrote and is, and no secret', async () => {
    const { organization, admin } = await server.found()
    const space = (await admin.http.post(`/v1/orgs/${organization}/spaces`, { title: 'Docs' })).body.id
    await admin.http.post(`/v1/spaces/${space}/comments`, { body: { markdown: 'A thought of mine' } })
    await admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'A change of mine' })
    await consoleOf(admin)
    const { body, text } = await admin.http.get('/v1/user/data')
    expect(body).toMatchObject({
      account: { id: admin.id, email: admin.email },
      memberships: [{ organization, role: 'admin' }],
      tokens: [{ label: 'test' }],
      sessions: [{ method: 'password' }],
      comments: [{ space, markdown: expect.stringContaining('A thought of mine') }],
      changeRequests: [{ space, subject: 'A change of mine' }],
      truncated: [],
    })
    expect(text).not.toContain(admin.token)
  })

  test('deleteAuthenticatedUser: everything ends, and what one wrote stays without the name', async () => {
    const { organization, admin } = await server.found()
    const person = await server.join()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [person.email], role: 'edit' })
    const space = (await admin.http.post(`/v1/orgs/${organization}/spaces`, { title: 'Docs' })).body.id
    await admin.http.post(`/v1/spaces/${space}/permissions`, { role: 'edit', users: [person.id] })
    await person.http.patch('/v1/user', { displayName: 'Somebody With A Name' })
    await person.http.post(`/v1/spaces/${space}/comments`, { body: { markdown: 'Stays here' } })
    const { http } = await consoleOf(person)
    expect((await person.http.delete('/v1/user')).status).toBe(403)
    expect((await http.delete('/v1/user')).status).toBe(204)
    expect((await http.get('/v1/user')).status).toBe(401)
    expect((await httpAs(server.url, person.token).get('/v1/user')).status).toBe(401)
    const comments = await admin.http.get(`/v1/spaces/${space}/comments`)
    expect(comments.text).toContain('Stays here')
    expect(comments.text).toContain('Deleted user')
    expect(comments.text).not.toMatch(/Somebody With A Name|deleted:/)
    expect(comments.text).not.toContain(person.email)
    expect((await admin.http.get(`/v1/orgs/${organization}/members/${person.id}`)).status).toBe(404)
    // The address is free again.
    const again = await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [person.email] })
    expect(again.body.users[0]).not.toBe(person.id)
  })

  test('deleteAuthenticatedUser: not while an organization would lose its last admin', async () => {
    const { admin } = await server.found()
    const { http } = await consoleOf(admin)
    expect((await http.delete('/v1/user')).status).toBe(409)
    expect((await admin.http.get('/v1/user')).body.email).toBe(admin.email)
  })
})
