// Typing faster than the menus around the text are drawn, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const LONG = 'Words that end far beyond what takes their place.'

describe.skipIf(!hasChromium)('typing without a pause', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  const write = async (...titles: string[]) => {
    const space = (await createSpace(server, { title: 'Haste', editMode: 'live' })).id
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: titles.map((title) => ({ operation: 'insert_page', title, document: { markdown: LONG } })),
    })
    const opened = await openConsole(server, browser, server.admin, { viewport: { width: 1280, height: 800 } })
    await opened.open(`/spaces/${space}/pages/${body.changes[0].page.id}`)
    const text = opened.page.getByRole('textbox', { name: 'Page content' })
    await text.getByText(LONG).click()
    return { ...opened, text }
  }

  test.each(['x', 'Delete'])('words that were just selected are replaced: %s', async (key) => {
    const { page, text, complaints, context } = await write('Replaced', 'Next page')
    for (let times = 0; times < 4; times++) {
      for (const pressed of ['Home', 'Shift+End', key, 'a', 'b', 'c', 'd']) await page.keyboard.press(pressed)
      await page.keyboard.type(` ${LONG}`)
    }
    await expect.poll(() => text.innerText(), { timeout: 20_000 }).toBe(`${key === 'x' ? 'x' : ''}abcd ${LONG}`)
    await page.getByRole('link', { name: 'Next page' }).first().click()
    await page.getByRole('main', { name: 'Next page' }).waitFor({ timeout: 20_000 })
    expect(await page.getByRole('main').count()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a bar that fails takes nothing with it', async () => {
    const { page, text, complaints, context } = await write('Broken bar', 'Next page')
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')!
      Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
        get() {
          if (this.classList.contains('toolbar')) throw new Error('The bar is broken')
          return get!.call(this)
        },
      })
    })
    for (const pressed of ['Home', 'Shift+End', 'a', 'b', 'c']) await page.keyboard.press(pressed)
    await expect.poll(() => text.innerText(), { timeout: 20_000 }).toBe('abc')
    expect(new Set(complaints)).toEqual(new Set(['The bar is broken']))
    await page.getByRole('link', { name: 'Next page' }).first().click()
    await page.getByRole('main', { name: 'Next page' }).waitFor({ timeout: 20_000 })
    expect(await page.getByRole('main').count()).toBe(1)
    await context.close()
  })

  test('a place that fails says so, and other places open', async () => {
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin)
    await page.route('**/v1/orgs/*/teams?*', (route) => route.fulfill({ json: { items: [null] } }))
    await open(`/orgs/${server.organization}/teams`)
    await page.getByText('This can’t be shown because of an error in Lectern.').waitFor({ timeout: 20_000 })
    expect(complaints).not.toEqual([])
    await page.unroute('**/v1/orgs/*/teams?*')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('main', { name: 'Home' }).waitFor({ timeout: 20_000 })
    expect(await page.getByRole('main').count()).toBe(1)
    await context.close()
  })
})
