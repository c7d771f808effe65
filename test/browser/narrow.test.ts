// The console on a small screen, by keyboard: what covers the place has the focus until Escape closes it.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const NARROW = { viewport: { width: 390, height: 844 }, bypassCSP: true }

const isFocusIn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((within) => document.activeElement?.closest(within) != null, selector)

const nameInFocus = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim())

describe.skipIf(!hasChromium)('on a small screen', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('the menu has the focus until Escape closes it, and what it covers cannot be reached', async () => {
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, NARROW)
    await open(`/orgs/${server.organization}`)
    const rail = page.getByRole('navigation', { name: 'Organization' })
    await page.getByRole('button', { name: 'Menu', exact: true }).focus()
    await page.keyboard.press('Enter')
    await rail.waitFor()
    await expect.poll(() => isFocusIn(page, '.rail')).toBe(true)
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab')
      expect(await isFocusIn(page, '.stage, .skip')).toBe(false)
    }
    expect(await accessibilityFaults(page)).toEqual([])
    const account = rail.getByRole('button', { name: 'Your account' })
    await account.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    expect(await rail.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await rail.waitFor({ state: 'hidden' })
    expect(await nameInFocus(page)).toBe('Menu')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await rail.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('main').getByRole('link').first().focus()
    expect(await isFocusIn(page, '.stage')).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('so does the tree of pages', async () => {
    const space = (await createSpace(server, { title: 'Pocket', editMode: 'live' })).id as string
    const changes = ['One', 'Two'].map((title) => ({ operation: 'insert_page', title }))
    await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    const { page, open, context } = await openConsole(server, browser, server.admin, NARROW)
    await open(`/spaces/${space}`)
    await page.getByRole('button', { name: 'Pages', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => nameInFocus(page)).toBe('One')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => nameInFocus(page)).toBe('Two')
    await page.keyboard.press('F2')
    await page.getByRole('textbox').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => nameInFocus(page)).toBe('Two')
    await page.keyboard.press('Escape')
    await page.getByRole('tree', { name: 'Pages' }).waitFor({ state: 'hidden' })
    expect(await nameInFocus(page)).toBe('Pages')
    await context.close()
  })

  test('what belongs together stands together', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin, NARROW)
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
    await open(`/orgs/${server.organization}/people`)
    await page.locator('select.role').first().waitFor()
    const [head, role] = [await boxOf('.captions > :nth-child(2)'), await boxOf('select.role')]
    expect(Math.abs(head.x - role.x)).toBeLessThan(8)
    await open(`/orgs/${server.organization}/translations`)
    await page.locator('main section h2 + p').first().waitFor()
    const [heading, lead] = [await boxOf('main section h2'), await boxOf('main section h2 + p')]
    expect(lead.y - heading.y - heading.height).toBeGreaterThan(6)
    await context.close()
  })
})
