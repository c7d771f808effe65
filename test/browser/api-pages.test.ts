// Pages of API references in a real browser: how they look, and the forms that send requests.
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiSite, newApiSite } from '../support/api-site.ts'
import { accessibilityFaults, hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { ferryApi } from '../support/ferry-api.ts'
import { startedServer } from '../support/server.ts'
import { startedWebsite } from '../support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1', tryItAllow: '127.0.0.1' })

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** An API that remembers what it gets. */
function startedApi(headers: Record<string, string>) {
  const received: Received[] = []
  const answer: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      received.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      response.writeHead(request.method === 'OPTIONS' ? 204 : 200, { 'content-type': 'application/json', ...headers })
      response.end(request.method === 'OPTIONS' ? undefined : '{"made":"<b>of text</b>","list":[1]}')
    })
  }
  const pages = { '/v3/endpoints': answer, '/v3/endpoints?limit=5&status=live&tags=a&tags=b': answer }
  return { site: startedWebsite(pages), received }
}

const open = startedApi({ 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
const closed = startedApi({})

const SCREENS = [
  { width: 1440, colorScheme: 'dark', path: 'endpoints/create-an-endpoint' },
  { width: 768, colorScheme: 'light', forcedColors: 'active', path: 'endpoints/list-endpoints' },
  { width: 360, colorScheme: 'light', path: 'models' },
] as const

const openFolds = (page: Page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('.op details')) fold.setAttribute('open', '')
  })

describe.skipIf(!hasChromium)('the page of an operation', () => {
  let browser: Browser
  const sites: Record<string, ApiSite> = {}

  beforeAll(async () => {
    browser = await launchChromium()
    sites.open = await newApiSite(server, { ferry: ferryApi(open.site.url) })
    sites.closed = await newApiSite(server, { ferry: ferryApi(closed.site.url) })
  })
  afterAll(() => browser?.close())

  test.each(SCREENS)('$path has no fault on a screen of $width, $colorScheme', async ({ width, path, ...theme }) => {
    const viewport = { width, height: 900 }
    const { page, complaints, close } = await openPage(browser, sites.open!.url + path, { viewport, ...theme })
    await openFolds(page)
    // Nothing makes the page wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(complaints).toEqual([])
    await close()
    const looked = await openPage(browser, sites.open!.url + path, { viewport, ...theme, bypassCSP: true })
    await openFolds(looked.page)
    expect(await accessibilityFaults(looked.page)).toEqual([])
    await looked.close()
  })

  test('in print, all of it follows its title', async () => {
    const { page, close } = await openPage(browser, `${sites.open!.url}endpoints/create-an-endpoint`)
    await page.emulateMedia({ media: 'print' })
    const closed = await page.evaluate(
      () =>
        [...document.querySelectorAll('.op-text details > :not(summary), .op-side .tab')].filter(
          (each) => !each.checkVisibility({ contentVisibilityAuto: true }),
        ).length,
    )
    expect(closed).toBe(0)
    expect(await page.locator('.op').evaluate((element) => getComputedStyle(element).breakInside)).toBe('auto')
    await close()
  })

  test.each([
    ['straight from the browser where the API allows it', 'open', 'Sent from your browser'],
    ['through the site where it does not', 'closed', 'Sent through this site'],
  ])('sends requests %s', async (_name, which, told) => {
    const { received } = which === 'open' ? open : closed
    received.length = 0
    const { page, close } = await openPage(browser, `${sites[which]!.url}endpoints/list-endpoints`)
    await page.context().addCookies([{ name: 'own', value: 'of-the-reader', url: server.url }])
    // With the keyboard alone.
    await page.locator('.try > summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('a-token')
    await page.keyboard.press('Tab')
    await page.keyboard.type('5')
    await page.getByLabel('status', { exact: true }).selectOption('live')
    await page.getByLabel('tags', { exact: true }).fill('a, b')
    await page.getByLabel('tags', { exact: true }).press('Enter')
    await expect.poll(() => page.locator('.told').innerText()).toContain(told)
    expect(await page.locator('.told .tag').innerText()).toBe('200')
    // What comes back is text.
    expect(await page.locator('.sent > pre').innerText()).toBe(
      '{\n  "made": "<b>of text</b>",\n  "list": [\n    1\n  ]\n}',
    )
    const [got] = received.filter(({ method }) => method === 'GET').slice(-1)
    expect(got).toMatchObject({
      url: '/v3/endpoints?limit=5&status=live&tags=a&tags=b',
      headers: { authorization: 'Bearer a-token' },
    })
    expect(JSON.stringify(received)).not.toContain('of-the-reader')
    await close()
  })

  test('sends a body, and what would have effects only once', async () => {
    closed.received.length = 0
    const { page, close } = await openPage(browser, `${sites.closed!.url}endpoints/create-an-endpoint`)
    await page.locator('.try > summary').click()
    expect(JSON.parse(await page.getByLabel('Body').inputValue())).toMatchObject({ events: ['invoice.paid'] })
    await page.getByLabel('Content type').selectOption('application/x-www-form-urlencoded')
    await page.getByLabel('Body').fill('{"url": "https://a.example"}')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => page.locator('.told').innerText()).toContain('Sent through this site')
    const sent = closed.received.filter(({ method }) => method === 'POST')
    expect(sent.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
      ['url=https%3A%2F%2Fa.example', 'application/x-www-form-urlencoded'],
    ])
    await close()
  })
})
