// @only-sqlite
// Passkeys over HTTP, with a device in software: signing in, confirming, setting up, and what is refused.
import { describe, expect, test } from 'vitest'
import { type Authenticator, createAuthenticator } from '../../../test/support/authenticator.ts'
import { type Browser, openBrowser } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { insertSignInLink, type LinkKind, verifyAddress } from '../../domain/sessions/index.ts'
import { fromNow, MINUTE } from '../../lib/time.ts'

const server = startedServer({ hostname: 'localhost' })
const PASSWORD = 'correct horse battery staple'
const url = (path: string) => server.url + path
const api = (browser: Browser) => consoleIn(server.url, browser)

const linkFor = async (
  { id, email }: Pick<Person, 'id' | 'email'>,
  kind: LinkKind = 'operator',
  organizationId?: string,
) => {
  const link = { kind, ...(organizationId && { organizationId }) }
  const { secret } = await server.database.write((db) => insertSignInLink(db, { id, email }, link))
  return url(`/sign-in/link/${secret}`)
}

const optionsAt = async (browser: Browser, path: string, form = {}) =>
  JSON.parse((await browser.submit(url(`${path}/options`), form)).text)

/** A person whose only credential is a passkey. */
async function withPasskey(person?: Person) {
  const who = person ?? (await server.join('edit'))
  const browser = openBrowser()
  const device = createAuthenticator(server.url)
  await browser.submit(await linkFor(who), {})
  const options = await optionsAt(browser, '/sign-in/setup', { name: 'A Writer' })
  const credential = JSON.stringify(device.create(options))
  const done = await browser.submit(url('/sign-in/setup'), { name: 'A Writer', credential })
  expect(done.location).toBe(url('/app'))
  return { person: who, browser, device }
}

async function signIn(device: Authenticator, how: Parameters<Authenticator['get']>[1] = {}, browser = openBrowser()) {
  const options = await optionsAt(browser, '/sign-in/passkey')
  const credential = JSON.stringify(device.get(options, how))
  return {
    answer: await browser.submit(url('/sign-in/passkey'), { credential, returnTo: '/account' }),
    browser,
    credential,
  }
}

const age = (userId: string) =>
  server.database.write((db) =>
    db
      .updateTable('sessions')
      .set({ authenticated_at: fromNow(-11 * MINUTE) })
      .where('user_id', '=', userId)
      .execute(),
  )

const passkeysOf = (userId: string) =>
  server.database.read.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute()

const lastMethods = async (organization: string) =>
  (
    await server.database.read
      .selectFrom('events')
      .select(['action', 'data'])
      .where('organization_id', '=', organization)
      .where('action', 'like', 'organization.member.sign%')
      .orderBy('id')
      .execute()
  ).map(({ action, data }) => [action.split('.').at(-1), JSON.parse(data).method])

describe('a passkey', () => {
  test('takes the place of a password at the first visit, and signs in without an address', async () => {
    const { person, device } = await withPasskey()
    const { answer, browser } = await signIn(device)
    expect([answer.status, answer.location]).toEqual([303, url('/account')])
    expect((await api(browser).get('/v1/user')).body).toMatchObject({ id: person.id, displayName: 'A Writer' })
    expect(await passkeysOf(person.id)).toMatchObject([
      { counter: 1, transports: '["internal"]', name: 'Unknown device' },
    ])
    expect((await browser.visit(url('/account'))).text).toContain('Unknown device')
  })

  test('signs in on any node', async () => {
    const { device } = await withPasskey()
    const other = await server.node()
    expect(other.id).toBe(server.admin.id)
    expect((await signIn(device)).answer.status).toBe(303)
  })

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['signed for another site', { from: 'https://evil.example' }],
    ['without a check of the person', { verified: false }],
    ['with a counter that goes back', { counter: 0 }],
  ])('is refused %s', async (_what, how) => {
    const { organization, admin } = await server.found()
    const { device } = await withPasskey(admin)
    await signIn(device, { counter: 5 })
    const { answer, browser } = await signIn(device, how)
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('not accepted')])
    expect(browser.kept.size).toBe(0)
    expect((await lastMethods(organization)).slice(-2)).toEqual([
      ['signed-in', 'passkey'],
      ['sign-in-failed', 'passkey'],
    ])
  })

  test('signs each challenge once, in time, and only for what it was asked for', async () => {
    const { device, browser, person } = await withPasskey()
    const { answer, credential } = await signIn(device)
    expect(answer.status).toBe(303)
    expect((await openBrowser().submit(url('/sign-in/passkey'), { credential })).status).toBe(401)
    const late = await optionsAt(openBrowser(), '/sign-in/passkey')
    await server.database.write((db) =>
      db
        .updateTable('passkey_challenges')
        .set({ expires_at: fromNow(-1) })
        .execute(),
    )
    const answerLate = JSON.stringify(device.get(late))
    expect((await openBrowser().submit(url('/sign-in/passkey'), { credential: answerLate })).status).toBe(401)
    // A challenge for one's own confirmation does not sign in, and one for signing in does not confirm.
    const confirmation = JSON.stringify(device.get(await optionsAt(browser, '/sign-in/confirm')))
    expect((await openBrowser().submit(url('/sign-in/passkey'), { credential: confirmation })).status).toBe(401)
    await age(person.id)
    const forSignIn = JSON.stringify(device.get(await optionsAt(openBrowser(), '/sign-in/passkey')))
    expect((await browser.submit(url('/sign-in/confirm'), { credential: forSignIn })).status).toBe(401)
  })

  test('is limited after too many failures', async () => {
    const { device } = await withPasskey()
    for (let times = 0; times < 10; times++) await signIn(device, { from: 'https://evil.example' })
    expect((await signIn(device)).answer.status).toBe(429)
    await server.database.write((db) => db.deleteFrom('sign_in_failures').execute())
    expect((await signIn(device)).answer.status).toBe(303)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['deep JSON', '['.repeat(10_000)],
    ['no response', '{"id":"AA","rawId":"AA","type":"public-key"}'],
    [
      'wrong bytes',
      JSON.stringify({
        id: 'AA',
        rawId: 'AA',
        type: 'public-key',
        response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
      }),
    ],
  ])('that is %s is refused', async (_what, credential) => {
    expect((await openBrowser().submit(url('/sign-in/passkey'), { credential })).status).toBe(401)
  })

  test('confirms who one is, of the same person only', async () => {
    const { person, browser, device } = await withPasskey()
    const other = await withPasskey()
    const create = () => api(browser).post('/v1/user/tokens', { label: 'laptop' })
    await age(person.id)
    expect((await create()).status).toBe(403)
    expect((await browser.visit(url('/sign-in/confirm'))).text).not.toContain('type="password"')
    const foreign = JSON.stringify(other.device.get(await optionsAt(browser, '/sign-in/confirm')))
    expect((await browser.submit(url('/sign-in/confirm'), { credential: foreign })).status).toBe(401)
    const own = JSON.stringify(device.get(await optionsAt(browser, '/sign-in/confirm')))
    expect((await browser.submit(url('/sign-in/confirm'), { credential: own })).location).toBe(url('/account'))
    expect((await create()).status).toBe(201)
  })

  test('keeps invitations of others out of the account', async () => {
    const { person } = await withPasskey()
    const link = await linkFor(person, 'invitation', server.organization)
    expect((await openBrowser().submit(link, {})).location).toContain('/sign-in?email=')
  })

  test('that was set up before the address was verified is removed then', async () => {
    const person = await server.join('edit')
    const browser = openBrowser()
    await browser.submit(await linkFor(person, 'invitation', server.organization), {})
    const device = createAuthenticator(server.url)
    const options = await optionsAt(browser, '/sign-in/setup', { name: 'Somebody' })
    const credential = JSON.stringify(device.create(options))
    await browser.submit(url('/sign-in/setup'), { name: 'Somebody', credential })
    expect((await signIn(device)).answer.status).toBe(303)
    await server.database.write(async (db) => {
      const user = await db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
      await verifyAddress(db, user)
    })
    expect(await passkeysOf(person.id)).toEqual([])
    expect((await signIn(device)).answer.status).toBe(401)
  })
})

describe('the passkeys of an account', () => {
  const add = async (browser: Browser, device: Authenticator, name: string) => {
    const options = await optionsAt(browser, '/account/passkeys')
    return browser.submit(url('/account/passkeys'), {
      passkey: name,
      credential: JSON.stringify(device.create(options)),
    })
  }

  test('are several, each with a name, and the last way in stays', async () => {
    const { person, browser, device } = await withPasskey()
    const second = createAuthenticator(server.url)
    expect((await add(browser, second, 'Blue key')).location).toBe(url('/account'))
    expect((await browser.visit(url('/account'))).text).toContain('Blue key')
    expect((await signIn(second)).answer.status).toBe(303)
    const [first, blue] = await passkeysOf(person.id)
    await browser.submit(url(`/account/passkeys/${first!.id}/remove`), {})
    expect((await signIn(device)).answer.status).toBe(401)
    const last = await browser.submit(url(`/account/passkeys/${blue!.id}/remove`), {})
    expect([last.status, last.text]).toEqual([409, expect.stringContaining('only way to sign in')])
  })

  test('are removed by their owner only', async () => {
    const mine = await withPasskey()
    const other = await withPasskey()
    const [passkey] = await passkeysOf(other.person.id)
    await mine.browser.submit(url(`/account/passkeys/${passkey!.id}/remove`), {})
    expect(await passkeysOf(other.person.id)).toHaveLength(1)
  })

  test('need a recent proof of who one is', async () => {
    const { person, browser, device } = await withPasskey()
    await age(person.id)
    const refused = await add(browser, createAuthenticator(server.url), 'Late')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Confirm it is you')])
    expect(await passkeysOf(person.id)).toHaveLength(1)
    const step = /name="step" value="([^"]+)"/.exec(refused.text)![1]!.replaceAll('&amp;', '&')
    const proof = JSON.stringify(device.get(await optionsAt(browser, '/sign-in/confirm')))
    await browser.submit(url('/account/passkeys'), { step, credential: proof })
    expect((await passkeysOf(person.id)).map(({ name }) => name)).toContain('Late')
  })

  test('are made for the person who asked, and once', async () => {
    const { browser, person } = await withPasskey()
    const other = await withPasskey()
    const device = createAuthenticator(server.url)
    const credential = JSON.stringify(device.create(await optionsAt(other.browser, '/account/passkeys')))
    expect((await browser.submit(url('/account/passkeys'), { name: 'x', credential })).status).toBe(401)
    const foreign = device.create(await optionsAt(browser, '/account/passkeys'), { from: 'https://evil.example' })
    const forged = { name: 'x', credential: JSON.stringify(foreign) }
    expect((await browser.submit(url('/account/passkeys'), forged)).status).toBe(401)
    expect(await passkeysOf(person.id)).toHaveLength(1)
  })

  test('can be required after the password', async () => {
    const person = await server.join('edit')
    const browser = openBrowser()
    await browser.submit(await linkFor(person), {})
    await browser.submit(url('/sign-in/setup'), { name: 'A Writer', password: PASSWORD })
    expect((await browser.submit(url('/account/passkeys/required'), { required: '1' })).status).toBe(409)
    const device = createAuthenticator(server.url)
    await add(browser, device, 'Phone')
    await browser.submit(url('/account/passkeys/required'), { required: '1' })
    const other = openBrowser()
    const asked = await other.submit(url('/sign-in'), { email: person.email, password: PASSWORD, returnTo: '/account' })
    const second = url('/sign-in/second-step')
    expect([asked.status, asked.location, other.kept.has('lectern_session')]).toEqual([303, second, false])
    expect((await other.visit(url('/account'))).location).toContain('/sign-in?')
    const stranger = await withPasskey()
    const wrong = JSON.stringify(stranger.device.get(await optionsAt(other, '/sign-in/second-step')))
    expect((await other.submit(second, { credential: wrong })).status).toBe(401)
    const credential = JSON.stringify(device.get(await optionsAt(other, '/sign-in/second-step')))
    const [forged, right] = [openBrowser(), other.kept.get('lectern_second_step')!]
    for (const value of ['', 'x', right.slice(1), other.kept.get('lectern_notice') ?? 'y']) {
      forged.kept.set('lectern_second_step', value)
      expect((await forged.visit(second)).status).toBe(401)
      expect((await forged.submit(second, { credential })).status).toBe(401)
    }
    expect((await other.submit(second, { credential })).location).toBe(url('/account'))
    expect(other.kept.has('lectern_second_step')).toBe(false)
    // A link by mail asks for it too; the link of the operator is the way back in.
    const mailed = await openBrowser().complete(await linkFor(person, 'mail'), {})
    expect([mailed.status, mailed.text]).toEqual([200, expect.stringContaining('second step')])
    expect((await openBrowser().submit(await linkFor(person), {})).status).toBe(303)
    // Without a passkey, the password is enough again: the page asks, and says so.
    const [passkey] = await passkeysOf(person.id)
    const removal = url(`/account/passkeys/${passkey!.id}/remove`)
    expect((await other.visit(removal)).text).toMatch(/Remove “Phone”\?[\s\S]*the second step ends too/)
    expect(await passkeysOf(person.id)).toHaveLength(1)
    expect((await other.complete(removal, {})).text).toMatch(
      /role="status">The passkey “Phone” is removed.*second step is off/,
    )
    expect((await openBrowser().submit(url('/sign-in'), { email: person.email, password: PASSWORD })).status).toBe(303)
  })
})
