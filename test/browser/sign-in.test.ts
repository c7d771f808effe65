// People sign in, in a real browser: with a passkey, without scripts, and on pages that everybody can use.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unsubscribeUrl } from '../../src/domain/notifications/unsubscribing.ts'
import { insertSignInLink } from '../../src/domain/sessions/index.ts'
import { createSigner } from '../../src/files/signing.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { randomBase62 } from '../../src/lib/ids.ts'
import { fromNow, MINUTE } from '../../src/lib/time.ts'
import { createUrls } from '../../src/server/urls.ts'
import { accessibilityFaults, addAuthenticator, hasChromium, launchChromium } from '../support/chromium.ts'
import { type Person, SECRET, startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })
const PASSWORD = 'correct horse battery staple'
const url = (path: string) => server.url + path
/** The console, where people arrive. */
const HOME = /\/app(\/|$)/

const linkFor = async ({ id, email }: Pick<Person, 'id' | 'email'>) => {
  const { secret } = await server.database.write((db) => insertSignInLink(db, { id, email }, { kind: 'operator' }))
  return url(`/sign-in/link/${secret}`)
}

/** Somebody who opened their link and chose a password. */
async function setUp(page: Page, person: Person): Promise<void> {
  await page.goto(await linkFor(person))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.waitForURL(HOME)
  await page.goto(url('/account'))
}

/** The path of a link that was sent to a new address. */
async function newAddressFor({ id, email }: Person): Promise<string> {
  const secret = randomBase62(40)
  const change = { hash: sha256(secret), user_id: id, email_before: email, email: `new-${email}` }
  await server.database.write((db) =>
    db
      .insertInto('email_changes')
      .values({ ...change, expires_at: fromNow(MINUTE) })
      .execute(),
  )
  return `/account/email/${secret}`
}

const age = (userId: string) =>
  server.database.write((db) =>
    db
      .updateTable('sessions')
      .set({ authenticated_at: fromNow(-11 * MINUTE) })
      .where('user_id', '=', userId)
      .execute(),
  )

describe.skipIf(!hasChromium)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<[Page, BrowserContext]> => {
    const context = await browser.newContext(options)
    return [await context.newPage(), context]
  }

  test('somebody sets up a passkey, signs in with it, confirms with it, and adds another', async () => {
    const person = await server.join('edit')
    const [page, context] = await open()
    const bePresent = await addAuthenticator(page)
    await page.goto(await linkFor(person))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your name').fill('A Writer')
    await page.getByRole('button', { name: 'Create a passkey and continue' }).click()
    await page.waitForURL(HOME)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.waitForURL(url('/account'))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A Writer')
    expect(await page.getByText('Chrome on Linux').count()).toBeGreaterThan(0)

    // The field for the address offers the passkey; whoever does not take it presses the button.
    await context.clearCookies()
    await page.goto(url('/sign-in?returnTo=/account'))
    await page.waitForURL(url('/account'))
    await context.clearCookies()
    await bePresent(false)
    await page.goto(url('/sign-in?returnTo=/account'), { waitUntil: 'networkidle' })
    await page.route('**/sign-in/passkey/options', async (route) => {
      await bePresent(true)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.waitForURL(url('/account'))

    await age(person.id)
    await page.goto(url('/account/password'))
    await page.waitForURL(/\/sign-in\/confirm/)
    expect(await page.getByLabel('Password').count()).toBe(0)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.waitForURL(url('/account/password'))

    // The device has a passkey for this account already.
    await page.goto(url('/account'))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('already has a passkey').waitFor()
    await context.close()
  })

  test('a form says what it did, and reloading the page repeats nothing', async () => {
    const person = await server.join('edit')
    const [page, context] = await open({ javaScriptEnabled: false })
    await setUp(page, person)
    const said = () => page.getByRole('status').textContent()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByLabel('What it is for').fill('laptop')
    await press('Create token')
    expect(await page.locator('#token').textContent()).toMatch(/^lct_\w{40}$/)
    await page.reload()
    expect(page.url()).toBe(url('/account'))
    expect(await page.getByRole('button', { name: 'Revoke: laptop' }).count()).toBe(1)
    await press('Revoke: laptop')
    expect(await said()).toBe('The token “laptop” is revoked.')
    await page.getByLabel('Name', { exact: true }).fill('Somebody Else')
    await press('Save name')
    expect(await said()).toBe('Your name is now Somebody Else.')
    await page.getByLabel('Theme').selectOption('dark')
    await press('Save theme')
    expect(await said()).toBe('Pages are now dark.')
    await page.goto(url('/account/password'))
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByLabel('New password').fill('another good long password')
    await press('Change password')
    expect(await said()).toContain('Your password is changed.')
    await page.reload()
    expect(await page.getByRole('status').count()).toBe(0)
    await context.close()
  })

  test('a passkey that nobody has says so, and lets one try again', async () => {
    const [page, context] = await open()
    await addAuthenticator(page)
    await page.goto(url('/sign-in'))
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.getByRole('alert').getByText('cancelled').waitFor()
    expect(await page.getByRole('button', { name: 'Use your passkey' }).isEnabled()).toBe(true)
    await context.close()
  })

  test('everything but passkeys works without scripts', async () => {
    const person = await server.join('edit')
    const [page, context] = await open({ javaScriptEnabled: false })
    await page.goto(await linkFor(person))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your name').fill('A Reader')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(HOME)
    await page.getByRole('link', { name: 'your account' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.goto(url('/sign-in'))
    expect(await page.getByRole('button', { name: 'Use your passkey' }).count()).toBe(0)
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(HOME)
    await context.close()
  })

  test('somebody who belongs to no organization is told so in the console, and signs out there', async () => {
    const person = await server.join()
    const [page, context] = await open()
    await setUp(page, person)
    await page.goto(url('/app'))
    await page.getByRole('heading', { name: 'You belong to no organization yet' }).waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out of this browser.').waitFor()
    await page.goto(url('/app'))
    await page.waitForURL(/\/sign-in\?returnTo=/)
    await context.close()
  })

  test('password managers know what to fill in', async () => {
    const person = await server.join('edit')
    const [page, context] = await open()
    const hints = () =>
      page
        .locator('input:not([type=hidden])')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
    await page.goto(url('/sign-in'))
    expect(await hints()).toEqual(['username webauthn', 'current-password'])
    await page.goto(await linkFor(person))
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await hints()).toEqual(['name', 'username', 'new-password'])
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue with a password' }).click()
    await page.waitForURL(HOME)
    await page.goto(url('/sign-in/confirm'))
    expect(await hints()).toEqual(['username', 'current-password'])
    await page.goto(url('/account/password'))
    expect(await hints()).toEqual(['new-password'])
    await context.close()
  })

  // Contrast depends on the scheme, layout on the width: two looks at every page see both of each.
  const LOOKS = [
    [360, 'light'],
    [1440, 'dark'],
  ] as const

  test('pages are for everybody, light and dark, on small and large screens', async () => {
    const person = await server.join('edit')
    const [page, context] = await open({ bypassCSP: true })
    const bePresent = await addAuthenticator(page)
    const faults: string[] = []
    const look = async (what: string) => {
      for (const [width, colorScheme] of LOOKS) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        const found = [...(await accessibilityFaults(page)), ...(isTooWide ? ['wider than the screen'] : [])]
        for (const fault of found) faults.push(`${what}, ${width} ${colorScheme}: ${fault}`)
      }
    }
    const lookAt = async (...paths: string[]) => {
      for (const path of paths) {
        await page.goto(url(path))
        await look(path)
      }
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    const unsubscribing = new URL(unsubscribeUrl(createUrls(server.url), createSigner(SECRET), person.id, 'mentioned'))
    const { body: invite } = await server.admin.http.post(`/v1/orgs/${server.organization}/link-invites`, {
      role: 'edit',
    })
    await lookAt('/sign-in', '/sign-in/company', '/sign-in/link/none', '/nothing/here', '/join/none/none')
    await lookAt(unsubscribing.pathname, new URL(invite.urls.app).pathname)
    await page.goto(url('/sign-in'))
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password').fill('wrong')
    await press('Sign in')
    await page.getByRole('alert').first().waitFor()
    await look('wrong password')
    await page.goto(await linkFor(person))
    await look('link')
    await press('Continue')
    await page.waitForURL(url('/sign-in/setup'))
    await look('setup')
    await page.getByLabel('Password').fill(PASSWORD)
    await press('Continue with a password')
    await page.waitForURL(HOME)
    await page.goto(url('/account'))
    await press('Add a passkey')
    await page.getByText('is added').waitFor()
    await press('Turn on the second step')
    await page.getByText('The second step is on').waitFor()
    await look('account with a note')
    await page.getByLabel('What it is for').fill('laptop')
    await press('Create token')
    await look('token')
    await lookAt(
      '/account/password',
      '/account/notifications',
      '/account/delete',
      '/sign-in/confirm',
      '/sign-in/confirmed',
      await newAddressFor(person),
    )
    await page.goto(url('/account'))
    await page.getByRole('link', { name: /Remove/ }).click()
    await look('remove a passkey')
    await bePresent(false)
    await page.goto(url('/account'))
    await press('Sign out')
    await look('signed out')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press('Sign in')
    await page.waitForURL(url('/sign-in/second-step'))
    await look('second step')
    await bePresent(true)
    await press('Use your passkey')
    await page.waitForURL(HOME)
    expect(faults).toEqual([])
    await context.close()
  })
})
