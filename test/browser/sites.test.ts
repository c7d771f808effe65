// Published sites in a real browser, as readers see them: without script, in light and dark, narrow and wide.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { edit } from '../support/edits.ts'
import { everyBlock } from '../support/every-block.ts'
import { startedServer } from '../support/server.ts'
import { newSite, type TestSite } from '../support/sites.ts'

const server = startedServer()

const SCREENS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light', forcedColors: 'active' },
  { width: 360, colorScheme: 'light' },
] as const

describe.skipIf(!hasChromium)('a page with every block', () => {
  let browser: Browser
  let site: TestSite

  beforeAll(async () => {
    browser = await launchChromium()
    site = await newSite(server, await server.found(), { title: 'Ferry' })
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'all', title: 'Every block', slug: 'all', document: everyBlock() },
    ])
  })
  afterAll(() => browser?.close())

  test.each(SCREENS)('has no fault on a screen of $width, $colorScheme', async ({ width, ...theme }) => {
    const viewport = { width, height: 900 }
    for (const path of ['all', 'nothing']) {
      const { page, complaints, close } = await openPage(browser, site.url + path, { viewport, ...theme })
      expect(complaints.filter((text) => !/404/.test(text))).toEqual([])
      // Nothing makes the page wider than the screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await close()
      const looked = await openPage(browser, site.url + path, { viewport, ...theme, bypassCSP: true })
      expect(await accessibilityFaults(looked.page)).toEqual([])
      await looked.close()
    }
  })

  test('opens notes and folds, and loads frames of others only then', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => request.url().startsWith(server.url) || asked.push(request.url()))
    await page.goto(`${site.url}all`, { waitUntil: 'load' })
    const note = page.locator('.note')
    expect(await note.isVisible()).toBe(false)
    await page.locator('.annotated').click()
    expect(await note.innerText()).toBe('The note itself.')
    await page.keyboard.press('Escape')
    expect(await note.isVisible()).toBe(false)
    await page.getByText('Does a redirect count as an answer?').click()
    expect(await page.getByText('Redirects are not followed.').isVisible()).toBe(true)
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([])
    await page.getByText('Load from YouTube').click()
    await expect.poll(() => asked.some((url) => url.startsWith('https://www.youtube-nocookie.com/'))).toBe(true)
    await context.close()
  })

  test('is read with the keyboard, from the skip link on', async () => {
    const { page, close } = await openPage(browser, `${site.url}all`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await close()
  })
})
