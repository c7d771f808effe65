// Steps that need a fresh proof of who one is, in a real browser: they go on with what was filled in.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword, putPasswordHash } from '../../src/domain/sessions/index.ts'
import { fromNow, MINUTE } from '../../src/lib/time.ts'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

const PASSWORD = 'correct horse battery'

/** Somebody with a password, whose last proof is old. */
const age = async (userId: string) => {
  const hash = await hashPassword(PASSWORD)
  await server.database.write(async (db) => {
    await putPasswordHash(db, userId, hash)
    const old = { authenticated_at: fromNow(-11 * MINUTE) }
    await db.updateTable('sessions').set(old).where('user_id', '=', userId).execute()
  })
}

async function prove(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

describe.skipIf(!hasChromium)('a step that needs a fresh proof', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('goes on in the account', async () => {
    const person = await server.join('edit')
    const { page, context } = await openConsole(server, browser, person, { bypassCSP: true })
    await age(person.id)
    await page.goto(`${server.url}/account`)
    await page.getByLabel('What it is for').fill('Nightly build')
    await page.getByLabel('Lasts').selectOption('30')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await prove(page, 'wrong')
    await page.getByText('This is not your password').waitFor()
    await prove(page, PASSWORD)
    await page.getByRole('heading', { name: 'Your token' }).waitFor()
    await page.getByText('“Nightly build”').waitFor()
    const { body } = await person.http.get('/v1/user/tokens')
    const made = body.items.find(({ label }: { label: string }) => label === 'Nightly build')
    expect(Date.parse(made.expiresAt) - Date.now()).toBeLessThan(31 * 24 * 60 * MINUTE)
    await context.close()
  })

  test('goes on in the console, with the form as it was', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin, { bypassCSP: true })
    await open(`/orgs/${server.organization}/sign-in`)
    const section = page.getByRole('region', { name: 'Provisioning' })
    const label = section.getByRole('textbox')
    await label.fill('Directory')
    await age(server.admin.id)
    await section.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
    await dialog.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await label.inputValue()).toBe('Directory')
    await section.getByRole('button', { name: 'Create token' }).click()
    const opening = context.waitForEvent('page')
    await dialog.getByRole('link', { name: 'Confirm' }).click()
    const tab = await opening
    await prove(tab, PASSWORD)
    await tab.getByRole('heading', { name: 'Thank you' }).waitFor()
    await tab.close()
    const goOn = dialog.getByRole('button', { name: 'Continue' })
    if (await goOn.isVisible()) await goOn.click()
    await page.getByRole('dialog').getByLabel('SCIM connector base URL', { exact: true }).waitFor()
    await context.close()
  })
})
