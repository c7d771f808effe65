// Signing in through an OpenID Connect provider and joining by an invite link, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts'
import { startedServer } from '../support/server.ts'
import { trySso } from '../support/sso.ts'

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
    return { issuer, clientId, clientSecret, label: 'Example', verifiedClaim: 'xms_edov' }
  },
})

describe.skipIf(!hasChromium)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('somebody signs in through the provider of the server, and joins an organization by link', async () => {
    const { organization, admin } = await server.found()
    const person = await server.join('read')
    const link = (await admin.http.post(`/v1/orgs/${organization}/link-invites`, { role: 'edit' })).body.urls.app
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, bypassCSP: true })).newPage()
    await page.goto(link)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Sign in to an existing account' }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Continue with Example' }).click()
    await page.getByLabel('Account').fill(idp.account({ email: person.email, xms_edov: true }))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(link)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Join/ }).click()
    await page.waitForURL(`${server.url}/app/orgs/${organization}`)
    await page.goto(link)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: /^Go to/ }).click()
    await page.waitForURL(`${server.url}/app/orgs/${organization}`)
    expect((await admin.http.get(`/v1/orgs/${organization}/members/${person.id}`)).body.role).toBe('edit')
  })

  test('an admin tests the provider of an organization, and sees what came back', async () => {
    const { organization, admin } = await server.found()
    const { issuer, clientId, clientSecret } = idp
    const body = { label: 'Harbour ID', issuer, clientID: clientId, clientSecret, groupsClaim: 'groups' }
    const { id, service } = (await admin.http.post(`/v1/orgs/${organization}/oidc`, body)).body
    redirects.push(service.redirectURL)
    const { page, open, context } = await openConsole(server, browser, admin, { bypassCSP: true })
    await open(`/orgs/${organization}/sign-in/oidc/${id}`)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Test it' }).click()
    const tab = await opened
    await tab.getByLabel('Account').fill(idp.account({ email: 'reader@example.org', groups: ['Pilots'] }))
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByRole('heading', { name: 'Harbour ID does not work yet' }).waitFor()
    await tab.getByText('has not confirmed your email address').waitFor()
    await tab.getByText('Pilots').waitFor()
    expect(await accessibilityFaults(tab)).toEqual([])
    await tab.getByRole('link', { name: 'Back to the settings' }).click()
    await tab.getByRole('link', { name: 'Test it' }).waitFor()
    expect((await admin.http.get(`/v1/orgs/${organization}/members`)).body.count).toBe(1)
    expect(await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue()).toBe(service.startURL)

    // A member who signed in another way is led to the provider once the organization requires it.
    const member = await server.join('read')
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [member.email], role: 'read' })
    await trySso(server, organization, admin)
    await page.getByRole('link', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Require single sign-on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Require single sign-on' }).click()
    await page.getByText('Single sign-on is now required').waitFor()
    await context.close()
    const other = await openConsole(server, browser, member, { bypassCSP: true })
    await other.open(`/orgs/${organization}`)
    await other.page.getByRole('heading', { name: 'Sign in with single sign-on' }).waitFor()
    expect(await accessibilityFaults(other.page)).toEqual([])
    await other.page.getByRole('link', { name: 'Continue with Harbour ID' }).click()
    await other.page.getByLabel('Account').fill(idp.account({ email: member.email, email_verified: true }))
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByRole('link', { name: 'Change requests' }).waitFor()
    expect(other.page.url()).toBe(`${server.url}/app/orgs/${organization}`)
    await other.context.close()
  })

  test('somebody creates an account at an invite link, without scripts', async () => {
    const { organization, admin } = await server.found()
    const link = (await admin.http.post(`/v1/orgs/${organization}/link-invites`, { role: 'read' })).body.urls.app
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(link)
    await page.getByLabel('Your name').fill('A Reader')
    await page.getByLabel('Your email address').fill('reader@example.org')
    await page.getByLabel('Password').fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.waitForURL(`${server.url}/app/orgs/${organization}`)
    await page.getByRole('link', { name: 'your account' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A Reader')
  })
})
