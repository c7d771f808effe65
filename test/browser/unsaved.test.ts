// Text that was typed without a network, on pages that were left since, in a real browser.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const timeout = 30_000

describe.skipIf(!hasChromium)('text that is not saved', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  /** Types on the page Install, of main or of a draft, while nothing reaches the server, and leaves it for Deploy. */
  const leave = async ({ inDraft = false } = {}) => {
    const space = (await createSpace(server, { title: 'Unsaved', editMode: 'live' })).id as string
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: ['Install', 'Deploy'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `${title} it.` },
      })),
    })
    const [install, deploy] = body.changes.map((change: { page: { id: string } }) => change.page.id) as string[]
    const requests = `/spaces/${space}/change-requests`
    const draft = inDraft ? (await server.admin.http.post(`/v1${requests}`, { subject: 'Draft' })).body.id : undefined
    const opened = await openConsole(server, browser, server.admin, { viewport: { width: 1280, height: 800 } })
    const { page, context, open } = opened
    await open(`${draft ? `${requests}/${draft}` : `/spaces/${space}`}/pages/${install}`)
    await textOf(page).getByText('Install it.').click()
    await page.keyboard.press('End')
    await page.route('**/v1/**', (route) => route.abort())
    await page.keyboard.type(' Offline words.')
    await page.getByText('Can’t save. Your text is kept here').waitFor({ timeout })
    await page.getByRole('link', { name: 'Deploy' }).first().click()
    await notice(page).waitFor({ timeout })
    const readAt = async (place: string) =>
      (await server.admin.http.get(`/v1${place}/content/page/${install}?format=markdown`)).body.markdown
    const read = () => readAt(`/spaces/${space}`)
    const readDraft = () => readAt(`${requests}/${draft}`)
    const comeBack = async () => {
      await page.unroute('**/v1/**')
      await page.evaluate(() => dispatchEvent(new Event('online')))
    }
    const at = (id: string) => `/spaces/${space}/pages/${id}`
    return { page, context, open, read, readDraft, comeBack, at, install, deploy }
  }

  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Page content' })
  const notice = (page: Page) => page.getByRole('status').filter({ hasText: '“Install” has text that is not saved' })
  const gone = { state: 'detached', timeout } as const

  test('is saved once there is a network, whatever page is shown, and until then it is told', async () => {
    const { page, context, read, comeBack } = await leave()
    expect(await read()).not.toContain('Offline words.')
    await comeBack()
    await expect.poll(read, { timeout }).toContain('Install it. Offline words.')
    await notice(page).waitFor(gone)
    await page.getByRole('link', { name: 'Install' }).first().click()
    await textOf(page).getByText('Install it. Offline words.').waitFor({ timeout })
    await context.close()
  })

  test('is not lost when its page is opened again while it is tried', async () => {
    const { page, context, read, comeBack } = await leave()
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await page.getByText('The editor did not open.').waitFor({ timeout })
    await comeBack()
    await textOf(page).getByText('Install it. Offline words.').waitFor({ timeout })
    await expect.poll(read, { timeout }).toContain('Install it. Offline words.')
    await notice(page).waitFor(gone)
    await context.close()
  })

  test('is told by another visit, which leads there', async () => {
    const { page, context, open, read, at, install, deploy } = await leave()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.unroute('**/v1/**')
    await open(at(deploy!))
    await notice(page).getByRole('button', { name: 'Discard' }).waitFor({ timeout })
    await notice(page).getByRole('link', { name: 'Open' }).click()
    await page.waitForURL(`**${at(install!)}`)
    await textOf(page).getByText('Install it. Offline words.').waitFor({ timeout })
    await expect.poll(read, { timeout }).toContain('Install it. Offline words.')
    expect(await notice(page).count()).toBe(0)
    await context.close()
  })

  test('is discarded by who does not want it any more', async () => {
    const { page, context, open, read, at, install, deploy } = await leave()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.unroute('**/v1/**')
    await open(at(deploy!))
    await notice(page).getByRole('button', { name: 'Discard' }).click({ timeout })
    const dialog = page.getByRole('dialog', { name: 'Discard what you typed in “Install”?' })
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await notice(page).waitFor(gone)
    await open(at(install!))
    await textOf(page).getByText('Install it.', { exact: true }).waitFor({ timeout })
    expect(await read()).not.toContain('Offline words.')
    await context.close()
  })

  test('belongs to the tab that opened its page since', async () => {
    const { page, context, read, comeBack, at, install } = await leave()
    const other = await context.newPage()
    await other.goto(`${server.url}/app${at(install!)}`)
    await textOf(other).getByText('Install it. Offline words.').click()
    await other.keyboard.press('End')
    await other.keyboard.type(' And more.')
    await expect.poll(read, { timeout }).toContain('Install it. Offline words. And more.')
    await comeBack()
    await notice(page).waitFor(gone)
    expect((await read()).match(/Offline words/g)).toHaveLength(1)
    expect(await page.getByText('Someone else changed the same words').count()).toBe(0)
    await context.close()
  })

  test('of a draft is no text of main', async () => {
    const { page, context, open, read, readDraft, at, install } = await leave({ inDraft: true })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.unroute('**/v1/**')
    await open(at(install!))
    await textOf(page).getByText('Install it.', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' On main.')
    await expect.poll(read, { timeout }).toContain('Install it. On main.')
    await notice(page).getByRole('link', { name: 'Open' }).click({ timeout })
    await textOf(page).getByText('Offline words.').waitFor({ timeout })
    await expect.poll(readDraft, { timeout }).toContain('Install it. Offline words.')
    expect(await read()).not.toContain('Offline words.')
    await context.close()
  })
})
