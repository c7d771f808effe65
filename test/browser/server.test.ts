// Whoever runs the server looks after it in a real browser; for everybody else there is nothing.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { startedMailbox } from '../support/mailbox.ts'
import { startedServer } from '../support/server.ts'
import { addFailedJob } from '../support/world/server.ts'

const mailbox = startedMailbox()
const server = startedServer({ hostname: 'localhost', backups: true, mailbox })
const WIDE = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

describe.skipIf(!hasChromium)('managing the server', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('its admin checks its health, tries a job and a mail again, makes a backup and an admin', async () => {
    const job = await addFailedJob(server)
    const person = await server.join('read')
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, WIDE)
    const main = page.getByRole('main')
    const go = async (name: string) => {
      await page.getByRole('navigation', { name: 'Places of the server' }).getByRole('link', { name }).click()
      await main.getByRole('heading', { name, level: 1 }).waitFor()
    }
    const checkFaults = async () => expect(await accessibilityFaults(page)).toEqual([])

    await open('')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Server' }).click()
    await main.getByText('One has failed.').waitFor()
    await main.getByText('Mail is sent.').waitFor()
    await checkFaults()
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').fill('writer@example.com')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The mail server accepted the mail to writer@example.com').waitFor()

    await go('Jobs')
    await main.getByLabel('State').selectOption('Failed')
    await main.getByText('1 job', { exact: true }).waitFor()
    await main.locator('summary', { hasText: 'unknown' }).click()
    await main.getByText('It did not work.').waitFor()
    await checkFaults()
    await main.getByRole('button', { name: 'Try again' }).click()
    await main.getByText('No jobs in this state.').waitFor()
    await server.database.write((db) => db.deleteFrom('jobs').where('id', '=', job).execute())

    await server.files.store.put([Buffer.from('nobody needs this')])
    await go('Unused files')
    await page.getByRole('button', { name: 'Collect now' }).click()
    await main.getByText('1 (17 bytes)').or(main.getByText('1 (17 byte)')).waitFor({ timeout: 60_000 })
    await checkFaults()

    await go('Backups')
    await main.getByText('Complete').first().waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect.poll(() => main.getByText('Complete').count(), { timeout: 60_000 }).toBe(2)
    await main.getByText('On request').waitFor()
    await checkFaults()

    await go('Organizations')
    await main.getByText('My organization').waitFor()
    await main.getByRole('button', { name: 'Measure the storage of My organization' }).click()
    await main.getByText('0 stored files').waitFor()
    await checkFaults()

    await go('People')
    await main.getByLabel('Find by name or address').fill(person.email)
    await main.getByText('1 person', { exact: true }).waitFor()
    await main.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Make server admin' }).click()
    await dialog.getByRole('button', { name: 'Make server admin' }).click()
    await main.getByText('Server admin', { exact: true }).waitFor()
    await checkFaults()

    await go('Settings')
    const secret = main.getByRole('row', { name: /^LECTERN_SECRET/ })
    expect(await secret.textContent()).toContain('Set, not shown')
    await checkFaults()

    await go('Log')
    await main.getByLabel('Contains').fill('backup made')
    await expect.poll(() => main.locator('summary').count(), { timeout: 30_000 }).toBe(2)
    await main.locator('summary').first().click()
    await main.getByRole('region', { name: 'Details' }).first().waitFor()
    await checkFaults()
    await go('Licenses')
    await main.getByRole('region', { name: 'License of Lectern' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  }, 240_000)

  test('for others the server is not there', async () => {
    const { page, open, context } = await openConsole(server, browser, await server.join('admin'), WIDE)
    await open('/server')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'API reference' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Server' }).count()).toBe(0)
    await context.close()
  }, 120_000)
})
