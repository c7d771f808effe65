// @only-sqlite @slow
// Invitations: by address with a link to hand over, and by invite links.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Browser, openBrowser, type Shown } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { trySso } from '../../../test/support/sso.ts'
import { insertMember } from '../../domain/people/organizations.ts'
import { insertSignInLink, Refusal, type RefusalName } from '../../domain/sessions/index.ts'
import { escapeText } from '../../render/html/template.ts'

const server = startedServer()
const PASSWORD = 'correct horse battery staple'
const address = (domain = 'example.com') => `${randomUUID()}@${domain}`

interface Scene {
  organization: string
  admin: Person
  /** The URL of the page of a new invite link. */
  link(body?: object): Promise<string>
}

async function scene(): Promise<Scene> {
  const { organization, admin } = await server.found()
  const link = async (body: object = { role: 'edit' }) =>
    (await admin.http.post(`/v1/orgs/${organization}/link-invites`, body)).body.urls.app as string
  return { organization, admin, link }
}

const organizationsOf = async (browser: Browser) =>
  (await consoleIn(server.url, browser).get('/v1/orgs')).body.items.map(({ id }: { id: string }) => id)

const memberOf = async ({ organization, admin }: Scene, email: string) =>
  (await admin.http.get(`/v1/orgs/${organization}/members?search=${encodeURIComponent(email)}`)).body.items[0]

function expectRefusal({ status, text }: Shown, name: RefusalName) {
  const refusal = new Refusal(name)
  expect([status, text]).toEqual([refusal.status, expect.stringContaining(escapeText(refusal.message))])
}

/** Signs an existing person in with a link of the operator, and a password. */
async function signedIn({ id, email }: Pick<Person, 'id' | 'email'>): Promise<Browser> {
  const { secret } = await server.database.write((db) => insertSignInLink(db, { id, email }, { kind: 'operator' }))
  const browser = openBrowser()
  await browser.submit(`${server.url}/sign-in/link/${secret}`, {})
  await browser.submit(`${server.url}/sign-in/setup`, { name: 'Somebody', password: PASSWORD })
  return browser
}

describe('an invite link', () => {
  test('shows what it invites to', async () => {
    const at = await scene()
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { title: 'Ink & Co' })
    const shown = await openBrowser().visit(await at.link())
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Join Ink &amp; Co')
    expect(shown.text).toContain('edit its content')
    const space = (await at.admin.http.post(`/v1/orgs/${at.organization}/spaces`, { title: '<Handbook>' })).body.id
    const toSpace = await openBrowser().visit(await at.link({ level: 'comment', space }))
    expect(toSpace.text).toContain('comment on the space “&lt;Handbook&gt;”')
  })

  test('creates an account that counts for this organization only', async () => {
    const at = await scene()
    const [browser, email] = [openBrowser(), address()]
    const url = await at.link()
    const form = { name: 'New Writer', email: email.toUpperCase(), password: PASSWORD }
    const created = await browser.submit(`${url}/account`, form)
    expect([created.status, created.location]).toEqual([303, `${server.url}/app/orgs/${at.organization}`])
    expect(await memberOf(at, email)).toMatchObject({ role: 'edit', user: { displayName: 'New Writer' } })
    expect(await organizationsOf(browser)).toEqual([at.organization])
    const elsewhere = await scene()
    await elsewhere.admin.http.post(`/v1/orgs/${elsewhere.organization}/invites`, { emails: [email], role: 'admin' })
    expect(await organizationsOf(browser)).toEqual([at.organization])
    const again = openBrowser()
    await again.submit(`${server.url}/sign-in`, { email, password: PASSWORD })
    expect(await organizationsOf(again)).toEqual([at.organization])
    expectRefusal(await again.submit(await elsewhere.link(), {}), 'boundElsewhere')
    const actions = await server.database.read
      .selectFrom('events')
      .select('action')
      .where('request_id', '=', created.headers.get('x-request-id'))
      .orderBy('sequence')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'user.created',
      'organization.member.joined',
      'organization.member.signed-in',
    ])
  })

  test('creates an account that its owner manages, as long as it is in no other organization', async () => {
    const at = await scene()
    const [browser, email] = [openBrowser(), address()]
    await browser.submit(`${await at.link()}/account`, { name: 'New Writer', email, password: PASSWORD })
    const console = consoleIn(server.url, browser)
    const go = async (path: string, form: Record<string, string> = {}) =>
      (await browser.submit(`${server.url}/account${path}`, form)).location
    expect(await go('/profile', { name: 'Newer Writer' })).toBe(`${server.url}/account`)
    expect((await console.patch('/v1/user', { displayName: 'Newest Writer', theme: 'dark' })).status).toBe(200)
    expect((await console.get('/v1/user/sessions')).body.items).toHaveLength(1)
    expect((await console.get('/v1/user/data')).status).toBe(403)
    const shown = (await browser.visit(`${server.url}/account`)).text
    for (const part of ['Newest Writer', 'Where you are signed in', 'Delete your account'])
      expect(shown).toContain(part)
    const elsewhere = await scene()
    await elsewhere.admin.http.post(`/v1/orgs/${elsewhere.organization}/invites`, { emails: [email], role: 'read' })
    expectRefusal(await browser.submit(`${server.url}/account/profile`, { name: 'X' }), 'partOnly')
    expectRefusal(await browser.submit(`${server.url}/account/delete`, {}), 'partOnly')
    for (const refused of [
      await console.patch('/v1/user', { displayName: 'X' }),
      await console.get('/v1/user/sessions'),
      await console.delete('/v1/user/sessions'),
      await console.delete('/v1/user'),
    ])
      expect(refused.status).toBe(403)
    expect(await go('/theme', { theme: 'light' })).toBe(`${server.url}/account`)
    expect((await console.patch('/v1/user', { theme: 'dark', language: 'de' })).status).toBe(200)
    const { id } = await memberOf(at, email)
    await elsewhere.admin.http.delete(`/v1/orgs/${elsewhere.organization}/members/${id}`)
    expect(await go('/delete')).toBe(`${server.url}/sign-in`)
    expect(await memberOf(at, email)).toBeUndefined()
  })

  test('creates no second account, and takes over none', async () => {
    const at = await scene()
    const person = await server.join()
    const form = { name: 'Somebody else', email: person.email, password: PASSWORD }
    const browser = openBrowser()
    const refused = await browser.submit(`${await at.link()}/account`, form)
    expect([refused.status, browser.kept.has('lectern_session')]).toEqual([409, false])
    expect(refused.text).toContain('value="Somebody else"')
    expect(await memberOf(at, person.email)).toBeUndefined()
    expect((await openBrowser().submit(`${server.url}/sign-in`, form)).status).toBe(401)
  })

  test('says what is wrong with each field, and keeps what was typed', async () => {
    const url = await (await scene()).link()
    const shown = await openBrowser().submit(`${url}/account`, { name: ' ', email: 'nobody', password: 'short' })
    expect(shown.status).toBe(400)
    expect(shown.text.match(/<input[^>]*aria-invalid/g)).toHaveLength(3)
    expect(shown.text).toContain('value="nobody"')
    expect(shown.text).not.toContain('value="short"')
  })

  test('lets somebody with an account join after signing in', async () => {
    const at = await scene()
    const person = await server.join()
    const url = await at.link({ role: 'comment' })
    const path = new URL(url).pathname
    const stranger = openBrowser()
    expect((await stranger.visit(url)).text).toContain(`/sign-in?returnTo=${encodeURIComponent(path)}`)
    expectRefusal(await stranger.submit(url, {}), 'notSignedIn')
    const browser = await signedIn(person)
    expect((await browser.visit(url)).text).toContain(escapeText(person.email))
    expect((await browser.submit(url, {})).status).toBe(303)
    expect(await memberOf(at, person.email)).toMatchObject({ role: 'comment' })
    expect(await organizationsOf(browser)).toEqual([at.organization])
  })

  test('tells members that they are in, and gives them what is more than they have', async () => {
    const at = await scene()
    const person = await server.join()
    const browser = await signedIn(person)
    await browser.submit(await at.link({ role: 'edit' }), {})
    const less = await at.link({ role: 'comment' })
    const known = await browser.visit(less)
    expect(known.text).toContain('You are already in')
    expect(known.text).toContain(`href="${server.url}/app/orgs/${at.organization}"`)
    expect(known.text).not.toContain('<form')
    expect((await browser.submit(less, {})).location).toBe(`${server.url}/app/orgs/${at.organization}`)
    expect(await memberOf(at, person.email)).toMatchObject({ role: 'edit' })
    const space = (await at.admin.http.post(`/v1/orgs/${at.organization}/spaces`, { title: 'Plans' })).body.id
    const more = await at.link({ level: 'admin', space })
    expect((await browser.visit(more)).text).toContain('This link also lets you administer the space “Plans”')
    expect((await browser.submit(more, {})).location).toBe(`${server.url}/app/spaces/${space}`)
    expect((await browser.visit(more)).text).toContain('which you can do already')
    expect((await consoleIn(server.url, browser).get(`/v1/spaces/${space}`)).body.permissions.admin).toBe(true)
  })

  test('ends when it is deleted, or when invite links are off', async () => {
    const at = await scene()
    const url = await at.link()
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { inviteLinks: false })
    const form = { name: 'A', email: address(), password: PASSWORD }
    for (const shown of [
      await openBrowser().visit(url),
      await openBrowser().submit(`${url}/account`, form),
      await openBrowser().visit(`${server.url}/join/none/none`),
      await openBrowser().visit(`${server.url}/join/%00/..%2f`),
    ])
      expectRefusal(shown, 'inviteGone')
  })

  test('joinOrganizationWithInvite: domains of the organization hold for it', async () => {
    const at = await scene()
    const url = await at.link()
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { emailDomains: ['inside.example'] })
    const create = (email: string) =>
      openBrowser().submit(`${url}/account`, { name: 'Somebody', email, password: PASSWORD })
    expect((await create(address())).status).toBe(400)
    expect((await create(address('inside.example'))).status).toBe(303)
    const person = await server.join()
    expectRefusal(await (await signedIn(person)).submit(url, {}), 'outsideDomains')
    const api = `/v1/orgs/${at.organization}/invites/${url.split('/').at(-1)}`
    expect((await person.http.post(api)).status).toBe(403)
    expect(await memberOf(at, person.email)).toBeUndefined()
  })

  test('joinOrganizationWithInvite: single sign-on of the organization holds for it', async () => {
    const at = await scene()
    const url = await at.link()
    await trySso(server, at.organization, at.admin)
    await at.admin.http.patch(`/v1/orgs/${at.organization}`, { sso: true })
    const shown = await openBrowser().visit(url)
    expect(shown.text).not.toContain('<form')
    const form = { name: 'Somebody', email: address(), password: PASSWORD }
    expectRefusal(await openBrowser().submit(`${url}/account`, form), 'ssoNeeded')
    const person = await server.join()
    expectRefusal(await (await signedIn(person)).submit(url, {}), 'ssoNeeded')
    expect((await person.http.post(`/v1/orgs/${at.organization}/invites/${url.split('/').at(-1)}`)).status).toBe(403)
    expect(await memberOf(at, form.email)).toBeUndefined()
  })
})

describe('an invitation by address', () => {
  const invite = async ({ organization, admin }: Scene, emails: string[]) =>
    (await admin.http.post(`/v1/orgs/${organization}/invites`, { emails, role: 'edit' })).body

  test('inviteUsersToOrganization: without mail, has a link for whoever cannot sign in yet', async () => {
    const at = await scene()
    const [fresh, known] = [address(), await server.join()]
    await signedIn(known)
    const { links } = await invite(at, [fresh, known.email])
    expect(links).toEqual([
      { user: expect.any(String), email: fresh, url: expect.any(String), expiresAt: expect.any(String) },
    ])
    const browser = openBrowser()
    expect((await browser.visit(links[0].url)).text).toContain(fresh)
    const entered = await browser.submit(links[0].url, {})
    expect(entered.location).toBe(`${server.url}/sign-in/setup`)
    expect((await browser.submit(entered.location!, { name: 'Fresh', password: PASSWORD })).status).toBe(303)
    expect(await organizationsOf(browser)).toEqual([at.organization])
    expectRefusal(await openBrowser().submit(links[0].url, {}), 'linkUsed')
    expect(await invite(at, [fresh])).not.toHaveProperty('links')
  })

  test('inviteUsersToOrganization: a link of an organization opens nothing else', async () => {
    const [at, elsewhere] = [await scene(), await scene()]
    const email = address()
    await invite(elsewhere, [email])
    const { links } = await invite(at, [email])
    const browser = openBrowser()
    await browser.submit(links[0].url, {})
    expect(await organizationsOf(browser)).toEqual([at.organization])
  })

  test('inviteUsersToOrganization: a link is void once the address is verified', async () => {
    const at = await scene()
    const person = await server.join()
    const { links } = await invite(at, [person.email])
    await server.database.write((db) =>
      db
        .updateTable('users')
        .set({ email_verified_at: new Date().toISOString() })
        .where('id', '=', person.id)
        .execute(),
    )
    const browser = openBrowser()
    expect((await browser.submit(links[0].url, {})).location).toContain('/sign-in?')
    expect(browser.kept.has('lectern_session')).toBe(false)
    expect(await invite(at, [person.email])).not.toHaveProperty('links')
  })

  test('inviteUsersToOrganization: links of a server admin verify the address', async () => {
    const at = { organization: server.organization, admin: server.admin, link: async () => '' }
    const email = address()
    const { links } = await invite(at, [email])
    const browser = openBrowser()
    await browser.submit(links[0].url, {})
    const elsewhere = await scene()
    const { id } = await memberOf(at, email)
    await server.database.write((db) =>
      insertMember(db, { organization_id: elsewhere.organization, user_id: id, role: 'read' }),
    )
    expect((await organizationsOf(browser)).sort()).toEqual([server.organization, elsewhere.organization].sort())
  })
})
