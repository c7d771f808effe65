// Around a review, in a real browser: rules for merging, the way between main and drafts, previews on sites.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })
const wide = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

/** A space on a published site, with a draft that changes it. */
async function furnish() {
  const { http } = server.admin
  const space = (await createSpace(server, { title: 'Guides' })).id
  const { body } = await http.post(`/v1/spaces/${space}/content`, {
    changes: ['Overview', 'Retries'].map((title) => ({
      operation: 'insert_page',
      title,
      document: { markdown: `About ${title}.` },
    })),
  })
  const [overview, retries] = body.changes.map(({ page }: { page: { id: string } }) => page.id) as [string, string]
  const sites = `/v1/orgs/${server.organization}/sites`
  const site = (await http.post(sites, { title: 'Docs', spaces: [space] })).body.id
  await http.post(`${sites}/${site}/publish`, {})
  const draft = (await http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Explain retries' })).body.id
  await http.post(`/v1/spaces/${space}/change-requests/${draft}/content`, {
    changes: [{ operation: 'update_page', page: retries, document: { markdown: 'Explained in the draft.' } }],
  })
  return { space, overview, retries, site, draft }
}

const text = (words: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] })

const linkTo = (page: string) => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      nodes: [
        text('See '),
        { object: 'inline', type: 'link', data: { ref: { kind: 'page', page } }, nodes: [text('there')] },
        text('.'),
      ],
    },
  ],
})

describe.skipIf(!hasChromium)('around a review', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('rules for merging, the way between main and drafts, and links to previews', async () => {
    const { space, retries, draft } = await furnish()
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin, wide)
    await open(`/spaces/${space}/settings`)
    const rules = page.getByRole('region', { name: 'Merging' })
    await rules.getByLabel('Approvals', { exact: true }).selectOption('2')
    await rules.getByLabel('Somebody other than its author has to approve').check()
    await rules.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The rules are saved').waitFor()
    expect((await server.admin.http.get(`/v1/spaces/${space}`)).body.mergeRules).toMatchObject({
      approvals: 2,
      approvalByOthers: true,
    })
    expect(await accessibilityFaults(page)).toEqual([])

    await open(`/spaces/${space}/pages/${retries}`)
    await page.getByText('About Retries.').waitFor()
    await page.getByRole('button', { name: 'Where you are: Main' }).click()
    await page.getByRole('menuitemradio', { name: '#1 Explain retries' }).click()
    await page.getByText('Explained in the draft.').waitFor()
    expect(page.url()).toBe(`${server.url}/app/spaces/${space}/change-requests/${draft}/pages/${retries}`)
    await page.getByRole('button', { name: 'Where you are: Draft #1 Explain retries' }).click()
    await page.getByRole('menuitemradio', { name: 'Main' }).click()
    await page.getByText('About Retries.').waitFor()

    await open(`/spaces/${space}/change-requests/${draft}/preview`)
    const docs = page.getByRole('region', { name: 'Previews on Docs' })
    await docs.getByText('There are no links yet.').waitFor()
    await docs.getByLabel('As a visitor with these claims').fill('[]')
    await docs.getByRole('button', { name: 'Create a link' }).click()
    await docs.getByText('Enter a JSON object, or nothing.').waitFor()
    await docs.getByLabel('As a visitor with these claims').fill('{"plan": "pro"}')
    await docs.getByLabel('The link works for').selectOption('30')
    await docs.getByRole('button', { name: 'Create a link' }).click()
    await docs.getByText('With claims').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const link = (await docs.getByRole('link', { name: 'Open' }).getAttribute('href'))!
    const reader = await browser.newContext()
    const seen = await reader.newPage()
    await seen.goto(link)
    await seen.getByRole('link', { name: 'Retries' }).first().click()
    await seen.getByText('Explained in the draft.').waitFor()
    await docs.getByRole('button', { name: 'Revoke' }).click()
    await docs.getByText('There are no links yet.').waitFor()
    await seen.goto(link)
    await expect.poll(() => seen.getByText('Explained in the draft.').count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(complaints).toEqual([])
    await Promise.all([context.close(), reader.close()])
  })

  test('what a merge changes on sites: addresses, redirects that can be declined, links that would break', async () => {
    const { space, overview, retries, draft } = await furnish()
    const { http } = server.admin
    const at = `/v1/spaces/${space}/change-requests/${draft}`
    const { body } = await http.post(`${at}/content?compat=false`, {
      changes: [
        { operation: 'update_page', page: retries, into: overview },
        { operation: 'insert_page', title: 'Soon gone', document: { markdown: 'Here.' } },
      ],
    })
    const gone = body.changes[1].page.id
    await http.post(`${at}/content`, {
      changes: [{ operation: 'update_page', page: overview, document: { document: linkTo(gone) } }],
    })
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin, wide)
    await open(`/spaces/${space}/change-requests/${draft}/changes`)
    const docs = page.getByRole('region', { name: 'On Docs' })
    await docs.getByText('1 address changes').waitFor()
    await docs.getByText('1 new address').waitFor()
    await http.post(`${at}/content`, { changes: [{ operation: 'delete_page', page: gone }] })
    await page.getByText('1 link would break').waitFor()
    await docs.getByText('1 new address').waitFor({ state: 'detached' })
    await docs.getByLabel('The old address redirects').uncheck()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Merge into main' }).click()
    await page.getByText('Merged into main').waitFor()
    const { urls } = (await http.get(`/v1/spaces/${space}`)).body
    expect((await fetch(`${urls.published}retries`, { redirect: 'manual' })).status).toBe(404)
    expect((await fetch(`${urls.published}overview/retries`)).status).toBe(200)
    expect(complaints).toEqual([])
    await context.close()
  })
})
