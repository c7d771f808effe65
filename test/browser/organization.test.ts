// Those who run an organization manage it in a real browser.
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createCollection, createSpace, statusOf } from '../support/content.ts'
import { publish } from '../support/integrations.ts'
import { startedReceiver } from '../support/receiver.ts'
import { startedServer } from '../support/server.ts'
import { newSite } from '../support/sites.ts'

const require = createRequire(import.meta.url)
const server = startedServer({ hostname: 'localhost', fetchAllow: '127.0.0.1' })
const receiver = startedReceiver()
const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

const tides = (paths: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1' },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: { 200: { description: 'Fine' } } } }])),
})

const at = (path: string) => `/orgs/${server.organization}/${path}`
const api = (path: string) => `/v1/orgs/${server.organization}/${path}`

describe.skipIf(!hasChromium)('managing an organization', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('an admin looks through members, gives roles, removes one, and makes a team', async () => {
    const emails = Array.from({ length: 250 }, (_, at) => `crew${String(at).padStart(3, '0')}@example.org`)
    const { body } = await server.admin.http.post(api('invites'), { emails, role: 'edit' })
    const leaving = body.users[7]
    await server.admin.http.put(api('teams'), { title: 'Harbour', members: [leaving] })
    const { items } = (await server.admin.http.get(api('teams'))).body
    await server.admin.http.put(api(`teams/${items[0].id}/members/${leaving}`), { role: 'owner' })

    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(at('people'))
    await page.getByText('251 members').waitFor()
    const rows = page.getByRole('main').getByRole('listitem')
    expect(await accessibilityFaults(page)).toEqual([])
    // Scrolling reads on until the oldest member, stays where it is, and draws only what is in view.
    const list = page.locator('main .scroll')
    expect(await rows.count()).toBeLessThan(60)
    await list.evaluate((element) => element.scrollTo(0, 9000))
    await page.getByLabel('Role of crew085').waitFor()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(9000)
    const scrolled = async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return page.getByLabel('Role of crew000').count()
    }
    await expect.poll(scrolled, { timeout: 90_000 }).toBe(1)
    expect(await rows.count()).toBeLessThan(60)
    const space = await createSpace(server, { defaultLevel: 'read' })
    for (const place of [`/spaces/${space.id}/access`, '/server/people']) {
      await open(place)
      await page.getByText(/^2\d\d people$/).waitFor()
      expect(await rows.count(), place).toBeLessThan(60)
    }
    await open(at('people'))

    await page.getByLabel('Find by name or address').fill('crew007')
    await page.getByText('1 member', { exact: true }).waitFor()
    await page.getByLabel('Role of crew007').selectOption('Reviewer')
    await page.getByText('crew007 is now Reviewer').waitFor()
    expect((await server.admin.http.get(api(`members/${leaving}`))).body.role).toBe('review')
    await page.getByRole('button', { name: 'Actions for crew007' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('They own 1 team:').waitFor()
    await dialog.getByText('Harbour').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('crew007 was removed').waitFor()
    await page.getByLabel('Role of crew007').waitFor({ state: 'detached' })
    expect((await server.admin.http.get(api(`members/${leaving}`))).status).toBe(404)

    await page.getByRole('link', { name: 'Teams' }).click()
    await page.getByRole('link', { name: 'Harbour' }).waitFor()
    await page.getByRole('button', { name: 'New team' }).click()
    await dialog.getByLabel('Title').fill('Pilots')
    await dialog.getByRole('button', { name: 'New team' }).click()
    await page.getByText('Nobody is in this team yet.').waitFor()
    await page.getByRole('button', { name: 'Add members' }).click()
    await dialog.getByLabel('Find people').fill('crew01')
    await dialog.getByRole('button', { name: /crew018/ }).click()
    await dialog.getByRole('button', { name: /crew019/ }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 2 people' }).click()
    await page.getByLabel('crew018 in this team').selectOption('Owner')
    await page.getByRole('button', { name: 'Remove crew019 from the team' }).click()
    await page.getByText('crew019 is no longer in the team').waitFor()
    await page.getByText('1 member ·').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const { body: found } = await server.admin.http.get(api('teams?title=Pilots'))
    const pilots = (await server.admin.http.get(api(`teams/${found.items[0].id}/members`))).body
    expect(pilots.items.map((item: { team: { role: string } }) => item.team.role)).toEqual(['owner'])
    await page.getByRole('button', { name: 'Actions for Pilots' }).click()
    await page.getByRole('menuitem', { name: 'Delete team' }).click()
    await dialog.getByRole('button', { name: 'Delete team' }).click()
    await page.getByText('The team “Pilots” was deleted').waitFor()
    await page.getByRole('link', { name: 'Pilots' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('access to a space is given and taken, and everybody’s way there is said', async () => {
    const collection = await createCollection(server, { title: 'Dock' })
    const space = await createSpace(server, { title: 'Charts', parent: collection.id })
    const [guest, outsider] = [await server.join(null), await server.join('read')]
    const guestName = (await guest.http.get('/v1/user')).body.displayName
    await server.admin.http.post(`/v1/collections/${collection.id}/permissions`, { role: 'review', users: [guest.id] })

    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space.id}/access`)
    await page.getByText('Nobody has a role of their own here.').waitFor()
    const level = page.getByLabel('What members may do here')
    await level.selectOption('Nothing: only those who are invited')
    await expect.poll(() => statusOf(outsider.http.get(`/v1/spaces/${space.id}`))).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(outsider.http.get(`/v1/spaces/${space.id}`))).toBe(200)
    await page.getByRole('region', { name: 'Everyone with access' }).getByLabel('Role').selectOption('Reviewer')
    await page.getByRole('button', { name: `Why ${guestName} has access` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Reviewer on “Dock”, given to them.').waitFor()
    await dialog.getByText('Guest of the organization').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Give access' }).click()
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await dialog.getByText('Choose people or a team.').waitFor()
    await dialog.getByLabel('Find people').fill(guest.email)
    await dialog.getByRole('button', { name: new RegExp(guest.email) }).waitFor()
    await dialog.getByLabel('Find people').press('Enter')
    await dialog.getByRole('button', { name: `Do not add ${guestName}` }).waitFor()
    await dialog.getByLabel('Role').selectOption('Creator')
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await page.getByLabel(`Role of ${guestName} here`).waitFor()
    expect(await page.getByLabel(`Role of ${guestName} here`).inputValue()).toBe('create')
    expect((await guest.http.get(`/v1/spaces/${space.id}`)).body.permissions.admin).toBe(true)
    await page.getByRole('button', { name: `Take the access of ${guestName}` }).click()
    await page.getByText('Nobody has a role of their own here.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    // The same for a site. Guests see those of their spaces.
    const site = await newSite(server, server, { title: 'Pilot book' })
    await server.admin.http.post(`/v1/spaces/${site.spaces[0]}/permissions`, { role: 'read', users: [guest.id] })
    await open(`/sites/${site.id}/access`)
    await page.getByText('A role on the site is for managing it').waitFor()
    const why = page.getByRole('button', { name: `Why ${guestName} has access` })
    // The list goes on when its end is reached.
    await expect
      .poll(async () => {
        await page
          .getByRole('button', { name: /^Why .* has access$/ })
          .last()
          .scrollIntoViewIfNeeded()
        return why.count()
      })
      .toBe(1)
    await why.click()
    await dialog.getByText('The site shows a space that they can see.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Give access' }).click()
    await dialog.getByLabel('Find people').fill(guest.email)
    await dialog.getByRole('button', { name: new RegExp(guest.email) }).click()
    await dialog.getByLabel('Role').selectOption('Creator')
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await page.getByLabel(`Role of ${guestName} here`).waitFor()
    expect((await guest.http.get(site.path)).body.permissions.admin).toBe(true)
    await page.getByRole('button', { name: `Take the access of ${guestName}` }).click()
    await page.getByText('Nobody has a role of their own here.').waitFor()
    expect((await guest.http.get(site.path)).body.permissions.admin).toBe(false)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()

    const other = await openConsole(server, browser, outsider, WIDE)
    await other.open(`/sites/${site.id}`)
    await other.page.getByRole('navigation', { name: 'In this site' }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Access' }).count()).toBe(0)
    expect((await outsider.http.get(`${site.path}/permissions/aggregate`)).status).toBe(403)
    await other.open(`/spaces/${space.id}/files`)
    await other.page.getByRole('navigation', { name: 'In this space' }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Access' }).count()).toBe(0)
    expect((await outsider.http.get(`/v1/spaces/${space.id}/permissions/aggregate`)).status).toBe(403)
    await other.context.close()
  })

  test('an admin changes settings and sets single sign-on up; others do not find them', async () => {
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(at('settings'))
    const joining = page.getByRole('region', { name: 'How people get in' })
    await joining.getByLabel('Email domains').fill('example.org, nowhere')
    await joining.getByRole('button', { name: 'Save' }).click()
    await joining.getByText('must be a domain, such as example.com').waitFor()
    await joining.locator('input[name=emailDomains]:focus').waitFor()
    await joining.getByLabel('Email domains').fill('example.org')
    await joining.getByLabel('Role of those who join').selectOption('Commenter')
    await joining.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').waitFor()
    const { body } = await server.admin.http.get(`/v1/orgs/${server.organization}`)
    expect(body).toMatchObject({ emailDomains: ['example.org'], defaultRole: 'comment' })
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('link', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Set up SAML' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Harbour ID')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Harbour ID' }).waitFor()
    await page.getByLabel('Identity provider', { exact: true }).selectOption('Microsoft Entra ID')
    const provider = (await server.admin.http.get(api('saml'))).body.items[0]
    const reply = page.getByLabel('Reply URL (Assertion Consumer Service URL)', { exact: true })
    expect(await reply.inputValue()).toBe(provider.service.acsURL)
    const here = page.getByRole('region', { name: '2. Enter what it shows you' })
    await here.getByLabel('Login URL').fill('not an address')
    await here.getByRole('button', { name: 'Save' }).click()
    await here.locator('.error').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await here.getByLabel('Login URL').fill('https://id.example.org/login')
    await here.getByLabel('Microsoft Entra Identifier').fill('https://id.example.org/')
    await here.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The identity provider is saved').waitFor()
    const saved = (await server.admin.http.get(api('saml'))).body.items[0]
    expect(saved).toMatchObject({ ssoURL: 'https://id.example.org/login', status: 'pending' })

    await page.getByRole('link', { name: 'Sign-in' }).click()
    await page.getByText('Not complete').waitFor()
    await page.getByLabel('Name of the token').fill('Entra')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('dialog').getByLabel('SCIM connector base URL', { exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Delete Entra' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete Entra' }).waitFor({ state: 'detached' })
    // The browser says so of what was refused twice above.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    await context.close()

    const writer = await openConsole(server, browser, await server.join('create'))
    await writer.open(at('people'))
    await writer.page.getByRole('link', { name: 'People' }).waitFor()
    expect(await writer.page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await writer.open(at('sign-in'))
    await writer.page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await writer.context.close()
  })

  test('a font is added, shown as it looks, and deleted', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    const dialog = page.getByRole('dialog')
    await open(at('fonts'))
    await page.getByRole('button', { name: 'Add font' }).click()
    await dialog.getByLabel('Name').fill('Harbour Sans')
    await dialog
      .getByLabel('Bold (700)')
      .setInputFiles({ name: 'a.ttf', mimeType: 'font/ttf', buffer: Buffer.from('x') })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Choose a file for the regular weight.').waitFor()
    await dialog.getByText('Choose a WOFF2 or WOFF file.').waitFor()
    const inter = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
    await dialog.getByLabel('Regular (400)').setInputFiles(inter)
    const broken = { name: 'broken.woff2', mimeType: 'font/woff2', buffer: Buffer.from('wOF2 and nothing more') }
    await dialog.getByLabel('Bold (700)').setInputFiles(broken)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const weights = page.getByRole('list', { name: 'Weights of Harbour Sans' })
    await weights.getByText('The quick brown fox').first().waitFor()
    await weights.getByText('The browser cannot read this file').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('region', { name: 'Harbour Sans' }).getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No fonts yet').waitFor()
    await context.close()
  })

  test('webhooks, the audit log, the glossary, specifications and integrations are managed', async () => {
    const name = await publish(server.admin, server.organization, {
      title: 'Tide table',
      scopes: ['space:content:read'],
      configurations: {
        account: { properties: { port: { type: 'string', title: 'Port' } }, required: ['port'] },
      },
    })
    const space = await createSpace(server, { title: 'Logbook' })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    const dialog = page.getByRole('dialog')

    await open(at('webhooks'))
    await page.getByRole('button', { name: 'New webhook' }).click()
    await dialog.getByLabel('Address').fill(`${receiver.url}/told`)
    await dialog.getByLabel('Description').fill('Harbour office')
    await dialog.getByLabel('Find in events').fill('glossary')
    await dialog.getByRole('checkbox', { name: /glossary/i }).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'New webhook' }).click()
    await dialog.getByRole('textbox', { name: 'Signing secret' }).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('It was delivered: 200').waitFor()
    await page.getByRole('region', { name: 'Deliveries' }).getByText('webhook.ping').click()
    await page.getByRole('button', { name: 'Deliver again' }).click()
    await expect.poll(() => receiver.at('/told').length, { timeout: 90_000 }).toBe(2)
    expect(await accessibilityFaults(page)).toEqual([])

    await open(at('translations'))
    const rail = page.getByRole('navigation', { name: 'Organization', exact: true })
    const here = () => rail.locator('a[aria-current]').allTextContents()
    await expect.poll(here).toEqual(['API specifications'])
    await page.getByRole('button', { name: 'New term' }).click()
    await dialog.locator('input[name=term]:focus').waitFor()
    await page.keyboard.type('harbour')
    await dialog.getByRole('button', { name: 'Add a language' }).click()
    await dialog.getByLabel('Language of term 2').selectOption('German')
    await dialog.getByLabel('Term 2', { exact: true }).fill('Hafen')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Hafen').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await open(at('audit-log'))
    await page.getByLabel('Action').selectOption({ label: 'Organization glossary updated' })
    await page.getByText('1 event', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Organization glossary updated' }).click()
    await dialog.getByLabel('What was recorded').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Person').fill('crew018')
    await page.getByRole('button', { name: /crew018/ }).click()
    await page.getByText('0 events').waitFor()
    await page.getByRole('button', { name: 'Remove the filter crew018' }).click()
    await page.getByText('1 event', { exact: true }).waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await file).suggestedFilename()).toBe('audit-log.csv')

    await open(at('openapi'))
    await page.getByRole('button', { name: 'Add specification' }).click()
    await dialog.getByRole('button', { name: 'Add specification' }).click()
    await dialog.getByText('Enter an address, or choose a file.').waitFor()
    await dialog.getByLabel('Name').fill('tides')
    const upload = (...paths: string[]) =>
      dialog.getByLabel('Or a file of this computer').setInputFiles({
        name: 'tides.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(tides(paths))),
      })
    await upload('/high', '/low')
    await dialog.getByRole('button', { name: 'Add specification' }).click()
    await page.getByText('Up to date').waitFor()
    await page.getByText('No page shows it yet.').waitFor()
    expect(await here()).toEqual(['API specifications'])
    await page.getByRole('button', { name: 'Specification actions' }).click()
    await page.getByRole('menuitem', { name: 'Change source' }).click()
    await upload('/high')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const versions = page.getByRole('region', { name: 'Versions' })
    await expect.poll(() => versions.locator('details').count(), { timeout: 90_000 }).toBe(2)
    await versions.locator('summary').first().click()
    await versions.getByText('1 breaking change').waitFor()
    await versions.getByText('GET /low is gone').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await open(at('integrations'))
    await page.getByRole('link', { name: 'Tide table' }).click()
    await page.getByText('Read the content of its spaces').waitFor()
    await page.getByRole('button', { name: 'Install' }).click()
    await dialog.getByRole('button', { name: 'Install' }).click()
    await page.getByText('Needs configuration').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a value.').waitFor()
    await page.getByLabel('Port').fill('Bergen')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Installed', { exact: true }).waitFor()
    await page.getByLabel('Space to add').selectOption('Logbook')
    await page.getByRole('region', { name: 'Spaces' }).getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Remove from Logbook' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const installed = await server.admin.http.get(`/v1/integrations/${name}/spaces`)
    expect(installed.body.items).toMatchObject([{ space: space.id }])
    await page.getByRole('button', { name: 'Uninstall' }).click()
    await dialog.getByRole('button', { name: 'Uninstall' }).click()
    await page.getByText('Tide table was uninstalled').waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
