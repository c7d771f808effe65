// What several pages share, blocks by keyboard, and spaces in the rail, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

describe.skipIf(!hasChromium)('writing', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('reusable contents and variables have places, which say where they are used', async () => {
    const space = (await createSpace(server, { title: 'Shared', editMode: 'live' })).id as string
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/reusable-contents`)
    await page.getByText('This space has no reusable content yet.').waitFor()
    await page.getByRole('button', { name: 'New reusable content' }).click()
    const dialog = page.getByRole('dialog', { name: 'New reusable content' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Tide warning')
    await dialog.getByRole('button', { name: 'New reusable content' }).click()
    const text = page.getByRole('textbox', { name: 'Page content' })
    await text.click()
    await page.keyboard.type('Mind the tide.')
    await page.getByText('Saved', { exact: true }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const shown = { ref: { kind: 'reusable-content', reusableContent: id } }
    const nodes = [
      { object: 'block', type: 'reusable-content', isVoid: true, data: shown },
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'inline', type: 'expression', isVoid: true, data: { expression: 'space.vars.pier' } }],
      },
    ]
    const document = { document: { object: 'document', data: {}, nodes } }
    const changes = [
      { operation: 'set_variables', variables: { pier: 'North pier' } },
      { operation: 'insert_page', title: 'Arrivals', document },
    ]
    await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    await page.getByText('Where it is used').click()
    await page.getByRole('link', { name: 'Arrivals' }).waitFor()
    await page.getByRole('link', { name: 'All reusable content' }).click()
    await page.getByText('Where Tide warning is used').click()
    await page.getByRole('link', { name: 'Arrivals' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('navigation', { name: 'In this space' }).getByRole('link', { name: 'Variables' }).click()
    await page.getByText('Where pier is used').click()
    await page.getByRole('link', { name: 'Arrivals' }).click()
    await page.getByText('Mind the tide.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
