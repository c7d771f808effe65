// The places of sites in the console, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { startedServer } from '../support/server.ts'
import { newBook, newSite } from '../support/sites.ts'

const server = startedServer({ hostname: 'localhost' })

const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

describe.skipIf(!hasChromium)('sites in the console', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('a site is created from spaces, published and unpublished; those who only read are offered none of it', async () => {
    await newBook(server, server, 'Rivers')
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/orgs/${server.organization}/sites`)
    await page.getByRole('button', { name: 'New site' }).click()
    const dialog = page.getByRole('dialog', { name: 'New site' })
    await dialog.getByRole('button', { name: 'Create site' }).click()
    await dialog.getByText('Choose a space, or begin with a new one.').waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Atlas')
    await dialog.getByRole('checkbox', { name: 'Rivers' }).check()
    await dialog.getByRole('radio', { name: 'Everyone with the address' }).check()
    await dialog.getByRole('textbox', { name: 'Last part of the address' }).fill('maps')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create site' }).click()
    await page.getByText('Readers find nothing here until the site is published.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const place = new URL(page.url()).pathname.replace(/^\/app/, '')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const address = await page.getByRole('main').getByRole('link', { name: '/maps/' }).getAttribute('href')
    expect(await (await fetch(address!)).text()).toContain('Rivers')
    await page.getByRole('link', { name: 'Sites', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Atlas' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    const reader = await openConsole(server, browser, await server.join('read'), WIDE)
    await reader.open(place)
    await reader.page.getByText('Everyone with the address; search engines are asked to stay away').waitFor()
    expect(await reader.page.getByRole('button', { name: 'Unpublish' }).count()).toBe(0)
    expect(await reader.page.getByRole('button', { name: 'Delete site' }).count()).toBe(0)
    await reader.context.close()

    await open(place)
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('The site is no longer published').waitFor()
    expect((await fetch(address!)).status).toBe(404)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('parts of a site are added, moved and changed; former addresses redirect; visitors sign in', async () => {
    const site = await newSite(server, server, { title: 'Guides', spaces: ['One', 'Two'] })
    await newBook(server, server, 'Three')
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/sites/${site.id}/structure`)
    const parts = page.getByRole('list', { name: 'Parts of the site' })
    const titles = () => parts.locator('.part-title').allTextContents()
    await parts.getByRole('button', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(titles).toEqual(['Two', 'One'])
    const former = (await site.admin.http.get(`${site.path}/site-spaces`)).body.items[0].urls.published
    await parts.getByRole('button', { name: 'Two', exact: true }).click()
    const editing = page.getByRole('dialog', { name: 'Edit “Two”' })
    await editing.getByRole('textbox', { name: 'Path' }).fill('second')
    expect(await accessibilityFaults(page)).toEqual([])
    await editing.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change addresses' }).click()
    await page.getByText('The addresses of 1 space moved. The old ones redirect').waitFor()
    expect((await fetch(`${former}guide`)).url).toBe(`${site.url}second/guide`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add a section' }).click()
    await page.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'Three' })
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(titles).toHaveLength(5)
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('link', { name: 'Audience' }).click()
    await page.getByRole('radio', { name: 'Everyone with a share link' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('textbox', { name: 'Name of a new link' }).fill('Partners')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByRole('textbox', { name: 'Link: Partners' }).inputValue()
    expect((await fetch(link)).status).toBe(200)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Revoke: Partners' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('textbox', { name: 'Link: Partners' }).waitFor({ state: 'detached' })
    expect((await fetch(link)).status).toBe(404)
    await page.getByRole('radio', { name: 'Visitors who sign in' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('textbox', { name: 'Address of your sign-in' }).fill('https://app.example.com/docs-login')
    await page.getByRole('region', { name: 'Visitor sign-in' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('app.get("/docs-login"').waitFor()
    await page.getByRole('button', { name: 'Turn on adaptive content' }).click()
    await page.getByRole('region', { name: 'Adaptive content' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('visitor.claims.plan == "pro"').waitFor()
    await page.getByRole('button', { name: 'Preview as this visitor' }).click()
    await page.getByRole('link', { name: 'Open the preview' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
    await context.close()
  })
})
