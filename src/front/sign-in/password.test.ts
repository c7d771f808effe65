// @only-sqlite @slow
// Signing in with a link and with a password, and what a session may do.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { trySso } from '../../../test/support/sso.ts'
import { insertSignInLink } from '../../domain/sessions/index.ts'
import { fromNow, MINUTE } from '../../lib/time.ts'

const server = startedServer()
const PASSWORD = 'correct horse battery staple'
const url = (path: string) => server.url + path

const linkFor = async (person: Pick<Person, 'id' | 'email'>, organizationId?: string): Promise<string> => {
  const kind = organizationId ? ('invitation' as const) : ('operator' as const)
  const { secret } = await server.database.write((db) =>
    insertSignInLink(db, person, { kind, ...(organizationId && { organizationId }) }),
  )
  return url(`/sign-in/link/${secret}`)
}

/** Opens a link, presses its button and sets a password. */
async function setUp(person: Pick<Person, 'id' | 'email'>, organizationId?: string): Promise<Browser> {
  const browser = openBrowser()
  const link = await linkFor(person, organizationId)
  await browser.submit(link, {})
  const done = await browser.submit(url('/sign-in/setup'), { name: 'Reader of Pages', password: PASSWORD })
  expect(done.location).toBe(url('/app'))
  return browser
}

const signIn = (email: string, password: string, browser = openBrowser(), more: object = {}) =>
  browser.submit(url('/sign-in'), { email, password, ...more })

const api = (browser: Browser) => consoleIn(server.url, browser)

const actionsOf = async (organization: string) =>
  (
    await server.database.read
      .selectFrom('events')
      .select(['action', 'data'])
      .where('organization_id', '=', organization)
      .where('action', 'like', 'organization.member.sign%')
      .orderBy('id')
      .execute()
  ).map(({ action, data }) => [action.split('.').at(-1), JSON.parse(data).method])

describe('a link', () => {
  test('shows a button, signs in once, and asks for a name and a password', async () => {
    const person = await server.join('edit')
    const link = await linkFor(person)
    const browser = openBrowser()
    for (let times = 0; times < 2; times++) expect((await browser.visit(link)).text).toContain(person.email)
    expect(browser.kept.size).toBe(0)
    expect((await browser.submit(link, {})).location).toBe(url('/sign-in/setup'))
    expect((await openBrowser().submit(link, {})).status).toBe(410)
    const page = await browser.visit(url('/sign-in/setup'))
    expect(page.text).toContain('autocomplete="new-password"')
    await browser.submit(url('/sign-in/setup'), { name: 'A Writer', password: PASSWORD })
    expect((await api(browser).get('/v1/user')).body).toMatchObject({ displayName: 'A Writer', email: person.email })
    expect((await browser.visit(url('/sign-in/setup'))).location).toBe(url('/app'))
  })

  test('keeps what was typed, and says what to do', async () => {
    const person = await server.join('edit')
    const browser = openBrowser()
    await browser.submit(await linkFor(person), {})
    const form = { name: '  ', password: `${person.email} 12345` }
    const refused = await browser.submit(url('/sign-in/setup'), form)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Enter your name')
    expect(refused.text).toContain('Leave your name and your email address out of the password.')
  })

  test('is void after half an hour, and once the address has changed', async () => {
    const person = await server.join('edit')
    const link = await linkFor(person)
    await server.database.write((db) =>
      db
        .updateTable('sign_in_links')
        .set({ expires_at: fromNow(-1) })
        .where('user_id', '=', person.id)
        .execute(),
    )
    const expired = await openBrowser().visit(link)
    expect([expired.status, expired.text]).toEqual([410, expect.stringContaining('This link has expired')])
    const broken = await openBrowser().visit(link.slice(0, -1))
    expect([broken.status, broken.text]).toEqual([404, expect.stringContaining('This link is incomplete')])
    const other = await linkFor(person)
    await server.database.write((db) =>
      db
        .updateTable('users')
        .set({ email: `${randomUUID()}@example.com` })
        .where('id', '=', person.id)
        .execute(),
    )
    const voided = await openBrowser().submit(other, {})
    expect([voided.status, voided.text]).toEqual([410, expect.stringContaining('lectern user link')])
  })

  test('in an invitation works only in that organization, until the address is verified', async () => {
    const { organization, admin } = await server.found()
    const email = `${randomUUID()}@example.com`
    const body = { emails: [email], role: 'edit' }
    const { body: invited } = await admin.http.post(`/v1/orgs/${organization}/invites`, body)
    const { id } = await server.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(invited).toBeDefined()
    const other = await server.found()
    await other.admin.http.post(`/v1/orgs/${other.organization}/invites`, body)
    const browser = await setUp({ id, email }, organization)
    expect((await api(browser).get(`/v1/orgs/${organization}`)).status).toBe(200)
    expect((await api(browser).get(`/v1/orgs/${other.organization}`)).status).toBe(404)
    expect((await api(browser).get('/v1/orgs')).body.items).toHaveLength(1)
    // Another invitation does not enter an account that has a password.
    const second = await openBrowser().submit(await linkFor({ id, email }, other.organization), {})
    expect(second.location).toContain('/sign-in?email=')
    // The owner of the address takes the account over; the first password is gone.
    const owner = openBrowser()
    await owner.submit(await linkFor({ id, email }), {})
    expect((await api(browser).get(`/v1/orgs/${organization}`)).status).toBe(401)
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await api(owner).get(`/v1/orgs/${other.organization}`)).status).toBe(200)
  })
})

describe('a password', () => {
  test('signs in, in any spelling of the address, and leads to where one wanted to go', async () => {
    const person = await server.join('read')
    await setUp(person)
    const browser = openBrowser()
    const done = await signIn(` ${person.email.toUpperCase()} `, PASSWORD, browser, { returnTo: '/app/spaces/x' })
    expect([done.status, done.location]).toEqual([303, url('/app/spaces/x')])
    expect((await api(browser).get('/v1/user')).body.id).toBe(person.id)
    expect((await signIn(person.email, PASSWORD, openBrowser(), { returnTo: '//evil.example' })).location).toBe(
      url('/app'),
    )
  })

  test('that is wrong, an unknown account and one without a password look the same', async () => {
    const { organization, admin } = await server.found()
    await setUp(admin)
    const replies = [
      await signIn(admin.email, 'not the password at all'),
      await signIn(`${randomUUID()}@example.com`, PASSWORD),
      await signIn((await server.join('read')).email, PASSWORD),
    ]
    const strip = (text: string) => text.replaceAll(/value="[^"]*"/g, '')
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set(replies.map(({ text }) => strip(text))).size).toBe(1)
    expect(replies[0]!.text).toContain(`value="${admin.email}"`)
    expect(await actionsOf(organization)).toEqual([
      ['signed-in', 'link'],
      ['sign-in-failed', 'password'],
    ])
  })

  test('is limited in attempts at the same time too', async () => {
    const person = await server.join('edit')
    await setUp(person)
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await signIn(person.email, 'not the right password')).status),
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)
  })

  test('is limited for an account: not even the right one gets in then', async () => {
    const person = await server.join('read')
    await setUp(person)
    for (let times = 0; times < 10; times++) await signIn(person.email, 'a wrong password, again')
    expect((await signIn(person.email, PASSWORD)).status).toBe(429)
    await server.database.write((db) => db.deleteFrom('sign_in_failures').execute())
    expect((await signIn(person.email, PASSWORD)).status).toBe(303)
  })

  test.each([
    ['short', 'too short', /at least 12/],
    ['common', 'Password123456', /attackers try/],
    ['repeated', 'qwertyqwerty', /attackers try/],
    ['plain', '111111111111', /attackers try/],
  ])('is refused if it is %s', async (_why, password, reason) => {
    const browser = openBrowser()
    await browser.submit(await linkFor(await server.join('read')), {})
    const refused = await browser.submit(url('/sign-in/setup'), { name: 'Somebody', password })
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(reason)])
  })

  test('is changed after proof, and ends all other sessions', async () => {
    const person = await server.join('read')
    const first = await setUp(person)
    const second = openBrowser()
    await signIn(person.email, PASSWORD, second)
    await age(person.id)
    expect((await second.visit(url('/account/password'))).location).toBe(
      url('/sign-in/confirm?returnTo=%2Faccount%2Fpassword'),
    )
    const wrong = await second.submit(url('/sign-in/confirm'), { password: 'no', returnTo: '/account/password' })
    expect(wrong.status).toBe(401)
    const right = await second.submit(url('/sign-in/confirm'), { password: PASSWORD, returnTo: '/account/password' })
    expect(right.location).toBe(url('/account/password'))
    const changed = await second.submit(url('/account/password'), { password: 'another four plain words' })
    expect(changed.location).toBe(url('/account'))
    expect((await api(first).get('/v1/user')).status).toBe(401)
    expect((await api(second).get('/v1/user')).status).toBe(200)
    expect((await signIn(person.email, PASSWORD)).status).toBe(401)
    expect((await signIn(person.email, 'another four plain words')).status).toBe(303)
  })
})

/** Makes the proof of identity of all sessions old. */
const age = (userId: string) =>
  server.database.write((db) =>
    db
      .updateTable('sessions')
      .set({ authenticated_at: fromNow(-11 * MINUTE) })
      .where('user_id', '=', userId)
      .execute(),
  )

describe('a session', () => {
  test.each([
    ['without the header of the console', { 'x-lectern-console': '' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ])('is not accepted %s', async (_what, headers) => {
    const browser = await setUp(await server.join('read'))
    expect((await api(browser).get('/v1/user')).status).toBe(200)
    expect((await api(browser).get('/v1/user', headers)).status).toBe(401)
  })

  test('needs the origin of this server where the browser does not say more', async () => {
    const browser = await setUp(await server.join('read'))
    const ask = async (more: Record<string, string>) => {
      const cookie = [...browser.kept].map((pair) => pair.join('=')).join('; ')
      const headers = { cookie, 'x-lectern-console': '1', ...more }
      return (await server.app.http.inject({ url: '/v1/user', headers })).statusCode
    }
    const { host } = new URL(server.url)
    expect(await ask({ host, origin: server.url })).toBe(200)
    expect(await ask({ host })).toBe(401)
    expect(await ask({ host, origin: 'https://evil.example' })).toBe(401)
    expect(await ask({ host: 'docs.example.com', origin: server.url })).toBe(401)
  })

  test('gets a new secret with every sign-in, and the old one is void', async () => {
    const person = await server.join('read')
    const browser = await setUp(person)
    const before = new Map(browser.kept)
    await signIn(person.email, PASSWORD, browser)
    expect(browser.kept.get('lectern_session')).not.toBe(before.get('lectern_session'))
    const old = openBrowser()
    old.kept.set('lectern_session', before.get('lectern_session')!)
    expect((await api(old).get('/v1/user')).status).toBe(401)
  })

  test('has to be confirmed for sensitive steps', async () => {
    const person = await server.join('read')
    const browser = await setUp(person)
    const create = () => api(browser).post('/v1/user/tokens', { label: 'laptop', organization: server.organization })
    await age(person.id)
    const refused = await create()
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('/sign-in/confirm')])
    await browser.submit(url('/sign-in/confirm'), { password: PASSWORD })
    expect((await create()).body).toMatchObject({ label: 'laptop', organization: server.organization })
  })

  test('is not begun by a form of another site', async () => {
    const person = await server.join('read')
    await setUp(person)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    const body = new URLSearchParams({ email: person.email, password: PASSWORD }).toString()
    const response = await fetch(url('/sign-in'), { method: 'POST', headers, body, redirect: 'manual' })
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  })

  test('does not reach an organization that requires single sign-on, except for its admins', async () => {
    const { organization, admin } = await server.found()
    const member = await server.join()
    await server.database.write((db) =>
      db
        .insertInto('members')
        .values({ organization_id: organization, user_id: member.id, role: 'edit', sso: 1, joined_at: fromNow(0) })
        .execute(),
    )
    await trySso(server, organization, admin)
    await admin.http.patch(`/v1/orgs/${organization}`, { sso: true })
    const [ofMember, ofAdmin] = [await setUp(member), await setUp(admin)]
    expect((await api(ofMember).get(`/v1/orgs/${organization}`)).status).toBe(403)
    expect((await api(ofAdmin).get(`/v1/orgs/${organization}`)).status).toBe(200)
  })
})
