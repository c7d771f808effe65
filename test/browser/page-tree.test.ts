// Pages in the tree, in a real browser: settings, selecting several, dragging, copies, and what a draft changed.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function furnish(title: string, pages: readonly string[], more: object = { editMode: 'live' }) {
  const space = (await createSpace(server, { title, ...more })).id as string
  const changes = pages.map((page) => ({
    operation: 'insert_page',
    title: page,
    document: { markdown: `${page} in a few words.` },
  }))
  const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
  const ids: string[] = body.changes.map(({ page }: { page: { id: string } }) => page.id)
  return { space, ids }
}

const read = async (path: string) => (await server.admin.http.get(`/v1${path}`)).body

/** The tree as text: `A(B C) D`. */
async function treeOf(space: string): Promise<string> {
  interface Node {
    title: string
    pages?: Node[]
  }
  const shown = (nodes: Node[] = []): string =>
    nodes.map(({ title, pages }) => (pages?.length ? `${title}(${shown(pages)})` : title)).join(' ')
  return shown((await read(`/spaces/${space}/content/pages`)).pages)
}

const rowOf = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })

async function chooseFor(page: Page, title: string, item: string): Promise<void> {
  await rowOf(page, title).hover()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe.skipIf(!hasChromium)('the page tree', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('a page has settings: emoji, slug, cover, layout, variables and condition', async () => {
    const { space, ids } = await furnish('Set', ['Plain'])
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[0]}`)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Page settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings of “Plain”' })
    await dialog.getByRole('button', { name: 'Choose' }).click()
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('rocket')
    await dialog.getByRole('button', { name: 'rocket', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Slug' }).fill('lift-off')
    await dialog.locator('input[type=file]').first().setInputFiles({
      name: 'cover.png',
      mimeType: 'image/png',
      buffer: pixel,
    })
    await dialog.getByRole('slider', { name: 'Part in view' }).fill('75')
    await dialog.getByRole('combobox', { name: 'Size' }).selectOption('hero')
    await dialog.getByRole('checkbox', { name: 'Show the outline' }).uncheck()
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('2nd')
    await dialog.getByRole('textbox', { name: 'Condition' }).fill('visitor.claims.plan == "pro"')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A name begins with a letter').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('plan')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('pro')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const written = await read(`/spaces/${space}/content/page/${ids[0]}`)
    expect(written).toMatchObject({
      emoji: '1f680',
      slug: 'lift-off',
      cover: { ref: { kind: 'file' }, yPos: 120 },
      layout: { coverSize: 'hero', outline: false, title: true },
      variables: { plan: 'pro' },
      condition: 'visitor.claims.plan == "pro"',
    })
    await rowOf(page, 'Plain').focus()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: The settings of “Plain” were saved').waitFor()
    const undone = await read(`/spaces/${space}/content/page/${ids[0]}`)
    expect(undone.slug).toBe('plain')
    for (const name of ['emoji', 'cover', 'variables', 'condition']) expect(undone).not.toHaveProperty(name)
    expect(undone.layout).toMatchObject({ coverSize: 'full', outline: true })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('several pages are selected by mouse and keyboard, and moved, hidden and deleted together', async () => {
    const { space, ids } = await furnish('Many', ['One', 'Two', 'Three', 'Four', 'Five'])
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[4]}`)
    const bar = page.getByRole('toolbar', { name: 'Selected pages' })
    await rowOf(page, 'One').click({ modifiers: ['ControlOrMeta'] })
    await bar.getByText('2 selected').waitFor()
    expect(await rowOf(page, 'Five').getAttribute('aria-selected')).toBe('true')
    await rowOf(page, 'Three').click({ modifiers: ['Shift'] })
    await bar.getByText('3 selected').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await bar.getByRole('button', { name: 'Hide from readers' }).click()
    await page.getByText('3 pages are hidden now').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Hidden').first().waitFor({ state: 'detached' })
    await rowOf(page, 'Three').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Into' }).selectOption({ label: 'One' })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('2 pages were moved').waitFor()
    expect(await treeOf(space)).toBe('One(Three Four) Two Five')
    await page.keyboard.press('Escape')
    await rowOf(page, 'One').focus()
    await page.keyboard.press('Space')
    await rowOf(page, 'Two').click({ modifiers: ['ControlOrMeta'] })
    await rowOf(page, 'Two').focus()
    await page.keyboard.press('Delete')
    await page.getByText('4 pages were deleted').waitFor()
    expect(await treeOf(space)).toBe('Five')
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Two').waitFor()
    expect(await treeOf(space)).toBe('One(Three Four) Two Five')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('pages are dragged between others and into them', async () => {
    const { space, ids } = await furnish('Dragged', ['Ash', 'Birch', 'Cedar'])
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[0]}`)
    await rowOf(page, 'Cedar').dragTo(rowOf(page, 'Ash'), { targetPosition: { x: 60, y: 3 } })
    await page.getByText('“Cedar” was moved').waitFor()
    expect(await treeOf(space)).toBe('Cedar Ash Birch')
    await rowOf(page, 'Birch').dragTo(rowOf(page, 'Cedar'), { targetPosition: { x: 60, y: 15 } })
    await page.getByText('“Birch” was moved').waitFor()
    expect(await treeOf(space)).toBe('Cedar(Birch) Ash')
    await rowOf(page, 'Birch').click()
    await page.getByRole('heading', { level: 1, name: 'Birch' }).waitFor()
    expect(await rowOf(page, 'Birch').isVisible()).toBe(true)
    await rowOf(page, 'Ash').focus()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: “Birch” was moved').waitFor()
    expect(await treeOf(space)).toBe('Cedar Ash Birch')
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: “Cedar” was moved').waitFor()
    expect(await treeOf(space)).toBe('Ash Birch Cedar')
    await page.keyboard.press('Control+z')
    await page.getByText('There is nothing to undo').waitFor()
    await context.close()
  })

  test('a page is copied with everything in it, within the space and to another', async () => {
    const { space, ids } = await furnish('Origin', ['Tree', 'Leaf'])
    const other = (await furnish('Harbour', ['Quay'])).space
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [
        { operation: 'insert_files', files: [{ base64: pixel.toString('base64'), name: 'dot.png' }] },
        { operation: 'update_page', page: ids[1], into: ids[0] },
      ],
    })
    const image = { kind: 'file', file: body.insertedFiles[0].id }
    await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'update_page', page: ids[1], cover: { ref: image } }],
    })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[0]}`)
    await chooseFor(page, 'Tree', 'Duplicate')
    await page.getByText('This is the copy of “Tree”').waitFor()
    expect(await treeOf(space)).toBe('Tree(Leaf) Tree(Leaf)')
    await open(`/spaces/${space}/pages/${ids[0]}`)
    await rowOf(page, 'Tree').first().hover()
    await page.getByRole('button', { name: 'Actions for Tree' }).first().click()
    await page.getByRole('menuitem', { name: 'Move to another space…' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Space' }).selectOption({ label: 'Harbour' })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('“Tree” was moved to Harbour').waitFor()
    expect(await treeOf(space)).toBe('Tree(Leaf)')
    expect(await treeOf(other)).toBe('Quay Tree(Leaf)')
    const files = await read(`/spaces/${other}/content/files`)
    expect(files.items.map(({ name }: { name: string }) => name)).toEqual(['dot.png'])
    const { pages } = await read(`/spaces/${other}/content/pages`)
    const leaf = await read(`/spaces/${other}/content/page/${pages[1].pages[0].id}?format=markdown`)
    expect(leaf.markdown).toContain('Leaf in a few words.')
    expect(leaf.cover.ref).toEqual({ kind: 'file', file: files.items[0].id })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: “Tree” was moved to Harbour').waitFor()
    expect(await treeOf(space)).toBe('Tree(Leaf) Tree(Leaf)')
    expect(await treeOf(other)).toBe('Quay')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('groups and links are added', async () => {
    const { space, ids } = await furnish('Grouped', ['Inside'])
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[0]}`)
    await page.getByRole('button', { name: 'Add a group or a link' }).click()
    await page.getByRole('menuitem', { name: 'New group' }).click()
    await rowOf(page, 'New group').waitFor()
    await page.getByRole('button', { name: 'Add a group or a link' }).click()
    await page.getByRole('menuitem', { name: 'New link' }).click()
    const dialog = page.getByRole('dialog', { name: 'New link' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Status')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Enter a URL, or choose a page.').waitFor()
    await dialog.getByRole('textbox', { name: 'URL' }).fill('https://status.example.com')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await rowOf(page, 'Status').waitFor()
    const { pages } = await read(`/spaces/${space}/content/pages`)
    expect(pages.map(({ type }: { type: string }) => type)).toEqual(['document', 'group', 'link'])
    await context.close()
  })

  test('a draft marks what it changed, and shows only that', async () => {
    const { space, ids } = await furnish('Drafted', ['Same', 'Other'])
    await server.admin.http.patch(`/v1/spaces/${space}`, { editMode: 'locked' })
    const draft = (await server.admin.http.put(`/v1/spaces/${space}/own-draft`)).body.id
    await server.admin.http.post(`/v1/spaces/${space}/change-requests/${draft}/content`, {
      changes: [
        { operation: 'update_page', page: ids[1], document: { markdown: 'Different.' } },
        { operation: 'insert_page', title: 'Fresh' },
      ],
    })
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/change-requests/${draft}`)
    await rowOf(page, 'Other, edited').waitFor()
    await rowOf(page, 'Fresh, new').waitFor()
    await page.getByRole('button', { name: 'Changed 2' }).click()
    await rowOf(page, 'Same').waitFor({ state: 'detached' })
    expect(await accessibilityFaults(page)).toEqual([])
    await context.close()
  })
})
