// The places of a space in a real browser: favorites, the bin, settings, history, files and what else is beside pages.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { addMember, createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

/** A space that is edited live, with pages by their titles. */
async function furnish(title: string, pages: readonly string[]) {
  const space = (await createSpace(server, { title, editMode: 'live' })).id as string
  const changes = pages.map((page) => ({
    operation: 'insert_page',
    title: page,
    document: { markdown: `${page} in a few words.` },
  }))
  if (changes.length === 0) return { space, ids: [] }
  const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
  const ids: string[] = body.changes.map(({ page }: { page: { id: string } }) => page.id)
  return { space, ids }
}

describe.skipIf(!hasChromium)('places of the console', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('favorites are marked with a star, and are in the rail and on home', async () => {
    const { space, ids } = await furnish('Starred', ['Orbits', 'Comets'])
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[1]}`)
    const star = page.getByRole('button', { name: 'Favorite', exact: true })
    await star.click()
    const rail = page.getByRole('navigation', { name: 'Organization' })
    await rail.getByRole('heading', { name: 'Favorites' }).waitFor()
    await rail.getByRole('link', { name: 'Comets' }).waitFor()
    expect(await star.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Space actions' }).click()
    await page.getByRole('menuitem', { name: 'Add to favorites' }).click()
    await expect.poll(() => rail.getByRole('link', { name: 'Starred' }).count()).toBe(2)
    await open(`/orgs/${server.organization}`)
    const section = page.getByRole('region', { name: 'Favorites' })
    expect(await section.getByRole('link').allTextContents()).toEqual(['Comets', 'Starred'])
    expect(await accessibilityFaults(page)).toEqual([])
    await section.getByRole('link', { name: 'Comets' }).click()
    await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).click()
    await rail.getByRole('link', { name: 'Comets' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a space begins with a template, has settings, and comes back after it was deleted', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/orgs/${server.organization}`)
    await page.getByRole('main').waitFor()
    await page.getByRole('button', { name: 'New space' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'New space' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('On call')
    await dialog.getByRole('radio', { name: 'Runbooks' }).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create space' }).click()
    await page.getByRole('treeitem', { name: 'Restore a backup' }).waitFor()
    const space = new URL(page.url()).pathname.split('/')[3]
    await open(`/spaces/${space}/settings`)
    const general = page.getByRole('region', { name: 'General' })
    await general.getByRole('textbox', { name: 'Title' }).fill('Night shift')
    await general.getByRole('button', { name: 'Choose another' }).click()
    await general.getByRole('searchbox', { name: 'Search' }).fill('owl')
    await general.getByRole('button', { name: 'owl', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await general.getByRole('combobox', { name: 'What members may do here' }).selectOption('read')
    await general.getByRole('combobox', { name: 'Changes' }).selectOption('locked')
    await general.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').waitFor()
    const { body } = await server.admin.http.get(`/v1/spaces/${space}`)
    expect(body).toMatchObject({ title: 'Night shift', emoji: '1f989', defaultLevel: 'read', editMode: 'locked' })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete space' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete space' }).click()
    await page.getByText('“Night shift” was deleted').waitFor()
    await open(`/spaces/${space}/files`)
    await page.getByRole('heading', { name: '“Night shift” was deleted' }).waitFor()
    await open(`/orgs/${server.organization}/deleted-spaces`)
    await page.getByRole('button', { name: 'Restore Night shift' }).click()
    await page.getByRole('treeitem', { name: 'Restore a backup' }).waitFor()
    const other = await server.found()
    await addMember(server, other.organization, server.admin, 'create')
    await open(`/spaces/${space}/settings`)
    await page.getByRole('combobox', { name: 'Transfer to another organization' }).selectOption(other.organization)
    await page.getByRole('button', { name: 'Transfer' }).click()
    const asking = page.getByRole('dialog', { name: /^Transfer “Night shift” to / })
    expect((await server.admin.http.get(`/v1/spaces/${space}`)).body.organization).toBe(server.organization)
    await asking.getByRole('button', { name: 'Transfer' }).click()
    await page.getByText('The space was transferred').waitFor()
    expect((await server.admin.http.get(`/v1/spaces/${space}`)).body.organization).toBe(other.organization)
    await context.close()
  })

  test('a file is imported, and the report says what happened', async () => {
    const { space } = await furnish('Filled', [])
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/import`)
    await page.getByRole('combobox', { name: 'Import from' }).selectOption('markdown')
    await page.getByRole('button', { name: 'Start import' }).click()
    await page.getByText('Enter a URL, or choose a file.').waitFor()
    await page.getByLabel('Or a file of this computer').setInputFiles({
      name: 'tides.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Tides\n\nTwice a day.'),
    })
    await page.getByRole('button', { name: 'Start import' }).click()
    await page.getByText('tides.md', { exact: true }).waitFor()
    await page.getByText('1 of 1 pages and files').waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Import from' }).inputValue()).toBe('markdown')
    expect(await page.getByLabel('Or a file of this computer').inputValue()).toBe('')
    await page.getByText('Report').click()
    await page.getByText('Everything was imported.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Open pages' }).click()
    await page.getByRole('treeitem', { name: 'Tides' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a Git import that fails says why', async () => {
    const { space } = await furnish('Synced', [])
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/git`)
    await page.getByText('Nothing yet. Import or export once, and it is connected.').waitFor()
    await page.getByRole('textbox', { name: 'Address of the repository' }).fill('http://127.0.0.1:1/none.git')
    await page.getByRole('button', { name: 'Import from Git' }).click()
    await page.getByText('Import: failed').waitFor()
    await page.getByRole('button', { name: 'Export to Git' }).click()
    await page.getByText('Export: failed').waitFor()
    const exports = page.getByRole('region', { name: 'Exports to Git' })
    expect(await exports.getByText('Failed').count()).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('files are uploaded, found where they are used, replaced and deleted', async () => {
    const { space, ids } = await furnish('Stocked', ['Shelf'])
    const stored = await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [
        { operation: 'insert_files', files: [{ base64: Buffer.from('one').toString('base64'), name: 'one.txt' }] },
      ],
    })
    const [{ id: file }] = stored.body.insertedFiles
    await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'update_page', page: ids[0], cover: { ref: { kind: 'file', file } } }],
    })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/files`)
    const choose = (label: string, name: string) =>
      page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(name),
      })
    await page.getByRole('link', { name: 'one.txt' }).waitFor()
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/content?compat=false', async (route) => {
      await arrival
      await route.continue()
    })
    await choose('Upload a file', 'spare.txt')
    await page.getByRole('progressbar', { name: 'Uploading spare.txt' }).waitFor()
    arrive()
    await page.getByRole('link', { name: 'spare.txt' }).waitFor()
    await page.getByRole('button', { name: 'Delete spare.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'spare.txt' }).waitFor({ state: 'detached' })
    await page.getByText('Where it is used').click()
    await page.getByRole('link', { name: 'Shelf' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await choose('Replace one.txt', 'two.txt')
    await page.getByRole('link', { name: 'two.txt' }).waitFor()
    expect(await page.getByRole('link', { name: 'one.txt' }).count()).toBe(0)
    const { items } = (await server.admin.http.get(`/v1/spaces/${space}/content/files`)).body
    const shelf = (await server.admin.http.get(`/v1/spaces/${space}/content/page/${ids[0]}`)).body
    expect(shelf.cover.ref.file).toBe(items[0].id)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('variables of a space are added, changed and removed', async () => {
    const { space } = await furnish('Varied', [])
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'set_variables', variables: { old: 'x' } }],
    })
    await open(`/spaces/${space}/variables`)
    await page.getByRole('button', { name: 'Remove old' }).click()
    await page.getByRole('button', { name: 'Add variable' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('port')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('number')
    await page.getByRole('textbox', { name: 'Value' }).fill('8080')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The variables are saved').waitFor()
    const { variables } = (await server.admin.http.get(`/v1/spaces/${space}/content`)).body
    expect(variables).toEqual({ port: 8080 })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a version of a page is seen beside the current one, and restored', async () => {
    const { space, ids } = await furnish('Aged', ['Story', 'Other'])
    const write = (markdown: string) =>
      server.admin.http.post(`/v1/spaces/${space}/content`, {
        changes: [{ operation: 'update_page', page: ids[0], document: { markdown } }],
      })
    await write('The first telling.')
    // A rollback is an entry of its own.
    const { items } = (await server.admin.http.get(`/v1/spaces/${space}/revisions?limit=1`)).body
    await write('The second telling.')
    await server.admin.http.post(`/v1/spaces/${space}/revisions/${items[0].id}/rollback`)
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/pages/${ids[0]}/history`)
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button')
    await expect.poll(() => versions.count()).toBe(2)
    await versions.nth(1).click()
    await page.getByRole('region', { name: 'This version' }).getByText('The second telling.').waitFor()
    await page.getByRole('region', { name: 'Current version' }).getByText('The first telling.').waitFor()
    await page.getByRole('button', { name: 'Bring this block back' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The version is restored').waitFor()
    const { markdown } = (await server.admin.http.get(`/v1/spaces/${space}/content/page/${ids[0]}?format=markdown`))
      .body
    expect(markdown).toContain('The second telling.')
    await context.close()
  })

  test('the palette finds people, and says the keys of actions', async () => {
    const { space, ids } = await furnish('Sought', ['Start', 'Renamed twice'])
    const { page, open, context } = await openConsole(server, browser, server.admin, WIDE)
    const { body: me } = await server.admin.http.get('/v1/user')
    await open(`/spaces/${space}`)
    await page.getByRole('treeitem', { name: 'Start' }).focus()
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: 'Search pages, spaces, people and actions' })
    await field.fill('dark')
    await page.getByRole('option', { name: 'Switch between light and dark T' }).waitFor()
    await field.fill('add to')
    await page.getByRole('option', { name: 'Add to favorites', exact: true }).waitFor()
    expect(await page.getByRole('option').first().innerText()).toBe('Add to favorites')
    await page.keyboard.press('Escape')
    // Actions are about the page that is open now.
    await page.getByRole('treeitem', { name: 'Renamed twice' }).click()
    await page.getByRole('heading', { level: 1, name: 'Renamed twice' }).waitFor()
    const saved = page.waitForEvent('download')
    await page.keyboard.press('ControlOrMeta+k')
    await field.fill('space: download')
    await page.getByRole('option', { name: 'Space: Download as PDF' }).click()
    expect((await saved).suggestedFilename()).toBe('Sought.pdf')
    await page.keyboard.press('ControlOrMeta+k')
    await field.fill('history')
    await page.getByRole('option', { name: 'History', exact: true }).first().click()
    await page.waitForURL(`**/pages/${ids[1]}/history`)
    await page.keyboard.press('ControlOrMeta+k')
    await field.fill(me.displayName)
    await page.getByRole('option', { name: me.displayName }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    expect(await page.getByRole('searchbox', { name: 'Find by name or address' }).inputValue()).toBe(me.displayName)
    await context.close()
  })

  test('deleted pages are in the bin, and come back or go for good', async () => {
    const { space, ids } = await furnish('Tidy', ['Keep', 'Drop', 'Gone'])
    const remove = ids.slice(1).map((id) => ({ operation: 'delete_page', page: id }))
    await server.admin.http.post(`/v1/spaces/${space}/content`, { changes: remove })
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    await open(`/spaces/${space}/bin`)
    await page.getByRole('heading', { level: 1, name: 'Bin' }).waitFor()
    await expect.poll(() => page.title()).toBe('Bin · Tidy · Lectern')
    await page.getByRole('button', { name: 'Delete “Gone” for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('“Gone” was deleted for good').waitFor()
    await page.getByRole('button', { name: 'Restore “Drop”' }).click()
    await page.getByText('The bin is empty.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('navigation', { name: 'In this space' }).getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('treeitem', { name: 'Drop' }).waitFor()
    expect(await page.getByRole('treeitem', { name: 'Gone' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
