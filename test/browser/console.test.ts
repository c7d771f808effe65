// The console in a real browser: finding one's way, searching and reading, by keyboard and mouse, as assistive technology
// would find it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createCollection, createSpace } from '../support/content.ts'
import { newSpace } from '../support/pages.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

interface Place {
  space: string
  collection: string
  change: string
  pages: Record<string, string>
}

let place: Place

/** A space in a collection with a tree of pages, and a change request that waits for a review. */
async function furnish(): Promise<Place> {
  const { admin } = server
  const collection = (await createCollection(server, { title: 'Product' })).id
  const space = (await createSpace(server, { title: 'Guides', parent: collection })).id
  const insert = (title: string, ref: string, into?: string, markdown = `${title} in a few words.`) => ({
    operation: 'insert_page',
    title,
    ref,
    ...(into && { into }),
    document: { markdown },
  })
  const { body } = await admin.http.post(`/v1/spaces/${space}/content`, {
    changes: [
      insert(
        'Overview',
        'a',
        undefined,
        '## First\n\nText.\n\n## Second\n\nMore, see [Deep](deep.md).\n\n```js\n1\n```',
      ),
      insert('Operate', 'b'),
      insert('Backups', 'c', 'b', 'How to keep a zebrafish.'),
      insert('Restore', 'd', 'b'),
    ],
  })
  const ids = body.changes.map(({ page }: { page: { id: string } }) => page.id)
  const change = (await admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Better backups' })).body
  await admin.http.post(`/v1/spaces/${space}/change-requests/${change.id}/content`, {
    changes: [{ operation: 'update_page', page: ids[2], document: { markdown: 'How to keep two zebrafish.' } }],
  })
  await admin.http.patch(`/v1/spaces/${space}/change-requests/${change.id}`, { status: 'open' })
  const [overview, operate, backups, restore] = ids
  return { space, collection, change: change.id, pages: { overview, operate, backups, restore } }
}

describe.skipIf(!hasChromium)('the console', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
    place = await furnish()
  })
  afterAll(() => browser?.close())

  test('sends people to sign in, and back to where they wanted to go', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${server.url}/app/spaces/${place.space}`)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/app/spaces/${place.space}`)
    await context.close()
  })

  test('what several parts of a place show is asked for together, and nothing in vain', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin)
    const ended: string[] = []
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname))
    for (const path of [`/orgs/${server.organization}`, `/spaces/${place.space}/pages/${place.pages.backups}`]) {
      await open(path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Settings' }).waitFor()
      // What is shown of a space is asked for again when something changed in it.
      expect(ended.filter((url) => /^\/v1\/(orgs|user)\b/.test(url))).toEqual([])
      await page.goto('about:blank')
      ended.length = 0
    }
    await context.close()
  })

  test('leads from home through the tree to a page, and back', async () => {
    const viewport = { width: 1440, height: 900 }
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, { viewport })
    await open('')
    await page.waitForURL(`**/app/orgs/${server.organization}`)
    await page.getByRole('link', { name: 'Guides' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await expect.poll(() => page.title()).toBe('Overview · Guides · Lectern')
    expect(await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').allTextContents()).toEqual([
      'First',
      'Second',
    ])
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem', { name: 'Operate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Operate' }).waitFor()
    await tree.getByRole('treeitem', { name: 'Backups' }).click()
    await page.getByText('How to keep a zebrafish.').waitFor()
    expect(page.url()).toContain(place.pages.backups)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Operate' }).waitFor()
    await page.goForward()
    await page.getByText('How to keep a zebrafish.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the tree has one tab stop, and arrow keys walk through it', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin)
    await open(`/spaces/${place.space}/pages/${place.pages.overview}`)
    const focused = () => page.evaluate('document.activeElement.textContent.trim()')
    await page.getByRole('treeitem', { name: 'Overview' }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Operate')
    expect(await page.getByRole('treeitem', { name: 'Backups' }).count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { name: 'Backups' }).waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Backups')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe('Operate')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('treeitem', { name: 'Backups' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Operate' }).waitFor()
    expect(await page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1)
    await context.close()
  })

  test('the palette finds pages by their text and spaces by their title, and closes', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin)
    await open(`/orgs/${server.organization}`)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await field.fill('zebraf')
    await page.getByRole('option', { name: /Backups/ }).waitFor()
    await field.press('Enter')
    await page.getByText('How to keep a zebrafish.').waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('guid')
    await page.getByRole('option', { name: 'Guides' }).waitFor()
    await field.fill('no such words')
    await page.getByText('No results for “no such words”').waitFor()
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await context.close()
  })

  test('home shows what waits for a review, and leads to what changes, as its notification does', async () => {
    const reviewer = await server.join('review')
    const path = `/v1/spaces/${place.space}/change-requests/${place.change}/requested-reviewers`
    await server.admin.http.post(path, { users: [reviewer.id] })
    const { page, open, context } = await openConsole(server, browser, reviewer)
    await open(`/orgs/${server.organization}`)
    await page.getByRole('heading', { level: 1, name: 'A review is waiting for you' }).waitFor()
    await page
      .getByRole('region', { name: /Waiting for your review/ })
      .getByRole('link', { name: 'Better backups' })
      .click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    expect(page.url()).toMatch(/\/change-requests\/[^/]+\/changes$/)
    await page.goto(`${server.url}/app/spaces/${place.space}/change-requests/${place.change}`)
    await page.getByRole('button', { name: 'Where you are: In review #1 Better backups' }).waitFor()
    await page.getByRole('treeitem', { name: 'Operate' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { name: 'Backups' }).click()
    await page.getByText('How to keep two zebrafish.').waitFor()
    await page.goto(`${server.url}/app/orgs/${server.organization}/notifications`)
    const asked = page.getByRole('link', { name: 'asks you to review change request #1' })
    expect(await asked.getAttribute('href')).toMatch(/\/change-requests\/[^/]+\/changes$/)
    await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click()
    await page.getByRole('button', { name: 'Mark as unread' }).first().waitFor()
    await context.close()
  })

  test('what is not there, or not for this person, says so', async () => {
    const secret = (await createSpace(server, { title: 'Secret' })).id
    await server.admin.http.patch(`/v1/spaces/${secret}`, { defaultLevel: null })
    const reader = await server.join('read')
    const { page, open, context } = await openConsole(server, browser, reader)
    for (const path of [`/spaces/${secret}`, '/spaces/none', '/collections/none', '/nowhere']) {
      await open(path)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    }
    expect(await page.getByText('Secret').count()).toBe(0)
    await context.close()
  })

  test('what fails can be tried again, and being offline is said', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin)
    await page.route('**/page/**', (route) => route.abort())
    // Live changes would read everything again without being asked.
    await page.route('**/user/stream**', (route) => route.abort())
    await open(`/spaces/${place.space}/pages/${place.pages.restore}`)
    await page.getByRole('alert').getByText('Can’t reach the server').waitFor()
    await page.getByText('The editor did not open').waitFor()
    await page.unroute('**/page/**')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('textbox', { name: 'Page content' }).getByText('Restore in a few words.').waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    // A place that was never opened has yet to be loaded.
    await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await context.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await context.close()
  })

  test('makes a space and its pages: adds, renames, moves, deletes and undoes', async () => {
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin)
    await open(`/orgs/${server.organization}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'New space' }).click()
    await page.getByRole('button', { name: 'Create space' }).click()
    await page.getByText('Enter a title.').waitFor()
    await page.getByLabel('Title').fill('Runbooks')
    await page.getByLabel('Collection', { exact: true }).selectOption('Product')
    await page.getByLabel('Title').press('Enter')
    await page.getByText('This space has no pages yet').waitFor()
    const item = (name: string) => page.getByRole('treeitem', { name, exact: true })
    const titles = async () => (await page.getByRole('treeitem').allTextContents()).map((title) => title.trim())
    const name = async (title: string) => {
      await page.getByRole('button', { name: 'New page', exact: true }).click()
      await item('Untitled').focus()
      await page.keyboard.press('F2')
      await page.getByLabel('Title of the page').fill(title)
      await page.keyboard.press('Enter')
      await item(title).waitFor()
    }
    for (const title of ['One', 'Two', 'Three']) await name(title)
    await item('Three').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(titles).toEqual(['One', 'Three', 'Two'])
    await item('Two').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => item('Two').getAttribute('aria-level')).toBe('2')
    await item('Three').hover()
    await page.getByRole('button', { name: 'Actions for Three' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('“Three” and 1 page in it were deleted').waitFor()
    await expect.poll(titles).toEqual(['One'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await item('Three').click()
    await item('Two').waitFor()
    expect(await titles()).toEqual(['One', 'Three', 'Two'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a page that was deleted is not read again, however slowly the browser draws', async () => {
    const space = await newSpace(server)
    const [first, second] = [await space.insert('First'), await space.insert('Second')]
    const { page, open, context } = await openConsole(server, browser, server.admin)
    await page.addInitScript('window.requestAnimationFrame = () => 0')
    await open(`/spaces/${space.id}/pages/${second}`)
    await page.getByRole('treeitem', { name: 'Second' }).hover()
    await page.getByRole('button', { name: 'Actions for Second' }).click()
    const reads: string[] = []
    let isDeleted = false
    page.on('request', (request) => {
      if (request.method() === 'POST') isDeleted = true
      else if (isDeleted) reads.push(request.url())
    })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('“Second” was deleted').waitFor()
    await page.waitForURL(`**/pages/${first}`)
    await expect.poll(() => reads.some((url) => url.includes(`/content/page/${first}`))).toBe(true)
    await expect.poll(() => page.getByRole('treeitem').count()).toBe(1)
    expect(reads.filter((url) => url.includes(second))).toEqual([])
    await context.close()
  })

  test('a locked space is changed in a draft of one’s own, which is used again', async () => {
    const writer = await server.join('edit')
    const space = (await createSpace(server, { title: 'Locked' })).id
    await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Start' }],
    })
    await server.admin.http.patch(`/v1/spaces/${space}`, { editMode: 'locked' })
    const { page, open, context } = await openConsole(server, browser, writer)
    for (const title of ['First', 'Second']) {
      await open(`/spaces/${space}`)
      await page.getByRole('button', { name: 'New page', exact: true }).click()
      await page.getByText('Draft #1').waitFor()
      await page.getByRole('treeitem', { name: 'Untitled' }).first().focus()
      await page.keyboard.press('F2')
      await page.getByLabel('Title of the page').fill(title)
      await page.keyboard.press('Enter')
      await page.getByRole('treeitem', { name: title }).waitFor()
    }
    const { items } = (await server.admin.http.get(`/v1/spaces/${space}/change-requests?status=draft`)).body
    expect(items).toHaveLength(1)
    const { pages } = (await server.admin.http.get(`/v1/spaces/${space}/content/pages`)).body
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Start'])
    await context.close()
  })

  test('a space of thousands of pages draws only what is in view', async () => {
    const space = (await createSpace(server, { title: 'Large' })).id
    for (let batch = 0; batch < 20; batch++) {
      const changes = Array.from({ length: 50 }, (_, at) => ({
        operation: 'insert_page',
        title: `Page ${batch * 50 + at}`,
      }))
      await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    }
    const { page, open, context } = await openConsole(server, browser, server.admin)
    await open(`/spaces/${space}`)
    await page.getByRole('treeitem', { name: 'Page 0', exact: true }).waitFor()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(120)
    await page.getByRole('treeitem', { name: 'Page 0', exact: true }).focus()
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
    for (const [key, name] of [
      ['End', 'Page 999'],
      ['Home', 'Page 0'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(focused).toBe(name)
    }
    await page
      .getByRole('tree')
      .locator('.scroll')
      .evaluate((scroll) => scroll.scrollTo(0, 15_000))
    await page.getByRole('treeitem', { name: 'Page 500', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Page 500' }).waitFor()
    expect(await page.getByRole('treeitem', { name: 'Page 500', exact: true }).getAttribute('aria-current')).toBe(
      'page',
    )
    await context.close()
  })

  test.each([
    ['light', 360],
    ['dark', 1440],
  ] as const)('is for everybody, %s and %i px wide', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true }
    const { page, open, context } = await openConsole(server, browser, server.admin, options)
    const faults: string[] = []
    const look = async () => {
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      const found = [...(await accessibilityFaults(page)), ...(isTooWide ? ['wider than the screen'] : [])]
      for (const fault of found) faults.push(`${new URL(page.url()).pathname}: ${fault}`)
    }
    const org = server.organization
    for (const path of [`/orgs/${org}`, `/orgs/${org}/notifications`, `/collections/${place.collection}`, '/nowhere']) {
      await open(path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
      await look()
    }
    await open(`/spaces/${place.space}`)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await look()
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem').first().waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('back')
    await page.getByRole('option').first().waitFor()
    await look()
    await page.keyboard.press('Escape')
    if (width < 1152) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('navigation', { name: 'Organization' }).waitFor()
      await look()
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
