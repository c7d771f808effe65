// The places of sites in the console, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { startedServer } from '../support/server.ts'
import { newBook } from '../support/sites.ts'

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
})
