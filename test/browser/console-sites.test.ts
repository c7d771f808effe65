// The places of sites in the console, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { documentOf, edit } from '../support/edits.ts'
import { startedServer } from '../support/server.ts'
import { newBook, newSite, type TestSite } from '../support/sites.ts'

const server = startedServer({ hostname: 'localhost' })

const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

/** A reader looks at the guide, searches twice and rates it. */
async function readAndSearch(site: TestSite): Promise<void> {
  const session = { visitorId: 'v1', sessionId: 's1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const space = site.spaces[1]!
  const location = { url: `${site.url}south/guide`, space, siteSpace: site.siteSpaces[1]!, page: `guide-${space}` }
  const events = [
    { type: 'page_view' },
    { type: 'search_type_query', query: 'submarine' },
    { type: 'search_type_query', query: 'details' },
    { type: 'link_click', link: { target: { kind: 'url', url: 'https://tides.example/' }, position: 'content' } },
    { type: 'page_post_feedback', feedback: { rating: 'bad', comment: 'It takes too long' } },
    { type: 'page_post_feedback_comment', feedback: { rating: 'bad', comment: 'It takes too long' } },
  ].map((event) => ({ ...event, session, location }))
  const { status } = await site.admin.http.post(`${site.path}/insights/events`, { events })
  expect(status).toBe(204)
}

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
    const condition = editing.getByRole('textbox', { name: 'Condition' })
    await condition.fill('visitor.claims.plan ==')
    await editing.getByRole('button', { name: 'Save' }).click()
    await editing.getByText(/Unexpected token \(at character 23\)/).waitFor()
    expect(await condition.getAttribute('aria-invalid')).toBe('true')
    await condition.fill('')
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
    // Nothing looks as if it were saved, and no schema is asked for where there is none.
    await page.getByText('No claims are listed yet').waitFor()
    expect(await page.getByLabel('Claim 1', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Start with an example' }).click()
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('button', { name: 'Add a claim' }).click()
    await page.getByLabel('Claim 2', { exact: true }).fill('region')
    await page.getByLabel('Values of claim 2').fill('north, south')
    await page.getByLabel('Description of claim 2').fill('Where the visitor sails')
    await page.getByLabel('Source of claim 2').selectOption('From the browser')
    await page.getByRole('region', { name: 'Adaptive content' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('visitor.claims.unsigned.region == "south"').waitFor()
    await page.getByText('visitor.claims.plan == "pro"').waitFor()
    expect(await page.getByText('Not saved yet').count()).toBe(0)
    expect(await page.getByLabel('Claim 2', { exact: true }).inputValue()).toBe('region')
    await page.getByRole('button', { name: 'Exclude assistants' }).click()
    await page.getByRole('button', { name: 'Let assistants read the site' }).waitFor()
    await page.getByRole('button', { name: 'Preview as this visitor' }).click()
    await page.getByRole('link', { name: 'Open the preview' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('settings are previewed before they are saved, and inherited where nobody chose', async () => {
    const site = await newSite(server, server, { title: 'Harbour', spaces: ['Piers', 'Docks'] })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/sites/${site.id}/customization`)
    const drawn = page.frameLocator('iframe[title="Preview of the site"]')
    await page.getByRole('textbox', { name: 'Name in the header' }).fill('Lighthouse')
    await drawn.getByText('Lighthouse').first().waitFor()
    expect(await (await fetch(site.url)).text()).not.toContain('Lighthouse')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').waitFor()
    expect(await (await fetch(site.url)).text()).toContain('Lighthouse')
    const choices = async () => (await site.admin.http.get(`${site.path}/customization/choices`)).body
    expect(await choices()).toEqual({ title: 'Lighthouse' })
    // Typed letter by letter; dark pages have a picture of their own.
    await page.locator('summary', { hasText: 'Header' }).click()
    await page.getByRole('textbox', { name: 'Text of the announcement' }).pressSequentially('Hi there')
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('/welcome')
    await drawn.getByText('Hi there').waitFor()
    await drawn.getByRole('link', { name: 'Read more' }).waitFor()
    await page.getByRole('textbox', { name: 'Logo: Light' }).fill(`${site.url}?day`)
    await page.getByRole('textbox', { name: 'Logo: Dark' }).fill(`${site.url}?night`)
    await page.getByRole('button', { name: 'Add link: Header links' }).click()
    await page.getByText('Menu and condition').click()
    await page.getByRole('button', { name: 'Add link: Menu of header link 1' }).click()
    await page.getByRole('textbox', { name: 'Menu of header link 1, 1: title' }).fill('Inner')
    await page.getByRole('textbox', { name: 'Header links, 1: address' }).fill('')
    await page.getByRole('textbox', { name: 'Header link 1: condition' }).fill('true')
    await drawn.getByText('Inner').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Save' }).click()
    const logo = { light: `${site.url}?day`, dark: `${site.url}?night` }
    await expect.poll(choices).toMatchObject({ header: { logo } })
    const { header, announcement } = await choices()
    expect(header.links).toMatchObject([{ to: null, condition: 'true', links: [{ title: 'Inner' }] }])
    expect(announcement).toMatchObject({ message: 'Hi there', link: { title: 'Read more', to: { url: '/welcome' } } })
    // However often it is drawn anew, it is one preview.
    const events = server.database.read.selectFrom('events').select('action').where('site_id', '=', site.id)
    expect((await events.execute()).filter(({ action }) => action.startsWith('site.preview.'))).toHaveLength(1)
    await page.getByRole('combobox', { name: 'Settings of' }).selectOption({ label: 'Docks' })
    const name = page.getByRole('group', { name: 'Name in the header' })
    await name.getByText('From the site').waitFor()
    await page.getByText('On every page').click()
    await page.getByRole('switch', { name: 'Download as PDF' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Reset: Download as PDF' }).waitFor()
    const ofSpace = `${site.path}/site-spaces/${site.siteSpaces[1]}/customization/choices`
    await expect.poll(async () => (await site.admin.http.get(ofSpace)).body).toEqual({ pdf: { enabled: false } })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('settings say what readers see until something is chosen, and choosing what the API names takes effect', async () => {
    const site = await newSite(server, server, { title: 'Beacon', spaces: ['Lamps', 'Lenses'] })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/sites/${site.id}/customization`)
    await page.locator('summary', { hasText: 'Look' }).click()
    await page.locator('summary', { hasText: 'Type' }).click()
    const selectOf = (name: string) => page.getByRole('combobox', { name, exact: true })
    const chosenIn = (label: string) =>
      selectOf(label).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)
    const shown = () => Promise.all(['Light or dark', 'Font of text', 'Font of code'].map(chosenIn))
    const own = ["Like the reader's system", "Lectern's own (Source Serif 4)", "Lectern's own (JetBrains Mono)"]
    expect(await shown()).toEqual(own)
    expect(await page.getByRole('group', { name: 'Tint of the page' }).textContent()).toMatch(/Light.*Dark/)
    await selectOf('Font of text').selectOption('Inter')
    await selectOf('Light or dark').selectOption('Light')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').waitFor()
    expect(await (await fetch(site.url)).text()).toContain('Inter Variable')
    const choices = async () => (await site.admin.http.get(`${site.path}/customization/choices`)).body
    expect(await choices()).toEqual({ styling: { font: 'Inter' }, themes: { default: 'light' } })
    // A space has what its site chose, and else what all sites have.
    await page.getByRole('combobox', { name: 'Settings of' }).selectOption({ label: 'Lenses' })
    await page.getByText('From the site').first().waitFor()
    await page.locator('summary', { hasText: 'Look' }).click()
    await page.locator('summary', { hasText: 'Type' }).click()
    expect(await shown()).toEqual(['Light', 'Inter', own[2]])
    await page.getByRole('combobox', { name: 'Settings of' }).selectOption({ label: 'The whole site' })
    await page.locator('summary', { hasText: 'Type' }).click()
    await selectOf('Font of text').selectOption(own[1]!)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(choices).toEqual({ themes: { default: 'light' } })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('nothing is saved while a field holds what cannot be', async () => {
    const site = await newSite(server, server, { title: 'Anchor', spaces: ['Chains'] })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/sites/${site.id}/customization`)
    const logo = page.getByRole('textbox', { name: 'Logo: Light' })
    await logo.fill('cdn.example.com/logo.svg')
    const brand = page.locator('summary', { hasText: 'Brand' })
    const save = page.getByRole('button', { name: 'Save' })
    const stopped = async () => {
      await brand.click()
      await save.click()
      await page.getByText('Nothing is saved yet').waitFor()
      expect(await logo.evaluate((field) => field === document.activeElement)).toBe(true)
    }
    await stopped()
    await page.getByRole('textbox', { name: 'Name in the header' }).fill('Moorings')
    await stopped()
    const choices = async () => (await site.admin.http.get(`${site.path}/customization/choices`)).body
    expect(await choices()).toEqual({})
    expect(await accessibilityFaults(page)).toEqual([])
    await logo.fill('')
    await page.locator('summary', { hasText: 'Header' }).click()
    await page.getByRole('textbox', { name: 'Text of the announcement' }).fill('H')
    await save.click()
    await page.getByText('Enter two letters or more.').waitFor()
    expect(await choices()).toEqual({})
    await page.getByRole('textbox', { name: 'Text of the announcement' }).fill('')
    await save.click()
    await expect.poll(choices).toEqual({ title: 'Moorings' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('redirects are added, imported and tested; broken links are listed; a hostname says its records; insights count', async () => {
    const site = await newSite(server, server, { title: 'Compass', spaces: ['North', 'South'] })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/sites/${site.id}/redirects`)
    await page.getByRole('button', { name: 'Add redirect' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Old path' }).fill('/start')
    await dialog.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'South' })
    await dialog.getByRole('textbox', { name: 'Path of the page' }).fill('guide')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit: /start' }).waitFor()
    await page.getByRole('link', { name: '“Guide” in South' }).waitFor()
    // A page that is newer than the list has its title, too.
    const buoys = { operation: 'insert_page' as const, id: 'buoys', title: 'Buoys', document: documentOf('Marks.') }
    await edit(server, { space: site.spaces[1]! }, [buoys])
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await dialog.getByRole('textbox', { name: 'Old path' }).fill('/marks')
    await dialog.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'South' })
    await dialog.getByRole('textbox', { name: 'Path of the page' }).fill('buoys')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: '“Buoys” in South' }).waitFor()
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'redirects.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('from,to\n/pole,/south/guide\n/shop,https://shop.example/\n/lost,\nbad path,/guide\n'),
    })
    await dialog.getByText('2 of 4 redirects imported').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Edit: /pole' }).waitFor()
    // What is there already is not replaced by adding it again, and keeps its place when it is changed.
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await dialog.getByRole('textbox', { name: 'Old path' }).fill('/pole')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The site already has a redirect from this source').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit: /pole' }).click()
    await dialog.getByRole('textbox', { name: 'Path of the page' }).fill('nowhere')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be the path of a page of that space').waitFor()
    await dialog.getByRole('textbox', { name: 'Path of the page' }).fill('welcome')
    await dialog.getByRole('checkbox', { name: 'Permanent' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: '/pole' }).getByText('permanent').waitFor()
    // However many there are, few are drawn.
    const many = Array.from({ length: 400 }, (_, at) => ({
      source: `/old/${String(at).padStart(3, '0')}`,
      destination: { kind: 'external', url: 'https://archive.example/' },
    }))
    await site.admin.http.put(`${site.path}/redirects`, { redirects: many })
    await page.reload()
    await page.getByText('404 redirects').waitFor()
    const toEnd = async () => {
      await page.locator('main .scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return page.getByRole('button', { name: 'Edit: /start' }).count()
    }
    await expect.poll(toEnd, { timeout: 90_000 }).toBe(1)
    expect(await page.locator('.redirect-row').count()).toBeLessThan(60)
    await page.getByLabel('Find by path').fill('/shop')
    await page.getByText('1 redirect', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Path to test' }).fill('/start')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('/start leads to').waitFor()
    expect((await fetch(`${site.url}start`)).url).toBe(`${site.url}south/guide`)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete: /shop' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No redirect has “/shop” in its path.').waitFor()

    const lost = documentOf('[Here](gone.md) they are.\n\n[Here](gone.md) they were.')
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'lost', title: 'Lost', document: lost },
    ])
    await page.getByRole('link', { name: 'Broken links' }).click()
    await page.getByRole('heading', { name: 'South' }).waitFor()
    await page.getByText('All 0 links lead somewhere.').waitFor()
    expect(await page.getByText('Used in').innerText()).toBe('Used in Lost')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Domain' }).click()
    const path = page.getByRole('region', { name: 'A path of another site' })
    await path.getByRole('textbox', { name: 'Host and path' }).fill('compass.example')
    await path.getByRole('button', { name: 'Save' }).click()
    await path.getByText(/must be a host and a path/i).waitFor()
    await path.getByRole('textbox', { name: 'Host and path' }).fill('https://compass.example/docs/')
    await path.getByRole('button', { name: 'Save' }).click()
    await path.getByText('The TXT record was not found yet.').waitFor()
    expect(await path.getByRole('textbox', { name: 'Forward to' }).inputValue()).toBe(site.url)
    await path.getByRole('textbox', { name: 'Host and path' }).fill('')
    await path.getByRole('button', { name: 'Save' }).click()
    await path.getByText('The TXT record was not found yet.').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Hostname' }).fill('docs.compass.example')
    await page.getByRole('region', { name: 'A hostname of its own' }).getByRole('button', { name: 'Save' }).click()
    const record = page.getByRole('textbox', { name: 'Value of the TXT record' })
    expect(await record.inputValue()).toBe(`lectern-site=${site.id}`)
    expect(await accessibilityFaults(page)).toEqual([])

    await readAndSearch(site)
    await page.getByRole('link', { name: 'Insights' }).click()
    const pages = page.getByRole('list', { name: 'Top pages' })
    await pages.getByRole('link', { name: 'Guide' }).waitFor()
    const searches = page.getByRole('list', { name: 'What readers search for' })
    await searches.getByRole('listitem').filter({ hasText: 'submarine' }).getByText('Finds nothing').waitFor()
    expect(await searches.getByRole('listitem').filter({ hasText: 'details' }).textContent()).not.toContain(
      'Finds nothing',
    )
    await page.getByText('It takes too long').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV: What readers search for' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('What readers search for.csv')
    await page.getByLabel('By', { exact: true }).selectOption('Links to other sites')
    const links = page.getByRole('list', { name: 'Links to other sites' }).getByRole('listitem')
    await links.filter({ hasText: 'tides.example' }).getByRole('link', { name: 'Guide' }).waitFor()
    await page.getByLabel('By', { exact: true }).selectOption('Readers by space')
    await page.getByRole('button', { name: 'Show only South' }).click()
    await pages.getByRole('listitem').first().waitFor()
    await page.getByRole('button', { name: 'Remove the filter South' }).click()
    await page.getByLabel('Keep them for').selectOption('90 days')
    await page.getByRole('region', { name: 'How long insights are kept' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved how long insights are kept').waitFor()
    expect((await site.admin.http.get(site.path)).body.insightsDays).toBe(90)
    // The browser says so of the two redirects that were refused above.
    expect(complaints.filter((text) => !/40[09]/.test(text))).toEqual([])
    await context.close()
  })
})
