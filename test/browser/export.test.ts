// An exported site, opened from the disk.

import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportOf } from '../support/archives.ts'
import { hasChromium, launchChromium, openPage } from '../support/chromium.ts'
import { documentOf, edit } from '../support/edits.ts'
import { everyBlock } from '../support/every-block.ts'
import { startedServer } from '../support/server.ts'
import { newSite } from '../support/sites.ts'

const server = startedServer()

const DIAGRAM = '```mermaid\ngraph TD\n  A[Harbour] --> B[Island]\n```'

describe.skipIf(!hasChromium)('an exported site', () => {
  let browser: Browser
  let folder: string
  const at = (file: string) => pathToFileURL(join(folder, file)).href

  beforeAll(async () => {
    browser = await launchChromium()
    folder = await mkdtemp(join(tmpdir(), 'lectern-export-'))
    const site = await newSite(server, await server.found(), { title: 'Ferry', spaces: ['First', 'Second'] })
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'all', title: 'Every block', slug: 'all', document: everyBlock() },
      { operation: 'insert_page', id: 'above', title: 'Above', slug: 'above', document: documentOf(DIAGRAM) },
      {
        operation: 'insert_page',
        id: 'below',
        title: 'Below',
        slug: 'below',
        into: 'above',
        document: documentOf('The light on the quay is green.'),
      },
    ] as never)
    for (const [name, bytes] of await exportOf(server, site)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), bytes)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('shows its pages with styles and fonts, and asks nobody for anything', async () => {
    const { page, complaints, close } = await openPage(browser, at('all.html'))
    expect(complaints.filter((text) => !/example\.com|ERR_(NAME|INTERNET|TUNNEL|PROXY)/.test(text))).toEqual([])
    expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true)
    expect(await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'error').length)).toBe(0)
    await close()
  })

  test('leads from page to page, opens branches and finds words', async () => {
    const { page, complaints, close } = await openPage(browser, at('second/index.html'))
    await page.keyboard.press('/')
    await page.locator('lectern-search input[type=search]').fill('quay green')
    // It is in the other space.
    await page.locator('.finder .count', { hasText: 'No results' }).waitFor()
    await page.getByText('Everywhere').click()
    await page.locator('#lectern-found [role=option] .title', { hasText: 'Below' }).first().click()
    await page.waitForURL(at('above/below.html'))
    expect(await page.locator('h1').innerText()).toBe('Below')
    await page.locator('nav.side a', { hasText: 'Guide' }).click()
    await page.waitForURL(at('guide.html'))
    await page.locator('button.toggle').click()
    await page.locator('nav.side a', { hasText: 'Below' }).click()
    await page.waitForURL(at('above/below.html'))
    expect(complaints).toEqual([])
    await close()
  })

  test('draws diagrams, and keeps what readers choose', async () => {
    const { page, complaints, close } = await openPage(browser, at('above.html'))
    await page.locator('iframe.drawing.drawn').waitFor()
    await page.locator('.appearance summary').click()
    await page.locator('button[name=theme][value=dark]').click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.goto(at('guide.html'))
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(complaints).toEqual([])
    await close()
  })
})
