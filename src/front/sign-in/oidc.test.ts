// @only-sqlite
// Signing in through a real OpenID Connect provider, of an organization and of the whole server.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser, type Shown } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { type Account, type OpenIdProvider, startOpenIdProvider } from '../../../test/support/openid-provider.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { browserOf } from '../../../test/support/session.ts'
import { removeMember } from '../../domain/people/index.ts'
import { Refusal, type RefusalName } from '../../domain/sessions/index.ts'
import { ApiError } from '../../errors.ts'
import { fromNow, HOUR } from '../../lib/time.ts'
import { escapeText } from '../../render/html/template.ts'

let idp: OpenIdProvider
const redirects: string[] = []
beforeAll(async () => {
  idp = await startOpenIdProvider(() => [...redirects, `${server.url}/oidc/server/callback`])
})
afterAll(() => idp.stop())
const server = startedServer({
  hostname: 'localhost',
  fetchAllow: '127.0.0.1',
  get oidc() {
    const { issuer, clientId, clientSecret } = idp
    return { issuer, clientId, clientSecret, label: 'Example & Co', verifiedClaim: 'email_verified' }
  },
})

interface Place {
  organization: string
  admin: Person
  id: string
  startURL: string
}

const address = () => `${randomUUID()}@example.com`
const account = () => `${server.url}/account`

/** Creates an organization with a provider. */
async function place(more: object = {}, of?: Pick<Place, 'organization' | 'admin'>): Promise<Place> {
  const { organization, admin } = of ?? (await server.found())
  const { issuer, clientId, clientSecret } = idp
  const body = { label: 'Example', issuer, clientID: clientId, clientSecret, ...more }
  const { id, service } = (await admin.http.post(`/v1/orgs/${organization}/oidc`, body)).body
  redirects.push(service.redirectURL)
  return { organization, admin, id, startURL: service.startURL }
}

/** Goes to the provider, signs in there with these claims, and returns the URL that it leads back to. */
async function answer(startURL: string, claims: Account, browser: Browser): Promise<string> {
  browser.kept.delete('_session')
  const started = await browser.visit(startURL)
  expect([started.status, started.text]).toEqual([303, ''])
  const asked = await browser.visit(started.location!)
  const form = new URL(asked.location!, idp.issuer)
  form.searchParams.set('account', Object.keys(claims).length === 0 ? '' : idp.account(claims))
  const resumed = await browser.visit(form.href)
  return (await browser.visit(resumed.location!)).location!
}

const verified = (email: string, more: Account = {}): Account => ({ email, email_verified: true, ...more })

async function signIn(
  { startURL }: Pick<Place, 'startURL'>,
  claims: Account,
  browser = openBrowser(),
): Promise<Browser> {
  const finished = await browser.visit(await answer(startURL, claims, browser))
  expect([finished.status, finished.text]).toEqual([303, ''])
  return browser
}

const onServer = () => ({ startURL: `${server.url}/oidc/server/start` })

function expectRefusal({ status, text }: Shown, name: RefusalName) {
  const refusal = new Refusal(name)
  expect([status, text]).toEqual([refusal.status, expect.stringContaining(escapeText(refusal.message))])
}

const memberOf = async ({ organization, admin }: Place, email: string) =>
  (await admin.http.get(`/v1/orgs/${organization}/members?search=${encodeURIComponent(email)}`)).body.items[0]

describe('testing a provider', () => {
  const tests = ({ startURL }: Place) => `${startURL}?test`
  const membersOf = async ({ organization, admin }: Place) =>
    (await admin.http.get(`/v1/orgs/${organization}/members`)).body.count

  test('shows what came back and what it means, and signs nobody in', async () => {
    const at = await place({ groupsClaim: 'groups' })
    const browser = await browserOf(server, at.admin)
    const before = browser.kept.get('lectern_session')
    const email = address()
    const claims = verified(email, { name: 'A <b>Reader</b>', groups: ['staff', 'writers'] })
    const shown = await browser.visit(await answer(tests(at), claims, browser))
    expect(shown.status).toBe(200)
    for (const text of ['Example works', email, 'A &lt;b&gt;Reader', 'staff', 'writers', 'They become a member'])
      expect(shown.text).toContain(text)
    expect(browser.kept.get('lectern_session')).toBe(before)
    expect(await membersOf(at)).toBe(1)
  })

  test('says in plain words what is wrong', async () => {
    const at = await place()
    const browser = await browserOf(server, at.admin)
    const test = async (claims: Account) => (await browser.visit(await answer(tests(at), claims, browser))).text
    const says = (name: RefusalName) => escapeText(new Refusal(name).message)
    const unverified = await test({ email: 'reader@example.com', email_verified: false })
    expect(unverified).toContain('does not work yet')
    expect(unverified).toContain(says('unverifiedThere'))
    expect(unverified).toContain('reader@example.com')
    expect(unverified).toContain('email_verified is false')
    expect(await test({})).toContain(says('denied'))
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { emailDomains: ['example.org'] })
    expect(await test(verified(address()))).toContain(says('outsideDomains'))
    const wrong = { clientSecret: 'wrong' }
    await at.admin.http.patch(`/v1/orgs/${at.organization}/oidc/${at.id}`, wrong)
    expect(await test(verified(address()))).toContain('invalid_client')
    const body = { issuer: 'https://127.0.0.1:1', clientSecret: 'x' }
    await at.admin.http.patch(`/v1/orgs/${at.organization}/oidc/${at.id}`, body)
    expect((await browser.visit(tests(at))).text).toContain(says('unreachable'))
  })

  test('is for admins of the organization alone', async () => {
    const at = await place()
    expectRefusal(await openBrowser().visit(tests(at)), 'notSignedIn')
    expectRefusal(await (await browserOf(server, await server.join('create'))).visit(tests(at)), 'unknownProvider')
  })
})

describe('a provider of an organization', () => {
  test('makes a member the first time, with the role and the team of the provider', async () => {
    const { organization, admin } = await server.found()
    const team = (await admin.http.put(`/v1/orgs/${organization}/teams`, { title: 'New here' })).body
    const at = await place({ defaultRole: 'comment', defaultTeam: team.id }, { organization, admin })
    const email = address()
    const browser = openBrowser()
    const back = await answer(
      `${at.startURL}?returnTo=/account%3Fx`,
      verified(email.toUpperCase(), { name: 'A & B' }),
      browser,
    )
    const finished = await browser.visit(back)
    expect(finished.location).toBe(`${server.url}/account?x`)
    expect(finished.cookies.find((line) => line.startsWith('lectern_session='))).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(await memberOf(at, email)).toMatchObject({
      role: 'comment',
      sso: true,
      teams: 1,
      user: { displayName: 'A & B' },
    })
    const events = await server.database.read
      .selectFrom('events')
      .select(['action', 'data'])
      .where('organization_id', '=', organization)
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute()
    expect(events).toEqual([
      { action: 'organization.member.signed-in', data: JSON.stringify({ method: 'oidc', provider: at.id }) },
    ])
  })

  test('signs in to that organization only', async () => {
    const at = await place()
    const person = await server.join('admin')
    const console = consoleIn(server.url, await signIn(at, verified(person.email)))
    expect((await console.get('/v1/orgs')).body.items.map(({ id }: { id: string }) => id)).toEqual([at.organization])
    expect((await console.get(`/v1/orgs/${server.organization}`)).status).toBe(404)
    expect((await console.post('/v1/orgs', { title: 'My own' })).status).toBe(403)
  })

  test('asks with PKCE, state and nonce, and takes claims of the userinfo endpoint', async () => {
    const at = await place({ scopes: ['groups'] })
    const { location } = await openBrowser().visit(at.startURL)
    const { searchParams } = new URL(location!)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: idp.clientId,
      redirect_uri: at.startURL.replace('start', 'callback'),
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)!.length).toBeGreaterThanOrEqual(32)
    await signIn(at, verified(address()))
    expect(idp.asked).toEqual(expect.arrayContaining(['/token', '/jwks', '/me']))
  })

  test('puts users into the teams of their groups, and takes them out of the others', async () => {
    const { organization, admin } = await server.found()
    const create = async (title: string) =>
      (await admin.http.put(`/v1/orgs/${organization}/teams`, { title })).body.id as string
    const [editors, writers, own] = [await create('Editors'), await create('Writers'), await create('Own')]
    const groups = [
      { group: 'e', team: editors },
      { group: 'w', team: writers },
      { group: 'both', team: editors },
      { group: 'both', team: writers },
    ]
    const at = await place({ groups, groupsClaim: 'groups' }, { organization, admin })
    const email = address()
    const teamsAfter = async (claims: Account) => {
      await signIn(at, verified(email, claims))
      const { id } = await memberOf(at, email)
      const { items } = (await admin.http.get(`/v1/orgs/${organization}/members/${id}/teams`)).body
      return items.map(({ team }: { team: { title: string } }) => team.title).sort()
    }
    expect(await teamsAfter({ groups: ['e', 'unknown', 7, null] })).toEqual(['Editors'])
    const { id } = await memberOf(at, email)
    await admin.http.put(`/v1/orgs/${organization}/teams/${own}/members/${id}`, {})
    expect(await teamsAfter({ groups: ['both'] })).toEqual(['Editors', 'Own', 'Writers'])
    expect(await teamsAfter({ groups: 'w' })).toEqual(['Own', 'Writers'])
    expect(await teamsAfter({})).toEqual(['Own'])
    const changes = await server.database.read
      .selectFrom('events')
      .select('data')
      .where('organization_id', '=', organization)
      .where('action', '=', 'team.members.updated')
      .where('actor_id', '=', id)
      .orderBy('sequence')
      .execute()
    expect(changes.map(({ data }) => Object.keys(JSON.parse(data!))[0])).toEqual(['put', 'put', 'removed', 'removed'])
  })

  test.each<[string, Account, RefusalName]>([
    ['an address that is not verified', { email: 'a@example.com', email_verified: false }, 'unverifiedThere'],
    ['an address without a word about it', { email: 'a@example.com' }, 'unverifiedThere'],
    ['no address', { email_verified: true }, 'noEmailClaim'],
    ['something that is no address', { email: 'somebody', email_verified: true }, 'noEmailClaim'],
    ['a refusal of the user', {}, 'denied'],
  ])('refuses %s', async (_what, claims, name) => {
    const at = await place()
    const browser = openBrowser()
    expectRefusal(await browser.visit(await answer(at.startURL, claims, browser)), name)
    expect(browser.kept.has('lectern_session')).toBe(false)
  })

  test('takes the claim that the provider is set to as the proof of an address, and no other', async () => {
    const at = await place({ verifiedClaim: 'xms_edov' })
    for (const yes of [true, 'true', 1, '1']) await signIn(at, { email: address(), xms_edov: yes })
    for (const no of [{ xms_edov: false }, { xms_edov: 0 }, { xms_edov: 'yes' }, { email_verified: true }, {}]) {
      const browser = openBrowser()
      const back = await answer(at.startURL, { email: address(), ...no }, browser)
      expectRefusal(await browser.visit(back), 'unverifiedThere')
      expect(browser.kept.has('lectern_session')).toBe(false)
    }
    await at.admin.http.patch(`/v1/orgs/${at.organization}/oidc/${at.id}`, { verifiedClaim: 'email_verified' })
    await signIn(at, verified(address()))
  })

  test('refuses addresses outside the domains of the organization, except those of members by single sign-on', async () => {
    const at = await place()
    const [member, stranger] = [address(), address()]
    await signIn(at, verified(member))
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { emailDomains: ['elsewhere.example'] })
    await signIn(at, verified(member))
    const browser = openBrowser()
    expectRefusal(await browser.visit(await answer(at.startURL, verified(stranger), browser)), 'outsideDomains')
    expect(await memberOf(at, stranger)).toBeUndefined()
  })

  test('lets only the browser that started finish, and only once', async () => {
    const at = await place()
    const browser = openBrowser()
    const back = await answer(at.startURL, verified(address()), browser)
    expectRefusal(await openBrowser().visit(back), 'otherBrowser')
    const other = openBrowser()
    await other.visit(at.startURL)
    expectRefusal(await other.visit(back), 'otherBrowser')
    expect((await browser.visit(back)).status).toBe(303)
    expectRefusal(await browser.visit(back), 'unasked')
  })

  test('refuses a code or a state that belongs to something else', async () => {
    const [at, elsewhere] = [await place(), await place()]
    const browser = openBrowser()
    const back = new URL(await answer(at.startURL, verified(address()), browser))
    const atOther = new URL(back.search, elsewhere.startURL.replace('start', 'callback'))
    expectRefusal(await browser.visit(atOther.href), 'unasked')
    const second = new URL((await browser.visit(at.startURL)).location!)
    const mixed = new URL(back)
    mixed.searchParams.set('state', second.searchParams.get('state')!)
    expectRefusal(await browser.visit(mixed.href), 'badProvider')
    for (const search of ['', '?state=x', `?state=${'x'.repeat(32)}&code=x`, '?state=%00&code=x'])
      expectRefusal(await browser.visit(new URL(search || '?', back).href), 'unasked')
    const forged = new URL(back)
    forged.searchParams.set('iss', 'https://elsewhere.example')
    expectRefusal(await browser.visit(forged.href), 'badProvider')
  })

  test('says what is wrong with its settings', async () => {
    const pending = await place({ issuer: undefined })
    expectRefusal(await openBrowser().visit(pending.startURL), 'notReady')
    expectRefusal(await openBrowser().visit(`${server.url}/oidc/none/start`), 'unknownProvider')
    const wrongSecret = await place({ clientSecret: 'wrong' })
    const browser = openBrowser()
    expectRefusal(await browser.visit(await answer(wrongSecret.startURL, verified(address()), browser)), 'badProvider')
    const nobody = await place({ issuer: 'http://127.0.0.1:9' })
    expectRefusal(await openBrowser().visit(nobody.startURL), 'unreachable')
    const notAllowed = await place({ issuer: 'http://localhost:9' })
    expectRefusal(await openBrowser().visit(notAllowed.startURL), 'unreachable')
    const noProvider = await place({ issuer: server.url })
    expectRefusal(await openBrowser().visit(noProvider.startURL), 'badProvider')
  })

  test('deleteOrganizationOIDCProvider: signs out who came through it', async () => {
    const at = await place()
    const browser = await signIn(at, verified(address()))
    expect((await browser.visit(account())).status).toBe(200)
    expect((await at.admin.http.delete(`/v1/orgs/${at.organization}/oidc/${at.id}`)).status).toBe(204)
    expect((await browser.visit(account())).location).toContain('/sign-in?')
    expect((await browser.visit(at.startURL)).status).toBe(404)
  })

  test('updateOrganizationById: is required for all only after an admin has signed in through it', async () => {
    const at = await place()
    const required = async () => (await at.admin.http.patch(`/v1/orgs/${at.organization}`, { sso: true })).status
    expect(await required()).toBe(409)
    await signIn(at, verified(address()))
    expect(await required()).toBe(409)
    const browser = await signIn(at, verified(at.admin.email))
    await server.database.write((db) =>
      db
        .updateTable('sessions')
        .set({ authenticated_at: fromNow(-HOUR) })
        .where('user_id', '=', at.admin.id)
        .execute(),
    )
    const stale = await consoleIn(server.url, browser).patch(`/v1/orgs/${at.organization}`, { sso: true })
    expect([stale.status, stale.body.error.message]).toEqual([403, new ApiError('confirmationNeeded').message])
    expect((await consoleIn(server.url, browser).patch(`/v1/orgs/${at.organization}`, { title: 'New' })).status).toBe(
      200,
    )
    expect(await required()).toBe(200)
    expect(await required()).toBe(200)
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { sso: false })
    await at.admin.http.delete(`/v1/orgs/${at.organization}/oidc/${at.id}`)
    expect(await required()).toBe(409)
  })

  test('does not bring back whom the organization deactivated', async () => {
    const at = await place()
    const email = address()
    await signIn(at, verified(email))
    const { id } = await memberOf(at, email)
    await server.database.write(async (db) => {
      const row = {
        organization_id: at.organization,
        user_id: id,
        user_name: email,
        attributes: '{}',
        active: 0 as const,
      }
      await db
        .insertInto('scim_users')
        .values({ ...row, updated_at: fromNow(0) })
        .execute()
      await removeMember(db, at.organization, id)
    })
    const browser = openBrowser()
    expectRefusal(await browser.visit(await answer(at.startURL, verified(email), browser)), 'deactivated')
    expect(await memberOf(at, email)).toBeUndefined()
  })

  test('is found by the domain of an address', async () => {
    const at = await place()
    const domain = `${randomUUID()}.example`
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { emailDomains: [domain] })
    const found = await openBrowser().submit(`${server.url}/sign-in/company`, { email: `a@${domain}` })
    expect(found.location).toBe(at.startURL)
  })
})

describe('the provider of the server', () => {
  test('has a button on the page', async () => {
    const { text } = await openBrowser().visit(`${server.url}/sign-in?returnTo=/account`)
    expect(text).toContain('Continue with Example &amp; Co')
    expect(text).toContain(`${server.url}/oidc/server/start?returnTo=%2Faccount`)
  })

  test('signs in to the whole account, and verifies its address', async () => {
    const { organization } = await server.found()
    const person = await server.join('edit')
    const browser = await signIn(onServer(), verified(person.email))
    const console = consoleIn(server.url, browser)
    expect((await console.get('/v1/orgs')).body.items.map(({ id }: { id: string }) => id)).toEqual([
      server.organization,
    ])
    expect((await console.post('/v1/orgs', { title: 'My own' })).status).toBe(201)
    expect((await console.get(`/v1/orgs/${organization}`)).status).toBe(404)
    const user = await server.database.read
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(user.email_verified_at).not.toBeNull()
  })

  test('does not replace the second step of those who chose one', async () => {
    const person = await server.join('edit')
    await server.database.write((db) =>
      db.updateTable('users').set({ passkey_required: 1 }).where('id', '=', person.id).execute(),
    )
    const browser = openBrowser()
    const finished = await browser.visit(await answer(onServer().startURL, verified(person.email), browser))
    expect(finished.location).toBe(`${server.url}/sign-in/second-step`)
    expect(browser.kept.has('lectern_session')).toBe(false)
    expect((await browser.visit(finished.location!)).status).toBe(200)
  })

  test('takes no other claim as the proof of an address than the operator says', async () => {
    const person = await server.join('edit')
    const browser = openBrowser()
    const claims = { email: person.email, xms_edov: true }
    expectRefusal(await browser.visit(await answer(onServer().startURL, claims, browser)), 'unverifiedThere')
  })

  test('refuses addresses without an account', async () => {
    const browser = openBrowser()
    expectRefusal(await browser.visit(await answer(onServer().startURL, verified(address()), browser)), 'noAccount')
    expect(browser.kept.has('lectern_session')).toBe(false)
  })

  test('does not take the answer to a provider of an organization', async () => {
    const at = await place()
    const browser = openBrowser()
    const back = new URL(await answer(at.startURL, verified(server.admin.email), browser))
    expectRefusal(await browser.visit(`${server.url}/oidc/server/callback${back.search}`), 'unasked')
  })
})
