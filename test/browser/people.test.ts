// People invite others and choose what they hear of, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

describe.skipIf(!hasChromium)('in the console', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('an admin invites somebody by address, and hands the link over', async () => {
    const { page, open, complaints, context } = await openConsole(server, browser, server.admin, { bypassCSP: true })
    await open(`/orgs/${server.organization}/people`)
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('Email addresses').fill('nobody')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('“nobody” is not an address').waitFor()
    await page.getByLabel('Email addresses').fill('A Writer <one@example.org>, two@example.org')
    await page.getByRole('dialog').getByLabel('Role').selectOption('Commenter')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('heading', { name: '2 people are invited' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const link = await page.getByRole('textbox', { name: 'one@example.org' }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Find by name or address').fill('two@')
    await page.getByText('one@example.org').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Role of two').inputValue()).toBe('comment')
    expect(complaints).toEqual([])
    await context.close()

    const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await other.goto(link)
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByLabel('Password').fill('correct horse battery staple')
    await other.getByRole('button', { name: /^Continue/ }).click()
    await other.waitForURL(/\/app$/)
    await other.context().close()
  })

  test('an admin sees the tokens of members, and revokes one', async () => {
    const member = await server.join('edit')
    await member.http.post('/v1/user/tokens', { label: 'Tide clock' })
    const { page, open, context } = await openConsole(server, browser, server.admin, { bypassCSP: true })
    await open(`/orgs/${server.organization}/tokens`)
    await page.getByLabel('Find by person or token name').fill('tide')
    await page.getByText('1 token', { exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Revoke Tide clock of/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('“Tide clock” was revoked').waitFor()
    expect((await server.admin.http.get(`/v1/orgs/${server.organization}/tokens?search=tide`)).body.count).toBe(0)
    await context.close()
  })

  test('an admin creates and deletes an invite link', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin, { bypassCSP: true })
    await open(`/orgs/${server.organization}/invite-links`)
    await page.getByLabel('Role').selectOption('Reviewer')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByRole('textbox', { name: 'Reviewer' }).inputValue()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await (await fetch(link)).text()).toContain('You are invited to review its content.')
    await page.getByRole('button', { name: 'Delete link' }).click()
    await page.getByRole('textbox', { name: 'Reviewer' }).waitFor({ state: 'detached' })
    expect((await fetch(link)).status).toBe(404)
    await context.close()
  })

  test('somebody who is no admin sees who is here, and mutes a space', async () => {
    const person = await server.join('read')
    const space = await createSpace(server, { title: 'Plans' })
    const { page, open, context } = await openConsole(server, browser, person)
    await open(`/orgs/${server.organization}`)
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('listitem').filter({ hasText: person.email }).waitFor()
    expect(await page.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Invite links' }).count()).toBe(0)
    expect(await page.getByLabel(/^Role of/).count()).toBe(0)
    await open(`/spaces/${space.id}`)
    await page.getByRole('button', { name: 'Space actions' }).click()
    await page.getByRole('menuitem', { name: 'Mute notifications' }).click()
    await page.getByText('You no longer hear of “Plans”').waitFor()
    await open(`/orgs/${server.organization}/notifications`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('When somebody mentions you').selectOption('Not at all')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('status').textContent()).toBe('Saved.')
    await page.getByRole('button', { name: 'Unmute: Plans' }).click()
    expect(await page.getByRole('status').textContent()).toContain('Plans')
    const { body } = await person.http.get('/v1/user/notification-settings')
    expect([body.kinds.mentioned, body.mutedSpaces]).toEqual(['off', []])
    await context.close()
  })
})
