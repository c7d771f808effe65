// The looks that a site can choose, in a real browser: every one can be read, and fits its screen.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { edit } from '../support/edits.ts'
import { everyBlock } from '../support/every-block.ts'
import { startedServer } from '../support/server.ts'
import { newBook, newSite, type TestSite } from '../support/sites.ts'

const server = startedServer()

const both = (color: string) => ({ light: color, dark: color })
const to = { kind: 'url', url: 'https://example.com/' }

const AROUND = {
  header: {
    links: [
      { title: 'Status', to, links: [] },
      { title: 'Products', to: null, links: [{ title: 'Boats', to }] },
      { title: 'Sign up', style: 'button-primary', to, links: [] },
      { title: 'Contact', style: 'button-secondary', to, links: [] },
    ],
  },
  footer: { copyright: '© Ferry', groups: [{ title: 'Company', links: [{ title: 'Jobs', to }] }] },
  announcement: { enabled: true, message: 'We moved', style: 'warning', link: { title: 'Read more', to } },
  privacyPolicy: { url: 'https://example.com/privacy' },
  trademark: { enabled: true },
}

/** Colours that cannot be read as they are, too. */
const LOOKS = [
  {
    name: 'muted',
    screen: { width: 1440, colorScheme: 'light' },
    styling: {
      theme: 'muted',
      primaryColor: both('#ffee00'),
      corners: 'circular',
      sidebar: { background: 'filled', list: 'pill' },
    },
  },
  {
    name: 'bold',
    screen: { width: 1440, colorScheme: 'dark' },
    styling: {
      theme: 'bold',
      primaryColor: both('#346ddb'),
      corners: 'straight',
      depth: 'flat',
      links: 'accent',
      icons: 'duotone',
      search: 'subtle',
    },
  },
  {
    name: 'gradient',
    screen: { width: 360, colorScheme: 'light' },
    styling: {
      theme: 'gradient',
      primaryColor: both('#a855f7'),
      font: 'Poppins',
      icons: 'thin',
      sidebar: { background: 'default', list: 'line' },
    },
  },
  {
    name: 'contrast',
    screen: { width: 360, colorScheme: 'dark' },
    styling: { tint: { color: both('#0000ff') }, background: 'match', icons: 'light' },
    preset: 'contrast',
  },
  { name: 'none', screen: { width: 768, colorScheme: 'light', forcedColors: 'active' }, styling: {}, preset: 'none' },
] as const

describe.skipIf(!hasChromium)('a look', () => {
  let browser: Browser
  let site: TestSite

  beforeAll(async () => {
    browser = await launchChromium()
    site = await newSite(server, await server.found(), { title: 'Ferry' })
    const { http } = site.admin
    const [space] = site.spaces as [string]
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'group', type: 'group', title: 'Deliver' },
      {
        operation: 'insert_page',
        id: 'all',
        title: 'Every block',
        slug: 'all',
        icon: 'bell',
        description: 'When an endpoint does not answer, Ferry tries again.',
        into: 'group',
        document: everyBlock(),
      },
      { operation: 'insert_page', id: 'below', title: 'Below', icon: 'rocket', into: 'all', document: everyBlock() },
    ])
    const add = async (title: string) =>
      (await http.post(`${site.path}/sections`, { spaceId: await newBook(server, site, title), title })).body.id
    const sections = [await add('API'), await add('CLI')]
    await http.post(`${site.path}/section-groups`, { title: 'Reference', sections })
    const [section] = (await http.get(`${site.path}/sections`)).body.items
    await http.post(`${site.path}/site-spaces`, {
      spaceId: await newBook(server, site, 'Version 2'),
      sectionId: section.id,
    })
  })
  afterAll(() => browser?.close())

  test.each(LOOKS)('$name has no fault', async ({ screen, styling, ...rest }) => {
    const header = { ...AROUND.header, ...('preset' in rest && { preset: rest.preset }) }
    const { status } = await site.admin.http.put(`${site.path}/customization`, { ...AROUND, header, styling })
    expect(status).toBe(200)
    const { width, ...theme } = screen
    const viewport = { width, height: 900 }
    const { page, close } = await openPage(browser, `${site.url}deliver/all`, { viewport, ...theme, bypassCSP: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.locator('.tabline summary').click()
    expect(await page.getByRole('link', { name: 'CLI' }).isVisible()).toBe(true)
    await close()
  })
})
