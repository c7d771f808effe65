// What readers do on a page of a site, with keyboard and mouse, and without script.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { documentOf, edit } from '../support/edits.ts'
import { startedServer } from '../support/server.ts'
import { newSite, type TestSite } from '../support/sites.ts'

const server = startedServer()

/** Browsers without a window are not counted. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const PICTURE = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="900" height="600"%3E%3C/svg%3E'

const TABS = `{% tabs %}
{% tab title="Node.js" %}
Written in JavaScript.
{% endtab %}

{% tab title="Python" %}
Written in Python.
{% endtab %}
{% endtabs %}`

const DIAGRAMS = `
\`\`\`mermaid
graph TD
  A[Harbour] --> B[Island]
\`\`\`

\`\`\`mermaid
no diagram at all
\`\`\`
`

const CELLS = Array.from({ length: 20 }, () => '| a_long_word_of_a_cell ').join('')

const FOLDS = `${TABS}

<details>

<summary>A question</summary>

Folded away.

</details>

{% code expandable="true" %}
\`\`\`
${Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join('\n')}
\`\`\`
{% endcode %}

${CELLS}|
${'| --- '.repeat(20)}|
${CELLS}|
`

const LONG = Array.from({ length: 40 }, () => 'Some text that takes room.').join('\n\n')

const PAGE = `Read on.

\`\`\`js
const boat = 'ferry'
boat.sail()
\`\`\`

${TABS}

## First part

${LONG}

${TABS}

## Second part

${LONG}

## Third part

The end.
`

const withPicture = (markdown: string) => {
  const document = documentOf(markdown)
  const image = {
    object: 'block',
    type: 'image',
    isVoid: true,
    data: { ref: { kind: 'url', url: PICTURE }, alt: 'A boat', width: 900, height: 600 },
  }
  document.nodes.splice(1, 0, { object: 'block', type: 'images', data: {}, nodes: [image] } as never)
  return document
}

describe.skipIf(!hasChromium)('reading a site', () => {
  let browser: Browser
  let site: TestSite
  let opened: { close(): Promise<void>; complaints: string[] }[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    site = await newSite(server, await server.found(), { title: 'Ferry', spaces: ['North', 'South'] })
    const page = (id: string, title: string, into?: string, text = `About ${title}.`) =>
      ({ operation: 'insert_page', id, slug: id, title, ...(into && { into }), document: documentOf(text) }) as const
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'main', slug: 'main', title: 'Boats', document: withPicture(PAGE) },
      page('harbour', 'Harbour'),
      page('diagrams', 'Diagrams', undefined, DIAGRAMS),
      page('folds', 'Folds', undefined, FOLDS),
      page('pier', 'Pier', 'harbour'),
      page('plank', 'Plank', 'pier'),
      ...Array.from({ length: 60 }, (_, at) => page(`island-${at}`, `Island ${at}`)),
    ])
    const rocks = Array.from({ length: 101 }, (_, at) => page(`rock-${at}`, `Rock ${at}`, 'rocks'))
    await edit(server, { space: site.spaces[0]! }, [page('rocks', 'Rocks', 'harbour'), ...rocks])
  })
  afterEach(async () => {
    const complaints = opened.flatMap((each) => each.complaints.filter((text) => !text.includes('ERR_ABORTED')))
    for (const { close } of opened) await close()
    opened = []
    expect(complaints).toEqual([])
  })
  afterAll(() => browser?.close())

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const one = await openPage(browser, site.url + path, { viewport: { width: 1280, height: 800 }, ...options })
    opened.push(one)
    return one.page
  }

  /** How often each query was told, by the type of the event. */
  async function countedQueries(type: string): Promise<Record<string, number>> {
    const { body } = await site.admin.http.post(`${site.path}/insights/events/aggregate`, {
      groupBy: [{ column: 'eventSearchQuery' }],
      where: [{ column: 'eventType', values: [type] }],
      range: 'last24Hours',
    })
    const [queries, counts] = body.columns.map(({ values }: { values: unknown[] }) => values)
    return Object.fromEntries(queries.map((query: string, at: number) => [query, counts[at]]))
  }

  const isFocused = (page: Page, selector: string) =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

  test('pointing at a link fetches its page ahead', async () => {
    const ahead: string[] = []
    const note = ({ url, headers }: { url?: string; headers: Record<string, unknown> }) =>
      String(headers['sec-purpose'] ?? '').startsWith('prefetch') && ahead.push(url!)
    server.app.http.server.on('request', note)
    const page = await open('main')
    // The rules come after the page, and the mouse has to rest a moment.
    const point = async () => {
      await page.locator('h1').hover()
      await page.locator('.side').getByRole('link', { name: 'Harbour' }).hover()
      return ahead.length
    }
    await expect.poll(point, { interval: 1000 }).toBeGreaterThan(0)
    expect(new Set(ahead)).toEqual(new Set([`${new URL(site.url).pathname}harbour`]))
    server.app.http.server.off('request', note)
  })

  test('in print, nothing is folded or behind a tab', async () => {
    const page = await open('folds')
    const textAt = (media: 'screen' | 'print') =>
      page.emulateMedia({ media }).then(() => page.evaluate(() => document.querySelector('article')!.innerText))
    const hidden = ['Folded away.', 'Written in Python.', 'line 12']
    const isSeen = (words: string) =>
      page
        .getByText(words, { exact: true })
        .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    await textAt('screen')
    for (const words of hidden) expect(await isSeen(words), words).toBe(false)
    const printed = await textAt('print')
    for (const words of hidden) {
      expect(await isSeen(words), words).toBe(true)
      expect(printed).toContain(words)
    }
    for (const name of ['Node.js', 'Python']) expect(printed.match(new RegExp(`^${name}$`, 'gm')), name).toHaveLength(1)
    // On paper that is wide, the text has the same width, and no part of a table is cut off.
    await page.setViewportSize({ width: 1046, height: 700 })
    expect(await page.locator('article').evaluate((article) => article.clientWidth)).toBeGreaterThan(600)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1046)
  })

  describe('searching', () => {
    test('the keyboard opens the dialog, chooses and closes; what was opened is offered again', async () => {
      const page = await open('main')
      const dialog = page.locator('dialog.finder')
      expect(await dialog.isVisible()).toBe(false)
      await page.keyboard.press('/')
      expect(await dialog.isVisible()).toBe(true)
      expect(await isFocused(page, 'dialog.finder input[type=search]')).toBe(true)
      await page.keyboard.type('island 1')
      const options = dialog.getByRole('option')
      await options.first().waitFor()
      await expect.poll(() => dialog.locator('[aria-selected=true] .title').innerText()).toBe('Island 1')
      await page.keyboard.press('ArrowDown')
      expect(await dialog.locator('[aria-selected=true]').getAttribute('id')).toBe('found-1')
      expect(await page.locator('[role=combobox]').getAttribute('aria-activedescendant')).toBe('found-1')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await dialog.locator('[aria-selected=true]').getAttribute('id')).not.toMatch(/found-[01]$/)
      await page.keyboard.press('Escape')
      expect(await dialog.isVisible()).toBe(false)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('plank')
      await expect.poll(() => dialog.locator('[aria-selected=true] .title').innerText()).toBe('Plank')
      await Promise.all([page.waitForURL('**/harbour/pier/plank'), page.keyboard.press('Enter')])
      await page.keyboard.press('/')
      expect(await page.locator('dialog.finder [role=option]').allInnerTexts()).toEqual(['Plank'])
    })

    test('the mouse opens it from the header and chooses; everywhere finds more', async () => {
      const page = await open('main')
      await page.locator('a.find').click()
      const dialog = page.locator('dialog.finder')
      await page.keyboard.type('guide')
      await expect.poll(() => dialog.getByRole('option').count()).toBe(1)
      await dialog.getByText('Everywhere').click()
      await expect.poll(() => dialog.getByRole('option').count()).toBe(2)
      await Promise.all([page.waitForURL('**/south/guide'), dialog.getByRole('option').nth(1).click()])
    })

    test('is counted once for each query, whether it led to a page or to nothing', async () => {
      const page = await open('main', { userAgent: PERSON })
      const search = async (query: string) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(query)
      }
      const chosen = page.locator('dialog.finder [aria-selected=true] .title')
      for (const [query, title] of [
        ['plank', 'Plank'],
        ['harbour', 'Harbour'],
      ] as const) {
        await search(query)
        await expect.poll(() => chosen.innerText()).toBe(title)
        await Promise.all([page.waitForURL(`**/${query}`), page.keyboard.press('Enter')])
      }
      await search('zzqqxx')
      await page.keyboard.press('Escape')
      await search('qqzzxx')
      await expect.poll(() => chosen.count()).toBe(0)
      await Promise.all([page.waitForURL(/q=qqzzxx/), page.keyboard.press('Enter')])
      const once = { plank: 1, harbour: 1, zzqqxx: 1, qqzzxx: 1 }
      await expect.poll(() => countedQueries('search_type_query')).toEqual(once)
      expect(await countedQueries('search_open_result')).toEqual({ plank: 1, harbour: 1 })
    })

    test('without script, the link leads to a page that searches', async () => {
      const page = await open('main', { javaScriptEnabled: false })
      await page.locator('a.find').click()
      await page.locator('main input[type=search]').fill('harbour')
      await page.locator('main button').click()
      expect(await page.locator('.found > li > a .title').first().innerText()).toBe('Harbour')
    })

    test('the dialog and the page have no fault for axe, in light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open('main', { colorScheme, bypassCSP: true })
        await page.keyboard.press('/')
        await page.keyboard.type('island')
        await page.locator('dialog.finder [role=option]').first().waitFor()
        expect(await accessibilityFaults(page)).toEqual([])
        const list = await open('~lectern/search?q=island', { colorScheme, bypassCSP: true })
        expect(await accessibilityFaults(list)).toEqual([])
      }
    })
  })

  describe('the page tree', () => {
    test('opens a branch in place with mouse and keyboard, and keeps it and its place on the next page', async () => {
      const page = await open('island-0', { viewport: { width: 1280, height: 500 } })
      const toggle = page.getByRole('button', { name: 'Pages below Harbour' })
      await toggle.click()
      await page.locator('.side a', { hasText: 'Pier' }).waitFor()
      expect(await toggle.getAttribute('aria-expanded')).toBe('true')
      await page.getByRole('button', { name: 'Pages below Pier' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('.side a', { hasText: 'Plank' }).waitFor()
      await toggle.click()
      expect(await page.locator('.side a', { hasText: 'Pier' }).isVisible()).toBe(false)
      await toggle.click()
      const side = page.locator('.side')
      await page.getByRole('link', { name: 'Island 30', exact: true }).scrollIntoViewIfNeeded()
      const before = await side.evaluate((box) => box.scrollTop)
      expect(before).toBeGreaterThan(200)
      await Promise.all([
        page.waitForURL('**/island-30'),
        page.getByRole('link', { name: 'Island 30', exact: true }).first().click(),
      ])
      await expect.poll(() => page.locator('.side a', { hasText: 'Plank' }).count()).toBe(1)
      await expect.poll(() => side.evaluate((box) => box.scrollTop)).toBe(before)
    })

    test('lists the rest of a long level in place', async () => {
      const page = await open('harbour/rocks')
      const link = (name: string) => page.locator('.side').getByRole('link', { name, exact: true })
      await page.getByRole('button', { name: 'Pages below Rocks' }).waitFor()
      expect(await link('Rock 60').count()).toBe(0)
      await link('More pages').focus()
      await page.keyboard.press('Enter')
      await link('Rock 60').waitFor()
      expect(new URL(page.url()).pathname).toMatch(/\/harbour\/rocks$/)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rock 50')
      await link('Rock 60').click()
      await page.waitForURL('**/harbour/rocks/rock-60')
      await link('Earlier pages').click()
      await link('Rock 0').waitFor()
      expect(await link('Rock 60').count()).toBe(1)
    })

    test('shows the current page, however far down it is', async () => {
      const page = await open('island-55', { viewport: { width: 1280, height: 500 } })
      const current = page.locator('.side [aria-current=page]')
      await expect.poll(() => current.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight)).toBe(true)
    })

    test('is a drawer on a phone, with and without script', async () => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await open('harbour', { viewport: { width: 360, height: 700 }, javaScriptEnabled })
        const side = page.locator('.side')
        expect(await side.isVisible()).toBe(false)
        await page.locator('button.menu').click()
        expect(await side.isVisible()).toBe(true)
        await page.keyboard.press('Escape')
        expect(await side.isVisible()).toBe(false)
        await page.locator('button.menu').click()
        await Promise.all([page.waitForURL('**/harbour/pier'), side.getByRole('link', { name: 'Pier' }).click()])
      }
    })

    test('has no fault for axe when the drawer is open', async () => {
      const page = await open('harbour', { viewport: { width: 360, height: 700 }, bypassCSP: true })
      await page.locator('button.menu').click()
      expect(await accessibilityFaults(page)).toEqual([])
    })
  })

  describe('an article', () => {
    test('tabs of one name change together, by mouse and arrows, and are remembered', async () => {
      const page = await open('main')
      const texts = page.getByText('Written in Python.')
      expect(await texts.first().isVisible()).toBe(false)
      await page.getByRole('tab', { name: 'Python' }).first().click()
      expect(await texts.evaluateAll((all) => all.map((one) => (one as HTMLElement).checkVisibility()))).toEqual([
        true,
        true,
      ])
      await page.keyboard.press('ArrowRight')
      expect(await page.getByText('Written in JavaScript.').first().isVisible()).toBe(true)
      await page.keyboard.press('ArrowRight')
      await page.reload()
      expect(await page.getByText('Written in Python.').first().isVisible()).toBe(true)
      expect(await page.getByText('Written in JavaScript.').first().isVisible()).toBe(false)
    })

    test('without script all tabs can be read', async () => {
      const page = await open('main', { javaScriptEnabled: false })
      expect(await page.getByText('Written in JavaScript.').first().isVisible()).toBe(true)
      expect(await page.getByText('Written in Python.').first().isVisible()).toBe(true)
      expect(await page.locator('.copy').first().isVisible()).toBe(false)
    })

    test('code and links to headings are copied', async () => {
      const page = await open('main', { permissions: ['clipboard-read', 'clipboard-write'] })
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
      await page.getByRole('button', { name: 'Copy code' }).click()
      await expect.poll(clipboard).toBe("const boat = 'ferry'\nboat.sail()")
      expect(await page.locator('#lectern-status').innerText()).toBe('Copied')
      await page.getByRole('link', { name: 'Link to this section: Second part' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(clipboard).toBe(`${site.url}main#second-part`)
    })

    test('is copied as markdown, and rated, with and without script', async () => {
      await site.admin.http.put(`${site.path}/customization`, { feedback: { enabled: true } })
      const page = await open('harbour', { permissions: ['clipboard-read', 'clipboard-write'] })
      await page.getByRole('button', { name: 'Copy page' }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('# Harbour')
      await page.locator('summary[aria-label="Page actions"]').click()
      expect(await page.getByRole('link', { name: 'View as Markdown' }).isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('link', { name: 'View as Markdown' }).isVisible()).toBe(false)
      const thanks = page.getByText('Thank you for your answer.')
      expect(await thanks.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Yes', exact: true }).click()
      await thanks.waitFor()
      expect(page.url()).toBe(`${site.url}harbour`)
      await page.getByLabel('Tell us more (optional)').fill('Where is the pier?')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Thank you for your comment.').waitFor()
      expect(await thanks.isVisible()).toBe(false)
      const plain = await open('harbour', { javaScriptEnabled: false })
      await Promise.all([plain.waitForURL('**#lectern-thanks'), plain.getByRole('button', { name: 'Partly' }).click()])
      expect(await plain.getByText('Thank you for your answer.').isVisible()).toBe(true)
      await plain.getByLabel('Tell us more (optional)').fill('And the ferry?')
      await Promise.all([
        plain.waitForURL('**#lectern-comment-thanks'),
        plain.getByRole('button', { name: 'Send' }).click(),
      ])
      expect(await plain.getByText('Thank you for your comment.').isVisible()).toBe(true)
    })

    test('diagrams are drawn in a frame without an origin; code that is none stays code', async () => {
      const page = await open('diagrams')
      const drawn = page.locator('iframe.drawn')
      await drawn.waitFor()
      expect(await drawn.getAttribute('sandbox')).toBe('allow-scripts')
      expect(await page.frameLocator('iframe.drawn').locator('svg').textContent()).toContain('Harbour')
      expect((await drawn.boundingBox())!.height).toBeGreaterThan(50)
      await page.locator('lectern-diagram summary').click()
      expect(await page.getByText('graph TD').isVisible()).toBe(true)
      expect(await page.getByText('no diagram at all').isVisible()).toBe(true)
      await expect.poll(() => page.locator('iframe').count()).toBe(1)
    })

    test('a picture is enlarged and put back by keyboard and mouse', async () => {
      const page = await open('main')
      const dialog = page.locator('dialog.zoom')
      await page.getByRole('button', { name: 'Enlarge: A boat' }).focus()
      await page.keyboard.press('Enter')
      expect(await dialog.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      await page.getByRole('button', { name: 'Enlarge: A boat' }).click()
      await dialog.locator('img').click()
      await expect.poll(() => dialog.count()).toBe(0)
    })

    test('the outline follows the reader', async () => {
      const page = await open('main')
      const current = () => page.locator('.outline [aria-current]').allInnerTexts()
      expect(await current()).toEqual(['First part'])
      await page.locator('#second-part').evaluate((heading) => heading.scrollIntoView())
      await expect.poll(current).toEqual(['Second part'])
      await page.keyboard.press('End')
      await expect.poll(current).toEqual(['Third part'])
    })

    test('tabs, code and pictures do not move while a page is loaded', async () => {
      const page = await open('main')
      const shifts = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            interface Shift extends PerformanceEntry {
              value: number
              sources: { node?: Element }[]
            }
            const told = (shift: Shift) =>
              `${shift.value} ${shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80))}`
            const watch = new PerformanceObserver((list) => resolve((list.getEntries() as Shift[]).map(told)))
            watch.observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve([]), 500)
          }),
      )
      // Fonts that arrive late move words a little.
      expect(shifts.filter((shift) => Number.parseFloat(shift) >= 0.01)).toEqual([])
    })
  })
})
