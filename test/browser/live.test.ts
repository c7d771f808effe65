// Several people in the console at once, in real browsers: what one does, the others see without a reload.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playRound, START } from '../../prove/writing.ts'
import { hasChromium, launchChromium } from '../support/chromium.ts'
import { type Console, openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { type Person, startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })
const viewport = { width: 1440, height: 900 }

async function createPage(markdown: string): Promise<{ space: string; pageId: string }> {
  const space = (await createSpace(server, { title: 'Together' })).id
  const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Shared', document: { markdown } }],
  })
  return { space, pageId: body.changes[0].page.id }
}

const stored = async (space: string, page: string): Promise<{ title: string; markdown: string }> =>
  (await server.admin.http.get(`/v1/spaces/${space}/content/page/${page}?format=markdown`)).body

describe.skipIf(!hasChromium)('people at once', () => {
  let browser: Browser
  let writer: Person
  beforeAll(async () => {
    browser = await launchChromium()
    writer = await server.join('edit')
  })
  afterAll(() => browser?.close())

  /** A page of main content, which two people have open. */
  async function openTogether(markdown: string) {
    const { space, pageId } = await createPage(markdown)
    const open = async (person: Person) => {
      const opened = await openConsole(server, browser, person, { viewport })
      await opened.open(`/spaces/${space}/pages/${pageId}`)
      const text = opened.page.getByRole('textbox', { name: 'Page content' })
      await text.waitFor()
      return { ...opened, text, saved: () => saved(opened) }
    }
    const first = await open(server.admin)
    const second = await open(writer)
    const close = () => Promise.all([first.context.close(), second.context.close()])
    return { space, first, second, close, stored: () => stored(space, pageId) }
  }

  const saved = ({ page }: Console) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

  test('they see each other, and what the other writes, and keep their place', async () => {
    const { space, first, second, close, stored } = await openTogether('One.\n\nTwo.')
    await first.page.getByRole('list', { name: 'Also here' }).getByRole('link').waitFor()
    await second.page.getByRole('list', { name: 'Also here' }).getByRole('link').waitFor()
    await first.text.getByText('Two.').click()
    await first.page.keyboard.press('End')
    await first.page.keyboard.type(' Here')
    await second.text.getByText('Two. Here').waitFor()
    await second.page.locator('.other-caret').waitFor()
    await second.text.getByText('One.').click()
    await second.page.keyboard.press('End')
    await second.page.keyboard.type(' And more.')
    await first.text.getByText('One. And more.').waitFor()
    await first.page.keyboard.type(' and there.')
    await first.saved()
    await second.text.getByText('Two. Here and there.').waitFor()
    await second.page.getByLabel('Page title').fill('Renamed')
    await second.saved()
    await expect.poll(() => first.page.getByLabel('Page title').inputValue()).toBe('Renamed')
    await first.page.getByRole('treeitem', { name: 'Renamed' }).waitFor()
    await first.page.keyboard.type(' Done.')
    await expect.poll(async () => (await stored()).markdown).toContain('Two. Here and there. Done.')
    expect(await stored()).toMatchObject({ title: 'Renamed', markdown: expect.stringContaining('One. And more.') })
    await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'By a script' }],
    })
    await second.page.getByRole('treeitem', { name: 'By a script' }).waitFor()
    expect([...first.complaints, ...second.complaints]).toEqual([])
    await close()
  })

  test('somebody who was away gets what was missed, and keeps what they typed meanwhile', async () => {
    const { first, second, close, stored } = await openTogether('One.\n\nTwo.')
    await first.context.setOffline(true)
    await first.text.getByText('One.').click()
    await first.page.keyboard.press('End')
    await first.page.keyboard.type(' Typed without a network.')
    await second.text.getByText('Two.').click()
    await second.page.keyboard.press('End')
    await second.page.keyboard.type(' Typed meanwhile.')
    await second.saved()
    await first.context.setOffline(false)
    await first.text.getByText('Two. Typed meanwhile.').waitFor()
    await second.text.getByText('One. Typed without a network.').waitFor()
    expect((await stored()).markdown).toContain('One. Typed without a network.\n\nTwo. Typed meanwhile.')
    await close()
  })

  test('everything that two people type at random places is there, through lost networks and reloads', async () => {
    const people = [
      await openConsole(server, browser, server.admin),
      await openConsole(server, browser, writer),
    ] as const
    for (let round = 0; round < 2; round++) {
      const { space, pageId } = await createPage(START)
      const { faults, words } = await playRound({
        address: `${server.url}/app/spaces/${space}/pages/${pageId}`,
        stored: () => stored(space, pageId).then(({ markdown }) => markdown),
        people: [people[0].context, people[1].context],
        random: Math.random,
      })
      expect(faults).toEqual([])
      expect(words).toBeGreaterThan(0)
    }
    for (const { context } of people) await context.close()
  })
})
