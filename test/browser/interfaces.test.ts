// Integrations that show an interface, in a real browser: on sites, in the console and in the editor.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { edit } from '../support/edits.ts'
import { install, PNG, publish } from '../support/integrations.ts'
import { blockOf, counting } from '../support/interfaces.ts'
import { connecting, startedOAuthServer } from '../support/oauth.ts'
import { startedServer } from '../support/server.ts'
import { newSite, type TestSite } from '../support/sites.ts'

const server = startedServer({ hostname: 'localhost', fetchAllow: '127.0.0.1' })
const oauth = startedOAuthServer()
const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

describe.skipIf(!hasChromium)('the interface of an integration', () => {
  let browser: Browser
  let site: TestSite
  let name: string
  let installation: string

  beforeAll(async () => {
    browser = await launchChromium()
    const { admin, organization } = server
    name = await publish(admin, organization, await counting())
    installation = await install(admin, organization, name)
    site = await newSite(server, { organization, admin })
    const [space] = site.spaces
    await admin.http.post(`/v1/integrations/${name}/installations/${installation}/spaces`, { space })
    const nodes = [blockOf(name, { framed: true })]
    const document = { object: 'document', data: {}, nodes }
    await edit(server, { space: space! }, [{ operation: 'update_page', page: `guide-${space}`, document } as never])
  }, 180_000)
  afterAll(() => browser?.close())

  test('readers press, answer and go on, and its frame is told', async () => {
    // What comes too late for one reader is there for the next.
    const read = async () => (await fetch(`${site.url}guide`, { headers: { accept: 'text/html' } })).text()
    await expect.poll(read, { timeout: 60_000 }).toContain('Pressed 0 times')
    const viewport = { width: 1440, height: 900 }
    const { page, complaints, close } = await openPage(browser, `${site.url}guide`, { viewport, colorScheme: 'dark' })
    await page.getByText('Pressed 0 times by nobody, dark').waitFor()
    const frame = page.frameLocator('.ck-frame')
    await frame.getByText('Told 0').waitFor()
    await page.getByRole('button', { name: 'Count' }).click()
    await page.getByText('Pressed 1 times by nobody').waitFor()
    await frame.getByText('Told 1').waitFor()
    await page.getByRole('button', { name: 'Who?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who presses?' })
    await dialog.getByLabel('Name').fill('Ada')
    await dialog.getByRole('button', { name: 'Tell' }).click()
    await page.getByText('Pressed 1 times by Ada').waitFor()
    expect(await dialog.count()).toBe(0)
    await page.getByRole('button', { name: 'Fail' }).click()
    await page.getByRole('dialog', { name: 'Really?' }).getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('alert').getByText('It did not work').waitFor()
    // A failure is an answer too, which browsers note.
    expect(complaints.filter((each) => !each.includes('502'))).toEqual([])
    await close()
    const narrow = { viewport: { width: 360, height: 800 }, bypassCSP: true }
    const looked = await openPage(browser, `${site.url}guide`, narrow)
    await looked.page.getByText('Pressed 0 times by nobody, light').waitFor()
    expect(await looked.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await accessibilityFaults(looked.page)).toEqual([])
    await looked.close()
  })

  test('an admin configures it step by step, and an author inserts its block, which keeps what it is told', async () => {
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/orgs/${server.organization}/integrations/${name}`)
    const form = page.getByRole('region', { name: 'Configuration' })
    await form.getByLabel('City').fill('Bergen')
    await form.getByLabel('Unit').selectOption('Celsius')
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByText('You chose Bergen in c').waitFor()
    await form.getByRole('button', { name: 'Done' }).click()
    await page.getByText('The configuration is saved').waitFor()
    const installed = await server.admin.http.get(`/v1/integrations/${name}/installations/${installation}`)
    expect(installed.body.configuration).toEqual({ city: 'Bergen' })

    const [space] = site.spaces
    await open(`/spaces/${space}/pages/welcome-${space}`)
    const editor = page.getByRole('textbox', { name: 'Page content' })
    await editor.getByText('More about Handbook.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/counter')
    await page.getByRole('option', { name: /^Counter/ }).click()
    await editor.getByText('Pressed 0 times').waitFor()
    await editor.getByRole('button', { name: 'Count' }).click()
    await editor.getByText('Pressed 1 times').waitFor()
    await editor.getByRole('button', { name: 'Keep the number' }).click()
    const kept = async () => {
      const { items } = (await server.admin.http.get(`/v1/spaces/${space}/change-requests`)).body
      const path = `/v1/spaces/${space}/change-requests/${items[0]?.id}/content/page/welcome-${space}?format=document`
      return JSON.stringify((await server.admin.http.get(path)).body.document ?? {})
    }
    await expect.poll(kept, { timeout: 60_000 }).toContain('"props":{"from":1}')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an admin connects it to an account elsewhere, in a window that closes itself, and lets it sign visitors in', async () => {
    const { admin, organization } = server
    const mail = await publish(admin, organization, await connecting(oauth.url))
    const path = `/v1/integrations/${mail}/installations/${await install(admin, organization, mail)}`
    await admin.http.post(`${path}/sites`, { siteId: site.id })
    const { page, open, complaints, context } = await openConsole(server, browser, admin, WIDE)
    await open(`/orgs/${organization}/integrations/${mail}`)
    await page.getByText('Needs configuration').first().waitFor()
    const connect = async (button: Locator) => {
      const [opened] = await Promise.all([context.waitForEvent('page'), button.click()])
      await opened.getByRole('link', { name: 'Allow' }).waitFor()
      return opened
    }
    const mailbox = page.getByRole('group', { name: 'Mailbox' })
    const closed = await connect(mailbox.getByRole('button', { name: 'Connect' }))
    await mailbox.getByRole('status').getByText('Sign in in the window').waitFor()
    await closed.close()
    await mailbox.getByRole('status').getByText('Not connected yet').waitFor()
    const refused = await connect(mailbox.getByRole('button', { name: 'Connect' }))
    await refused.getByRole('link', { name: 'Refuse' }).click()
    await refused.waitForURL(/error=access_denied/)
    await refused.getByRole('heading', { name: 'Mail could not finish' }).waitFor()
    await refused.getByText('Access was refused: access_denied').waitFor()
    expect(await (await fetch(refused.url())).json()).toHaveProperty('error')
    await refused.close()
    await mailbox.getByRole('status').getByText('Not connected yet').waitFor()
    // A browser that blocks the first window.
    await page.evaluate(() => {
      const open = globalThis.open.bind(globalThis)
      globalThis.open = () => {
        globalThis.open = open
        return null
      }
    })
    await mailbox.getByRole('button', { name: 'Connect' }).click()
    await mailbox.getByRole('status').getByText('Your browser blocked the window').waitFor()
    await (await connect(mailbox.getByRole('link', { name: 'Open in a new tab' }))).close()
    const allowed = await connect(mailbox.getByRole('button', { name: 'Connect' }))
    await allowed.getByRole('link', { name: 'Allow' }).click()
    await mailbox.getByText('Connected', { exact: true }).waitFor()
    await expect.poll(() => allowed.isClosed()).toBe(true)
    expect(await mailbox.getByRole('status').innerText()).toBe('')
    const { body } = await admin.http.get(path)
    expect(body).toMatchObject({ status: 'active', configuration: { oauth_credentials: { access_token: 'granted' } } })

    await page.getByRole('button', { name: /^Configure / }).click()
    const account = page.getByRole('dialog').getByRole('group', { name: 'Account' })
    await account.getByText('It is not connected').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const window = await connect(account.getByRole('button', { name: 'Connect' }))
    await window.getByRole('link', { name: 'Allow' }).click()
    await account.getByText('It is connected').waitFor()

    await open(`/sites/${site.id}/audience`)
    await page.getByRole('radio', { name: /^Visitors who sign in/ }).check()
    await page.getByRole('button', { name: 'Save' }).first().click()
    const signIn = page.getByRole('region', { name: 'Visitor sign-in' })
    await signIn.getByLabel('Who signs visitors in').selectOption('The integration Mail')
    await signIn.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Mail signs visitors in now').waitFor()
    await signIn.getByText('The integration knows the key').waitFor()
    expect(await signIn.getByLabel('Address of your sign-in').count()).toBe(0)
    const auth = await admin.http.get(`/v1/orgs/${organization}/sites/${site.id}/publishing/auth`)
    expect(auth.body).toMatchObject({ backend: 'integration', integration: mail })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an author publishes from files, is told what is wrong, and follows what it receives', async () => {
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/orgs/${server.organization}/integrations`)
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish an integration' })
    const file = (field: string, name: string, content: string) =>
      dialog.getByLabel(field).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    await file('Manifest', 'manifest.yaml', 'title: Tides\n')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('alert').getByText('Choose a file.').waitFor()
    await file('Bundled script', 'script.js', `export default { fetch: () => new Response('OK') }`)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('The manifest has no name.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const manifest = `name: tides-${process.pid}\ntitle: Tides\ndescription: Says when it turns\nsummary: In **every** harbour\nruntime: v2\nscopes: []\n`
    await file('Manifest', 'manifest.yaml', manifest)
    const picture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
    await dialog.getByLabel('Icon').setInputFiles(picture)
    await dialog.getByLabel('Preview pictures').setInputFiles([picture, picture, picture, picture])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('Choose at most 3 pictures.').waitFor()
    await dialog.getByLabel('Preview pictures').setInputFiles([picture, picture])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 1 of Tides is published').waitFor()
    await page.getByRole('heading', { name: 'Tides', level: 1 }).waitFor()
    await expect.poll(() => page.locator('.preview-image').count()).toBe(2)
    await page.getByRole('strong').getByText('every').waitFor()
    await page.getByLabel('Follow').check()
    await install(server.admin, server.organization, `tides-${process.pid}`)
    await page.getByText('installation_setup').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
