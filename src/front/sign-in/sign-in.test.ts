// @only-sqlite @slow
// Sign-in through a real identity provider: its results, and everything that must be rejected.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type Browser, openBrowser, type Shown } from '../../../test/support/browser.ts'
import { consoleIn, httpAs } from '../../../test/support/http.ts'
import { type Answering, createIdentityProvider } from '../../../test/support/identity-provider.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { browserOf } from '../../../test/support/session.ts'
import { createApp } from '../../app.ts'
import { insertMember } from '../../domain/people/organizations.ts'
import { Refusal, type RefusalName } from '../../domain/sessions/index.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'
import { escapeText } from '../../render/html/template.ts'

const server = startedServer()
const idp = createIdentityProvider()
const address = () => `${randomUUID()}@example.com`

interface Provider {
  id: string
  service: { startURL: string; acsURL: string; entityID: string }
}

interface Place {
  organization: string
  admin: Person
  provider: Provider
  metadata: string
}

/** Creates an organization with a configured provider. */
async function place(more: object = {}, of = idp): Promise<Place> {
  const { organization, admin } = await server.found()
  const provider = await addProvider(organization, admin, more, of)
  return { organization, admin, provider, metadata: await metadataOf(provider) }
}

async function addProvider(organization: string, admin: Person, more: object = {}, of = idp): Promise<Provider> {
  const { entityID, ssoURL, certificate } = of
  const body = { label: 'Example', entityID, ssoURL, certificate, ...more }
  return (await admin.http.post(`/v1/orgs/${organization}/saml`, body)).body
}

const metadataOf = async ({ service }: Provider) => (await fetch(service.entityID)).text()

/** Starts the flow, returns with a response, and returns the reply of the server. */
async function answer(at: Place, answering: Answering = {}, browser = openBrowser(), of = idp): Promise<Shown> {
  const started = await browser.visit(at.provider.service.startURL)
  const message = await of.answer(started.location!, at.metadata, answering)
  return browser.submit(at.provider.service.acsURL, { SAMLResponse: message })
}

/** Completes the whole flow. */
async function signIn(at: Place, answering: Answering = {}, browser = openBrowser()): Promise<Browser> {
  const answered = await answer(at, answering, browser)
  expect([answered.status, answered.text]).toEqual([303, ''])
  const finished = await browser.visit(answered.location!)
  expect([finished.status, finished.text]).toEqual([303, ''])
  return browser
}

const account = () => `${server.url}/account`
const secretIn = (text: string) => /name="secret" value="([^"]+)"/.exec(text)?.[1] ?? ''

async function createToken(browser: Browser, form: Record<string, string> = {}): Promise<Shown> {
  const secret = secretIn((await browser.visit(account())).text)
  return browser.complete(`${account()}/tokens`, { secret, label: 'laptop', days: '30', ...form })
}

const tokenIn = ({ text }: Shown) => /<pre class="secret"[^>]*>(lct_\w+)</.exec(text)![1]!
const tokenOf = async (browser: Browser) => httpAs(server.url, tokenIn(await createToken(browser)))

const memberOf = async ({ organization, admin }: Place, email: string) =>
  (await admin.http.get(`/v1/orgs/${organization}/members?search=${encodeURIComponent(email)}`)).body.items[0]

describe('testing a provider', () => {
  async function tested(at: Place, browser: Browser, answering: Answering = {}): Promise<Shown> {
    const started = await browser.visit(`${at.provider.service.startURL}?test`)
    const message = await idp.answer(started.location!, at.metadata, answering)
    // The form comes from another site, so it has no cookies.
    const { location } = await openBrowser().submit(at.provider.service.acsURL, { SAMLResponse: message })
    return browser.visit(location!)
  }

  test('shows the attributes that came back, and signs nobody in', async () => {
    const at = await place()
    const browser = await browserOf(server, at.admin)
    const before = browser.kept.get('lectern_session')
    const email = address()
    const attributes = { displayName: 'A Reader', department: 'Tides' }
    const { status, text } = await tested(at, browser, { email, attributes })
    expect(status).toBe(200)
    for (const shown of ['Example works', email, 'A Reader', 'department', 'Tides', 'They become a member'])
      expect(text).toContain(shown)
    expect(browser.kept.get('lectern_session')).toBe(before)
    expect(await memberOf(at, email)).toBeUndefined()
  })

  test('says in plain words what is wrong, and shows only what is signed', async () => {
    const at = await place()
    const browser = await browserOf(server, at.admin)
    const attributes = { department: 'Tides' }
    const unsigned = await tested(at, browser, { attributes, signed: 'none' })
    expect(unsigned.text).toContain(escapeText(new Refusal('notTrusted').message))
    expect(unsigned.text).not.toContain('Tides')
    const nobody = await tested(at, browser, { attributes, email: 'nobody' })
    expect(nobody.text).toContain(escapeText(new Refusal('noAddress').message))
    expect(nobody.text).toContain('Tides')
    const denied = await tested(at, browser, { values: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } })
    expect(denied.text).toContain(escapeText(new Refusal('denied').message))
  })
})

describe('signing in', () => {
  test('leads to the identity provider with a request, and back with a session', async () => {
    const at = await place()
    const browser = openBrowser()
    const started = await browser.visit(at.provider.service.startURL)
    expect(started.status).toBe(303)
    expect(started.location).toMatch(/^https:\/\/idp\.example\/sign-in\?tenant=1&SAMLRequest=/)
    const message = await idp.answer(started.location!, at.metadata, { email: 'Reader@Example.com' })
    const answered = await browser.submit(at.provider.service.acsURL, { SAMLResponse: message })
    const finished = await browser.visit(answered.location!)
    expect(finished.location).toBe(`${server.url}/app`)
    const cookie = finished.cookies.find((line) => line.startsWith('lectern_session='))!
    expect(cookie).toMatch(/^lectern_session=\w{40}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const page = await browser.visit(account())
    expect(page.status).toBe(200)
    expect(page.text).toContain('reader@example.com')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const stored = await server.database.read.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(browser.kept.get('lectern_session'))
  })

  test('makes a member the first time, with the role and the team of the provider', async () => {
    const { organization, admin } = await server.found()
    const team = (await admin.http.put(`/v1/orgs/${organization}/teams`, { title: 'New here' })).body
    const provider = await addProvider(organization, admin, { defaultRole: 'comment', defaultTeam: team.id })
    const at = { organization, admin, provider, metadata: await metadataOf(provider) }
    const email = address()
    await signIn(at, { email, attributes: { displayName: 'Somebody &amp; Co' } })
    const member = await memberOf(at, email)
    expect(member).toMatchObject({ role: 'comment', sso: true, teams: 1, user: { displayName: 'Somebody & Co' } })
    await admin.http.patch(`/v1/orgs/${organization}/members/${member.id}`, { role: 'edit' })
    await admin.http.delete(`/v1/orgs/${organization}/teams/${team.id}/members/${member.id}`)
    await signIn(at, { email, attributes: { displayName: 'Another name' } })
    expect(await memberOf(at, email)).toMatchObject({
      id: member.id,
      role: 'edit',
      teams: 0,
      user: { displayName: 'Somebody & Co' },
    })
    const events = await server.database.read
      .selectFrom('events')
      .select('action')
      .where('actor_id', '=', member.id)
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'user.created',
      'organization.member.joined',
      'organization.member.signed-in',
      'organization.member.signed-in',
    ])
  })

  test('makes guests where the provider says so, and members of users who are there already', async () => {
    const at = await place({ defaultRole: null })
    const person = await server.join()
    await signIn(at, { email: person.email })
    expect(await memberOf(at, person.email)).toMatchObject({ id: person.id, role: null, sso: true })
  })

  test('makes SSO members of those who were members before, whatever their role', async () => {
    const at = await place()
    const person = await server.join()
    await server.database.write((db) =>
      insertMember(db, { organization_id: at.organization, user_id: person.id, role: 'review' }),
    )
    await signIn(at, { email: at.admin.email })
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { sso: true })
    const refused = await person.http.get(`/v1/orgs/${at.organization}`)
    expect(refused.status).toBe(403)
    expect(refused.body.error.message).toContain('/sso')
    expect((await person.http.get(`/v1/orgs/${at.organization}/sso`)).body.items).toEqual([
      { id: at.provider.id, label: 'Example', startURL: at.provider.service.startURL },
    ])
    const http = await tokenOf(await signIn(at, { email: person.email }))
    expect((await http.get(`/v1/orgs/${at.organization}`)).status).toBe(200)
    expect(await memberOf(at, person.email)).toMatchObject({ role: 'review', sso: true, disabled: false })
  })

  test('lets in only addresses of the domains that an organization claims, or whom an admin let in', async () => {
    const at = await place()
    const [inside, outside, known] = ['a@Docs.example.org', 'a@evil-docs.example.org', address()]
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { emailDomains: ['docs.example.org'] })
    await at.admin.http.post(`/v1/orgs/${at.organization}/invites`, { emails: [known], role: 'read' })
    const finish = async (email: string) => {
      const browser = openBrowser()
      return browser.visit((await answer(at, { email }, browser)).location!)
    }
    expect((await finish(inside)).status).toBe(303)
    expect((await finish(outside)).status).toBe(403)
    expect(await memberOf(at, outside)).toBeUndefined()
    expect((await finish(known)).status).toBe(403)
    const { id } = await memberOf(at, known)
    await at.admin.http.post(`/v1/orgs/${at.organization}/members/${id}/sso`)
    expect((await finish(known)).status).toBe(303)
  })

  test('takes the address from the attributes that identity providers use, and else from the name', async () => {
    const at = await place()
    for (const name of [
      'email',
      'mail',
      'urn:oid:0.9.2342.19200300.100.1.3',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    ]) {
      const email = address()
      await signIn(at, { email: 'opaque-name', attributes: { [name]: email, givenName: 'Given', sn: 'Family' } })
      expect((await memberOf(at, email)).user.displayName, name).toBe('Given Family')
    }
    const nameless = await answer(at, { email: 'opaque-name' })
    expect([nameless.status, nameless.text.includes('did not send your email address')]).toEqual([403, true])
  })

  test.each(['assertion', 'response', 'both'] as const)('is enough when the %s is signed', async (signed) => {
    const at = await place()
    const email = address()
    await signIn(at, { email, signed })
    expect(await memberOf(at, email)).toMatchObject({ sso: true })
  })

  test('works with the bare base64 of a certificate, and with the old and the new one together', async () => {
    const other = createIdentityProvider()
    for (const certificate of [idp.bare, other.certificate + idp.certificate, `\r\n${idp.certificate}`])
      await signIn(await place({ certificate }))
  })

  test('goes on to a path of ours, and to no other place', async () => {
    const at = await place()
    const go = async (returnTo: string, more: Record<string, string> = {}) => {
      const browser = openBrowser()
      const start = `${at.provider.service.startURL}?returnTo=${encodeURIComponent(returnTo)}`
      const message = await idp.answer((await browser.visit(start)).location!, at.metadata)
      const answered = await browser.submit(at.provider.service.acsURL, { SAMLResponse: message, ...more })
      return (await browser.visit(answered.location!)).location
    }
    expect(await go('/app/spaces/x?a=1')).toBe(`${server.url}/app/spaces/x?a=1`)
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '\\\\evil.example',
      '/%0d%0aSet-Cookie:x',
      '/a\nb',
      'javascript:alert(1)',
      '/..//evil.example',
      '/.//evil.example',
      '',
    ])
      expect(new URL((await go(elsewhere))!).origin, elsewhere).toBe(server.url)
    expect(await go('//evil.example', { RelayState: 'https://evil.example' })).toBe(`${server.url}/app`)
  })

  test('in two tabs at once works in both', async () => {
    const at = await place()
    const browser = openBrowser()
    const [one, other] = [await answer(at, {}, browser), await answer(at, {}, browser)]
    expect((await browser.visit(one.location!)).status).toBe(303)
    expect((await browser.visit(other.location!)).status).toBe(303)
  })

  test('may begin on one node and end on another', async () => {
    const { database, files, fetcher, dns, pdfs, pictures, url } = server
    const options = { logger: pino({ level: 'silent' }), secret: 'a-secret-that-signing-in-does-not-use', rateLimit: 0 }
    const node = await createApp({ database, files, fetcher, dns, pdfs, pictures, url, ...options })
    const at = await place()
    const browser = openBrowser()
    const started = await browser.visit(at.provider.service.startURL)
    const message = await idp.answer(started.location!, at.metadata)
    const { host, pathname } = new URL(at.provider.service.acsURL)
    const answered = await node.http.inject({
      method: 'POST',
      url: pathname,
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ SAMLResponse: message }).toString(),
    })
    expect((await browser.visit(String(answered.headers.location))).status).toBe(303)
    const cookie = [...browser.kept].map((pair) => pair.join('=')).join('; ')
    expect((await node.http.inject({ url: '/account', headers: { host, cookie } })).statusCode).toBe(200)
    await node.stop()
  })

  test('lasts no longer than the identity provider wants', async () => {
    const at = await place()
    const until = fromNow(5 * MINUTE)
    await signIn(at, { values: { sessionUntil: until } })
    const session = await server.database.read
      .selectFrom('session_organizations')
      .innerJoin('sessions', 'sessions.id', 'session_organizations.session_id')
      .select('sessions.expires_at')
      .where('saml_provider_id', '=', at.provider.id)
      .executeTakeFirstOrThrow()
    expect(session.expires_at).toBe(until)
  })
})

describe('is refused', () => {
  const forger = createIdentityProvider(idp.entityID)
  const deep = '<a>'.repeat(15_000) + '</a>'.repeat(15_000)
  const without = (part: RegExp): Answering => ({ before: (xml) => xml.replace(part, '') })
  const attempts: [string, RefusalName, Answering][] = [
    ['an unsigned answer', 'notTrusted', { signed: 'none' }],
    ['another audience', 'notTrusted', { values: { audience: 'https://elsewhere.example/metadata' } }],
    ['another destination', 'notTrusted', { values: { destination: 'https://elsewhere.example/acs' } }],
    ['another recipient', 'notTrusted', { values: { recipient: 'https://elsewhere.example/acs' } }],
    ['another issuer', 'notTrusted', { values: { issuer: 'https://elsewhere.example' } }],
    ['an answer that has expired', 'notTrusted', { values: { notOnOrAfter: fromNow(-3 * MINUTE) } }],
    ['a confirmation that has expired', 'notTrusted', { values: { confirmedUntil: fromNow(-3 * MINUTE) } }],
    ['a confirmation without an end', 'notTrusted', without(/ NotOnOrAfter="[^"]+"(?= Recipient)/)],
    ['an answer from the future', 'notTrusted', { values: { notBefore: fromNow(30 * MINUTE) } }],
    ['an answer to no request', 'unasked', without(/(?<=Destination="[^"]+") InResponseTo="[^"]+"/)],
    ['an answer to a request of nobody', 'unasked', { values: { inResponseTo: `_${'x'.repeat(32)}` } }],
    ['an assertion for another request', 'notTrusted', { values: { confirmedFor: '_another' } }],
    ['an assertion for any request', 'notTrusted', without(/(?<=Recipient="[^"]+") InResponseTo="[^"]+"/)],
    [
      'an assertion for every audience',
      'notTrusted',
      without(/<saml:AudienceRestriction.*<\/saml:AudienceRestriction>/),
    ],
    ['an assertion without conditions', 'notTrusted', without(/<saml:Conditions.*<\/saml:Conditions>/)],
    ['an assertion without authentication', 'notTrusted', without(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/)],
    ['a failure', 'denied', { values: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }],
    ['a changed address', 'notTrusted', { email: 'me@example.com', after: (xml) => xml.replace('me@', 'admin@') }],
    ['a signature with SHA-1', 'weakAlgorithm', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['a definition of entities', 'unreadable', { after: (xml) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}` }],
    ['no XML', 'unreadable', { after: () => 'nonsense' }],
    ['XML of another kind', 'unreadable', { after: () => '<samlp:LogoutResponse xmlns:samlp="x"/>' }],
    ['XML that never ends', 'unreadable', { after: () => '<a>'.repeat(40_000) }],
    ['XML that goes too deep', 'unreadable', { after: (xml) => xml.replace('</samlp:Response>', `${deep}$&`) }],
  ]

  test.each(attempts)('%s', async (_what, name, answering) => {
    const at = await place()
    const refused = await answer(at, { email: address(), ...answering })
    const { status, message } = new Refusal(name)
    expect(refused.status).toBe(status)
    expect(refused.text).toContain(escapeText(message))
    expect(refused.text).toContain(at.provider.service.startURL)
    await expectNobody(at)
  })

  test('a signature of somebody else, also when they enclose their certificate', async () => {
    const at = await place()
    for (const signed of ['assertion', 'response', 'both'] as const)
      expect((await answer(at, { signed }, openBrowser(), forger)).status, signed).toBe(403)
    await expectNobody(at)
  })

  test('a wrapped assertion, in every place where it could hide', async () => {
    const at = await place()
    for (const [name, wrap] of Object.entries(wrappings)) {
      for (const signed of ['assertion', 'both'] as const) {
        const refused = await answer(at, { email: address(), signed, after: wrap })
        expect(refused.status, `${name} ${signed}`).toBeGreaterThanOrEqual(400)
      }
    }
    await expectNobody(at)
  })

  test('a comment does not cut an address short', async () => {
    const at = await place()
    const after = (xml: string) => xml.replace('@example.com.', '@example.com<!---->.')
    await signIn(at, { email: 'cut@example.com.evil.example', after })
    expect(await memberOf(at, 'cut@example.com.evil.example')).toBeDefined()
  })

  test('whatever is changed in an answer, nobody else gets in, and the server does not stumble', async () => {
    const at = await place()
    const email = address()
    const inserts = [
      '',
      '<',
      '>',
      '"',
      '&',
      '&#0;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<x/>',
      'xmlns="y"',
      ' ',
      '\0',
      '💥',
    ]
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(60),
      text: fc.oneof(fc.constantFrom(...inserts), fc.string({ maxLength: 5 })),
    })
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const after = (xml: string) =>
        changes.reduce((text, { at, length, text: insert }) => {
          const from = Math.floor(at * text.length)
          return text.slice(0, from) + insert + text.slice(from + length)
        }, xml)
      const browser = openBrowser()
      const answered = await answer(at, { email, after }, browser)
      expect(answered.status).toBeLessThan(500)
      if (answered.status === 303) await browser.visit(answered.location!)
    })
    await fc.assert(property, { numRuns: 60, seed: 1 })
    const { body } = await at.admin.http.get(`/v1/orgs/${at.organization}/members`)
    const emails = body.items.map(({ user }: { user: { email: string } }) => user.email)
    expect([at.admin.email, email]).toEqual(expect.arrayContaining(emails))
  })

  test('clocks may be a little apart', async () => {
    const values = { notOnOrAfter: fromNow(-MINUTE), confirmedUntil: fromNow(-MINUTE) }
    await signIn(await place(), { values })
    await signIn(await place(), { values: { notBefore: fromNow(MINUTE) } })
  })

  test('the same answer a second time, at once or later, also under another request', async () => {
    const at = await place()
    const browser = openBrowser()
    const started = await browser.visit(at.provider.service.startURL)
    const message = await idp.answer(started.location!, at.metadata)
    const submit = () => browser.submit(at.provider.service.acsURL, { SAMLResponse: message })
    const answers = await Promise.all([submit(), submit(), submit()])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400])
    const finish = answers.find(({ status }) => status === 303)!.location!
    const finished = await Promise.all([browser.visit(finish), browser.visit(finish)])
    expect(finished.map(({ status }) => status).sort()).toEqual([303, 400])
    expect((await submit()).status).toBe(400)
    await server.database.write((db) =>
      db
        .insertInto('saml_requests')
        .values({
          id: new URL(finish).pathname.split('/').at(-1)!,
          provider_id: at.provider.id,
          browser_hash: 'x',
          created_at: now(),
          expires_at: fromNow(MINUTE),
        })
        .execute(),
    )
    expect((await submit()).status).toBe(400)
  })

  test('an answer that comes after its request has expired', async () => {
    const at = await place()
    const browser = openBrowser()
    const started = await browser.visit(at.provider.service.startURL)
    const message = await idp.answer(started.location!, at.metadata)
    await server.database.write((db) =>
      db
        .updateTable('saml_requests')
        .set({ expires_at: fromNow(-1) })
        .where('provider_id', '=', at.provider.id)
        .execute(),
    )
    expect((await browser.submit(at.provider.service.acsURL, { SAMLResponse: message })).status).toBe(400)
  })

  test('an answer for another provider, of the same organization and of the same identity provider', async () => {
    const at = await place()
    const other = await addProvider(at.organization, at.admin)
    const browser = openBrowser()
    const started = await browser.visit(at.provider.service.startURL)
    const message = await idp.answer(started.location!, at.metadata)
    const refused = await browser.submit(other.service.acsURL, { SAMLResponse: message })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const mixed = await idp.answer(started.location!, await metadataOf(other))
    expect((await browser.submit(other.service.acsURL, { SAMLResponse: mixed })).status).toBe(400)
    await expectNobody(at)
  })

  test('a sign-in that another browser began: nobody can be signed in as somebody else', async () => {
    const at = await place()
    const attacker = openBrowser()
    const answered = await answer(at, {}, attacker)
    const victim = openBrowser()
    expect((await victim.visit(answered.location!)).status).toBe(400)
    await victim.visit(at.provider.service.startURL)
    const refused = await victim.visit(answered.location!)
    expect([refused.status, refused.text.includes('another browser')]).toEqual([400, true])
    await expectNobody(at)
    expect((await attacker.visit(answered.location!)).status).toBe(303)
  })

  test('a provider that is not there, not set up, or has no certificate that can be read', async () => {
    const browser = openBrowser()
    for (const what of ['start', 'metadata', 'finish/x', 'finish/%00'])
      expect((await browser.visit(`${server.url}/saml/none/${what}`)).status, what).toBe(404)
    expect((await browser.visit(`${server.url}/saml/%00/start`)).status).toBe(404)
    const pending = await place({ certificate: '' })
    const refused = await browser.visit(pending.provider.service.startURL)
    expect([refused.status, refused.text.includes('not set up yet')]).toEqual([409, true])
    expect(pending.metadata).toContain(pending.provider.service.acsURL)
    const broken = await place({ certificate: 'nonsense' })
    expect((await browser.visit(broken.provider.service.startURL)).text).toContain('certificate')
  })

  test('a form without an answer, too large a one, and a body that is no form', async () => {
    const { service } = (await place()).provider
    const browser = openBrowser()
    expect((await browser.submit(service.acsURL, {})).status).toBe(400)
    expect((await browser.submit(service.acsURL, { SAMLResponse: 'x'.repeat(300_000) })).status).toBe(413)
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(service.acsURL, { method: 'POST', body: '{}', headers })).status).toBe(400)
  })

  async function expectNobody({ organization, admin }: Place): Promise<void> {
    expect((await admin.http.get(`/v1/orgs/${organization}/members`)).body.count).toBe(1)
  }
})

const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s
const SIGNATURE = /<ds:Signature.*?<\/ds:Signature>/s

/** An assertion about another user: with another id, and with or without the original signature. */
function forge(xml: string, { signed = false } = {}): string {
  const forged = ASSERTION.exec(xml)![0]
    .replace(/<saml:Assertion([^>]*) ID="[^"]+"/, '<saml:Assertion$1 ID="_forged"')
    .replace(/>[^<]+<\/saml:NameID>/, '>admin@lectern.local</saml:NameID>')
  return signed ? forged : forged.replace(SIGNATURE, '')
}

const wrappings: Record<string, (xml: string) => string> = {
  'the forged one first': (xml) => xml.replace(ASSERTION, (good) => forge(xml) + good),
  'the forged one last': (xml) => xml.replace(ASSERTION, (good) => good + forge(xml)),
  'the good one in an extension': (xml) =>
    xml.replace(ASSERTION, (good) => `<samlp:Extensions>${good}</samlp:Extensions>${forge(xml)}`),
  'the good one in the forged one': (xml) =>
    xml.replace(ASSERTION, (good) => forge(xml).replace('</saml:Assertion>', `${good}</saml:Assertion>`)),
  'the good one in the signature of the forged one': (xml) =>
    xml.replace(ASSERTION, (good) =>
      forge(xml, { signed: true }).replace(
        '</ds:Signature>',
        `<ds:Object>${good.replace(SIGNATURE, '')}</ds:Object></ds:Signature>`,
      ),
    ),
  'the same id twice': (xml) =>
    xml.replace(ASSERTION, (good) => {
      const id = / ID="([^"]+)"/.exec(good)![1]!
      return `<samlp:Extensions>${good}</samlp:Extensions>${forge(xml, { signed: true }).replace('_forged', id)}`
    }),
  'a whole answer in another': (xml) =>
    xml.replace(
      ASSERTION,
      () => `${forge(xml)}<samlp:Extensions>${xml.replace(/<\?xml.*?\?>/, '')}</samlp:Extensions>`,
    ),
}

describe('whoever has signed in', () => {
  test('creates a token on the page, which works in that organization only', async () => {
    const at = await place({ defaultRole: 'create' })
    const elsewhere = await server.found()
    const person = await server.join('admin')
    await server.database.write((db) =>
      insertMember(db, { organization_id: elsewhere.organization, user_id: person.id, role: 'admin' }),
    )
    const space = (await elsewhere.admin.http.post(`/v1/orgs/${elsewhere.organization}/spaces`)).body.id
    const collection = (
      await elsewhere.admin.http.post(`/v1/orgs/${elsewhere.organization}/collections`, { title: 'There' })
    ).body.id
    const browser = await signIn(at, { email: person.email })
    const created = await createToken(browser, { label: '<b>laptop</b>' })
    expect(created.text).toContain('&lt;b&gt;laptop&lt;/b&gt;')
    // Opening the page again creates no other one, and shows nothing.
    expect((await browser.visit(`${account()}/tokens/new`)).location).toBe(account())
    const http = httpAs(server.url, tokenIn(created))
    expect((await http.get('/v1/user/tokens')).body.count).toBe(1)
    expect((await http.get('/v1/user')).body.id).toBe(person.id)
    expect((await http.get('/v1/orgs')).body.items.map(({ id }: { id: string }) => id)).toEqual([at.organization])
    expect((await http.post(`/v1/orgs/${at.organization}/spaces`)).status).toBe(201)
    for (const path of [
      `/v1/orgs/${elsewhere.organization}`,
      `/v1/spaces/${space}`,
      `/v1/collections/${collection}`,
      `/v1/users/${elsewhere.admin.id}`,
    ])
      expect((await http.get(path)).status, path).toBe(404)
    expect((await http.get(`/v1/users/${at.admin.id}`)).status).toBe(200)
    expect((await http.post('/v1/orgs', { title: 'My own' })).status).toBe(403)
    expect((await http.patch(`/v1/users/${person.id}`, { displayName: 'Renamed' })).status).toBe(403)
    const events = await server.database.read
      .selectFrom('events')
      .select(['action', 'organization_id', 'token_id'])
      .where('action', '=', 'user.token.created')
      .where('actor_id', '=', person.id)
      .where('organization_id', 'is not', null)
      .execute()
    const session = { action: 'user.token.created', organization_id: at.organization, token_id: expect.any(String) }
    expect(events).toEqual([session])
  })

  test('listUserTokens, createUserToken, deleteUserToken: a bound token knows and makes only its like', async () => {
    const at = await place()
    const person = await server.join()
    const http = await tokenOf(await signIn(at, { email: person.email }))
    const [own] = (await http.get('/v1/user/tokens')).body.items
    expect(own).toMatchObject({ label: 'laptop', organization: at.organization, expiresAt: expect.any(String) })
    const made = (await http.post('/v1/user/tokens', { label: 'another' })).body
    expect(made.organization).toBe(at.organization)
    expect((await http.get('/v1/user/tokens')).body.count).toBe(2)
    const all = (await person.http.get('/v1/user/tokens')).body.items
    expect(all).toHaveLength(3)
    const free = all.find(({ organization }: { organization?: string }) => organization === undefined)
    expect((await http.delete(`/v1/user/tokens/${free.id}`)).status).toBe(404)
    expect((await http.delete(`/v1/user/tokens/${made.id}`)).status).toBe(204)
    expect((await person.http.delete(`/v1/user/tokens/${own.id}`)).status).toBe(204)
    expect((await http.get('/v1/user')).status).toBe(401)
  })

  test('updateUserById: may change their name while they are in that organization only', async () => {
    const at = await place()
    const http = await tokenOf(await signIn(at))
    const { id } = (await http.get('/v1/user')).body
    expect((await http.patch(`/v1/users/${id}`, { displayName: 'Reader' })).body.displayName).toBe('Reader')
  })

  test('removeMemberFromOrganizationById: is signed out, and tokens made there are gone for good', async () => {
    const at = await place()
    const email = address()
    const browser = await signIn(at, { email })
    const http = await tokenOf(browser)
    const { id } = await memberOf(at, email)
    await at.admin.http.delete(`/v1/orgs/${at.organization}/members/${id}`)
    expect((await browser.visit(account())).location).toContain('/sign-in?')
    expect((await http.get('/v1/user')).status).toBe(401)
  })

  test('deleteOrganizationSAMLProvider: signs out who came through it', async () => {
    const at = await place()
    const browser = await signIn(at)
    const { id } = at.provider
    expect((await at.admin.http.delete(`/v1/orgs/${at.organization}/saml/${id}`)).status).toBe(204)
    expect((await browser.visit(account())).location).toContain('/sign-in?')
    expect((await browser.visit(at.provider.service.startURL)).status).toBe(404)
  })

  test('signs out, and only from a page of ours', async () => {
    const browser = await signIn(await place())
    const secret = secretIn((await browser.visit(account())).text)
    for (const forged of ['', 'x', 'x'.repeat(secret.length)]) {
      const form = { label: 'x', days: '0', secret: forged }
      expect((await browser.submit(`${account()}/tokens`, form)).status).toBe(403)
    }
    const cookie = browser.kept.get('lectern_session')!
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example', cookie: `lectern_session=${cookie}` } }
    expect((await fetch(`${account()}/sign-out`, foreign)).status).toBe(403)
    expect((await browser.complete(`${account()}/sign-out`, {})).text).toContain('You are signed out')
    expect(browser.kept.has('lectern_session')).toBe(false)
    browser.kept.set('lectern_session', cookie)
    expect((await browser.visit(account())).location).toContain('/sign-in?')
  })

  test('is told what is wrong with a form', async () => {
    const browser = await signIn(await place())
    const wrong: Record<string, string>[] = [
      { label: ' ' },
      { label: 'x'.repeat(101) },
      { label: '\0' },
      { days: '31' },
      { days: '' },
    ]
    for (const form of wrong) expect((await createToken(browser, form)).status, JSON.stringify(form)).toBe(400)
  })

  test('may choose how pages look, and nothing about the whole account', async () => {
    const browser = await signIn(await place())
    const console = consoleIn(server.url, browser)
    expect((await console.patch('/v1/user', { theme: 'dark', language: 'ja' })).body.theme).toBe('dark')
    expect((await browser.submit(`${account()}/theme`, { theme: 'light' })).location).toBe(account())
    for (const path of ['profile', 'email', 'sessions/end', 'delete'])
      expect((await browser.submit(`${account()}/${path}`, { name: 'X' })).status, path).toBe(403)
    expect((await browser.visit(`${account()}/data`)).status).toBe(403)
    expect((await console.get('/v1/user/sessions')).status).toBe(403)
    expect((await console.delete('/v1/user')).status).toBe(403)
  })

  test('is nobody to the API, which takes no cookies', async () => {
    const browser = await signIn(await place())
    expect((await browser.visit(`${server.url}/v1/user`)).status).toBe(401)
  })

  test('is asked to sign in again when the session has ended', async () => {
    const browser = await signIn(await place())
    await server.database.write((db) =>
      db
        .updateTable('sessions')
        .set({ expires_at: fromNow(-1) })
        .execute(),
    )
    expect((await browser.visit(account())).location).toContain('/sign-in?')
    expect((await openBrowser().visit(account())).location).toContain('/sign-in?')
  })
})
