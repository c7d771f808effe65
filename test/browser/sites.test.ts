// Published sites in a real browser, as readers see them: without script, in light and dark, narrow and wide.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { documentOf, edit } from '../support/edits.ts'
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

const PICTURE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%22800%22 height=%22450%22/%3E'

const BOXES = `<a href="https://example.com" class="button primary">Start</a> <a href="https://example.com" class="button secondary" data-icon="rocket">More</a>

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>A card</td><td><a href="${PICTURE}">x</a></td></tr></tbody></table>

\`\`\`bash
curl --request POST https://api.example.com/v3/endpoints --header 'accept: text/plain'
\`\`\`

\`\`\`bash
ls
\`\`\`
`

const boxesOf = (page: Page, ...selectors: string[]) =>
  Promise.all(selectors.map(async (selector) => (await page.locator(selector).first().boundingBox())!))

describe.skipIf(!hasChromium)('a page with every block', () => {
  let browser: Browser
  let site: TestSite

  beforeAll(async () => {
    browser = await launchChromium()
    site = await newSite(server, await server.found(), { title: 'Ferry' })
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'all', title: 'Every block', slug: 'all', document: everyBlock() },
      { operation: 'insert_page', id: 'boxes', title: 'Boxes', slug: 'boxes', document: documentOf(BOXES) },
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

  test('cards are filled by their covers, and buttons stand on one line', async () => {
    for (const width of [1280, 390]) {
      const { page, close } = await openPage(browser, `${site.url}boxes`, { viewport: { width, height: 900 } })
      const [card, cover] = await boxesOf(page, '.cards > li', '.cards img')
      // The border of the card is one pixel.
      expect([cover!.x, cover!.y, cover!.width]).toEqual([card!.x + 1, card!.y + 1, card!.width - 2])
      const [plain, marked] = await boxesOf(page, '.prose > p .btn.main', '.prose > p .btn:not(.main)')
      expect([marked!.y, marked!.height]).toEqual([plain!.y, plain!.height])
      await close()
    }
  })

  test('the first line of code can be read to its end beside the button', async () => {
    const { page, close } = await openPage(browser, `${site.url}boxes`, { viewport: { width: 390, height: 900 } })
    const end = await page
      .locator('.code pre')
      .first()
      .evaluate((pre) => {
        pre.scrollLeft = pre.scrollWidth
        const range = document.createRange()
        range.selectNodeContents(pre.querySelector('.ln')!)
        return Math.max(...[...range.getClientRects()].map(({ right }) => right))
      })
    const [button] = await boxesOf(page, '.code .copy')
    expect(end).toBeLessThanOrEqual(button!.x)
    // Nothing of a long line shows on the other side of the button: it looks there as with a short one.
    await page
      .locator('.code pre')
      .first()
      .evaluate((pre) => pre.scrollTo(0, 0))
    const besides = await Promise.all(
      [0, 1].map(async (at) => {
        const box = (await page.locator('.code .copy').nth(at).boundingBox())!
        return { x: box.x + box.width, y: Math.round(box.y) + 4, width: 6, height: 24 }
      }),
    )
    const [long, short] = [
      await page.screenshot({ clip: besides[0]!, fullPage: true }),
      await page.screenshot({ clip: besides[1]!, fullPage: true }),
    ]
    expect(long.equals(short)).toBe(true)
    await close()
  })

  test('its header has one row on a phone, however long the names are', async () => {
    const long = await newSite(server, await server.found(), {
      title: 'Ferry Works Documentation',
      spaces: ['Ferry guide (Deutsch)', 'Another variant'],
    })
    const { page, close } = await openPage(browser, long.url, { viewport: { width: 390, height: 900 } })
    const boxes = await boxesOf(
      page,
      '.top .logo',
      '.top .find',
      '.variants summary',
      '.appearance summary',
      '.top .first',
    )
    const row = boxes.pop()!
    expect(row.height).toBeLessThan(60)
    for (const [at, box] of boxes.entries()) {
      expect(box.y + box.height / 2).toBeCloseTo(row.y + row.height / 2, -0.5)
      if (at > 0) expect(box.x).toBeGreaterThanOrEqual(boxes[at - 1]!.x + boxes[at - 1]!.width)
    }
    const [name, arrow] = await boxesOf(page, '.variants .plain', '.variants summary > .i')
    expect(arrow!.x - name!.x - name!.width).toBeLessThan(10)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await close()
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
