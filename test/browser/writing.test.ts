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

  test('several blocks are selected, moved and deleted by keyboard, and dragged to the first place', async () => {
    const space = (await createSpace(server, { title: 'Blocks', editMode: 'live' })).id as string
    const document = { markdown: ['One', 'Two', 'Three', 'Four'].join('\n\n') }
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Moves', document }],
    })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${body.changes[0].page.id}`)
    const blocks = () => page.locator('.ProseMirror > p').allInnerTexts()
    const editor = page.getByRole('textbox', { name: 'Page content' })
    await editor.getByText('Two', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.locator('.ProseMirror-selectednode').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => page.locator('.chosen-block').allInnerTexts()).toEqual(['Two', 'Three'])
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(blocks).toEqual(['Two', 'Three', 'One', 'Four'])
    await page.keyboard.press('Delete')
    await expect.poll(blocks).toEqual(['One', 'Four'])
    const last = editor.getByText('Four', { exact: true })
    await last.hover()
    const handle = page.getByRole('button', { name: 'Block actions' })
    const topOf = async (of: typeof last) => (await of.boundingBox())?.y ?? 0
    await expect.poll(async () => Math.abs((await topOf(handle)) - (await topOf(last))) < 24).toBe(true)
    const grip = (await handle.boundingBox())!
    const first = (await editor.getByText('One', { exact: true }).boundingBox())!
    await page.mouse.move(grip.x + 8, grip.y + 8)
    await page.mouse.down()
    await page.mouse.move(grip.x + 8, grip.y - 8, { steps: 3 })
    await page.mouse.move(grip.x + 8, first.y + 3, { steps: 3 })
    await page.mouse.up()
    await expect.poll(blocks).toEqual(['Four', 'One'])
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a collection is created, and spaces move into it and out of it', async () => {
    const organization = await server.found()
    const made = await createSpace(organization, { title: 'Lighthouses' })
    await createSpace(organization, { title: 'Harbours' })
    const { page, open, complaints, context } = await openConsole(server, browser, organization.admin, WIDE)
    await open(`/orgs/${made.organization}`)
    await page.getByRole('button', { name: 'New collection' }).click()
    const dialog = page.getByRole('dialog', { name: 'New collection' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Coast')
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await page.getByText('This collection is empty').waitFor()
    const rail = page.getByRole('navigation', { name: 'Organization' })
    await rail.getByRole('link', { name: 'Lighthouses' }).dragTo(rail.getByRole('link', { name: 'Coast' }))
    const inside = rail.getByRole('listitem').filter({ hasText: 'Coast' }).getByRole('link', { name: 'Lighthouses' })
    await inside.waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Lighthouses' }).waitFor()
    await inside.focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await inside.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Lighthouses')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'New space' }).click()
    const asking = page.getByRole('dialog', { name: 'New space' })
    await expect.poll(() => asking.getByLabel('Collection', { exact: true }).inputValue()).not.toBe('')
    await asking.getByRole('textbox', { name: 'Title' }).fill('Dunes')
    await asking.getByRole('button', { name: 'Create space' }).click()
    await page.getByRole('heading', { name: 'This space has no pages yet' }).waitFor()
    await rail.getByRole('listitem').filter({ hasText: 'Coast' }).getByRole('link', { name: 'Dunes' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Import' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Write the first page' }).click()
    await page.getByRole('treeitem', { name: 'Untitled' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
