// Comments in a real browser: two people talk about words, a block and a change request, and see each other's words at once.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { PIXEL } from '../support/pixel.ts'
import { type Person, startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })
const wide = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

const TEXT = 'A delivery counts as received within ten seconds.\n\nAnything else is a failed attempt.'

async function furnish() {
  const { http } = server.admin
  const space = (await createSpace(server, { title: 'Guides' })).id
  const { body } = await http.post(`/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Retries', document: { markdown: TEXT } }],
  })
  return { space, pageId: body.changes[0].page.id as string }
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const said = (page: Page, words: string) => panel(page).getByRole('article').filter({ hasText: words })

/** Selects words of a text that is read. */
const selectWords = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('.prose')!, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(wanted)
      if (at >= 0) getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length)
    }
  }, words)

describe.skipIf(!hasChromium)('comments', () => {
  let browser: Browser
  let reader: Person
  beforeAll(async () => {
    browser = await launchChromium()
    reader = await server.join('comment')
  })
  afterAll(() => browser?.close())

  test('words: commented on, answered, followed through edits, resolved, linked to, deleted', async () => {
    const { space, pageId } = await furnish()
    const writing = await openConsole(server, browser, server.admin, wide)
    await writing.open(`/spaces/${space}/pages/${pageId}`)
    const text = writing.page.getByRole('textbox', { name: 'Page content' })
    await text.waitFor()
    // What was said before the first visit counts as read.
    await expect
      .poll(async () => (await server.admin.http.get(`/v1/spaces/${space}/unread-comments`)).body.since)
      .toBeDefined()
    const reading = await openConsole(server, browser, reader, wide)
    await reading.open(`/spaces/${space}/pages/${pageId}`)
    await reading.page.getByText('within ten seconds').waitFor()
    await selectWords(reading.page, 'ten seconds')
    await reading.page.getByRole('button', { name: 'Comment', exact: true }).click()
    const field = panel(reading.page).getByRole('textbox', { name: 'Comment on “ten seconds”' })
    await field.fill('Is this **still** true?')
    await panel(reading.page).getByRole('button', { name: 'Comment', exact: true }).click()
    await said(reading.page, 'Is this still true?').waitFor()
    await reading.page.locator('mark.commented', { hasText: 'ten seconds' }).waitFor()

    const mark = text.locator('mark.commented')
    await mark.waitFor()
    await writing.page.getByRole('button', { name: 'Comments, 1 open, 1 unread' }).waitFor()
    await mark.click()
    await said(writing.page, 'Is this still true?').getByText('still', { exact: true }).waitFor()
    await writing.page.getByRole('button', { name: 'Comments, 1 open', exact: true }).waitFor()
    const answer = panel(writing.page).getByRole('textbox', { name: 'Reply' })
    await answer.fill('Since 3.1, see @')
    await answer.press('End')
    await panel(writing.page).getByRole('option').first().waitFor()
    await answer.fill('Since 3.1.')
    const form = panel(writing.page).locator('form', { has: writing.page.getByRole('textbox', { name: 'Reply' }) })
    await form.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PIXEL })
    await expect.poll(() => answer.inputValue()).toMatch(/^Since 3\.1\.\n\n!\[plan\.png\]\(http\S+\)\n\n$/)
    await form.getByRole('button', { name: 'Reply' }).click()
    await said(reading.page, 'Since 3.1.').getByRole('img', { name: 'plan.png' }).waitFor()

    await text.getByText('A delivery counts').click()
    await writing.page.keyboard.press('Home')
    await writing.page.keyboard.type('Note: ')
    await reading.page.getByText('Note: A delivery').waitFor()
    await expect.poll(() => reading.page.locator('mark.commented').textContent()).toBe('ten seconds')
    expect(await mark.textContent()).toBe('ten seconds')

    await said(reading.page, 'Is this').getByRole('button', { name: 'Add a reaction' }).click()
    await reading.page.getByRole('menuitem', { name: '👍' }).click()
    await said(writing.page, 'Is this').getByRole('button', { name: '👍, 1' }).waitFor()
    await said(reading.page, 'Is this')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await reading.page.getByRole('menuitem', { name: 'Edit' }).click()
    const edited = panel(reading.page).getByRole('textbox', { name: 'Edit' })
    await expect.poll(() => edited.inputValue()).toBe('Is this **still** true?')
    await edited.fill('Is it ten?')
    await panel(reading.page).getByRole('button', { name: 'Save' }).click()
    await said(writing.page, 'Is it ten?').getByText('edited').waitFor()

    await panel(writing.page).getByRole('button', { name: 'Resolve', exact: true }).click()
    await panel(reading.page).getByText('Resolved by').waitFor()
    await panel(reading.page).getByRole('button', { name: 'Reopen' }).click()
    await panel(writing.page).getByRole('button', { name: 'Resolve', exact: true }).waitFor()

    // A block that the server does not know yet.
    await writing.page.route(/\/content\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await text.getByText('Anything else').click()
    await writing.page.keyboard.press('End')
    await writing.page.keyboard.press('Enter')
    await writing.page.keyboard.type('Unsaved')
    await text.getByText('Unsaved').waitFor()
    await writing.page.keyboard.press('Shift+Home')
    await writing.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await panel(writing.page).getByRole('textbox', { name: 'Comment on “Unsaved”' }).fill('About new words')
    await panel(writing.page).getByRole('button', { name: 'Comment', exact: true }).click()
    await said(reading.page, 'About new words').waitFor()
    await reading.page.getByRole('button', { name: 'Comments, 2 open, 1 unread' }).waitFor()
    await panel(reading.page).getByRole('button', { name: 'Mark it as read' }).click()
    await reading.page.getByRole('button', { name: 'Comments, 2 open', exact: true }).waitFor()

    const { body } = await server.admin.http.get(`/v1/spaces/${space}/comments?order=asc`)
    await reading.open(`/spaces/${space}/pages/${pageId}?comment=${body.items[0].id}`)
    await said(reading.page, 'Since 3.1.').waitFor()
    await said(reading.page, 'Is it ten?')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await reading.page.getByRole('menuitem', { name: 'Delete' }).click()
    await reading.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => text.locator('mark.commented').allTextContents()).toEqual(['Unsaved'])
    // Whoever had the deleted conversation open asked for its replies once more.
    expect([...writing.complaints, ...reading.complaints].filter((each) => !each.includes('404'))).toEqual([])
    await Promise.all([writing.context.close(), reading.context.close()])
  })

  test('a change request: its conversation, comments on blocks, and those whose block is gone; by key and on a phone', async () => {
    const { space, pageId } = await furnish()
    const { http } = server.admin
    const draft = (await http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Retries' })).body.id
    const at = `/v1/spaces/${space}/change-requests/${draft}`
    const { nodes } = (await http.get(`${at}/content/page/${pageId}?format=document`)).body.document
    for (const [place, words] of [nodes[0].key, nodes[1].key].entries())
      await http.post(`${at}/comments`, { page: pageId, node: words, body: { markdown: `About block ${place + 1}` } })
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin, wide)
    await open(`/spaces/${space}/change-requests/${draft}/changes`)
    await page.getByRole('link', { name: 'Conversation 2' }).click()
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Ship it on Friday?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const talk = page.getByRole('main')
    await talk.getByRole('article').filter({ hasText: 'Ship it on Friday?' }).waitFor()
    await page.getByRole('link', { name: 'Conversation 3' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await talk.getByRole('listitem').filter({ hasText: 'About block 2' }).getByRole('link', { name: 'Retries' }).click()
    await panel(page).getByRole('listitem').filter({ hasText: 'About block 2' }).getByRole('textbox').waitFor()
    await page.locator('.commented-block.on', { hasText: 'Anything else' }).waitFor()
    await panel(page).getByRole('heading', { name: 'Comments' }).click()
    await page.keyboard.press('p')
    await page.locator('.commented-block.on', { hasText: 'A delivery' }).waitFor()
    await page.keyboard.press('n')
    await page.locator('.commented-block.on', { hasText: 'Anything else' }).waitFor()
    await http.post(`${at}/content`, {
      changes: [{ operation: 'update_page', page: pageId, document: { markdown: TEXT.split('\n')[0] } }],
    })
    const lost = panel(page).getByRole('list', { name: 'No longer in the page' })
    await lost.getByText('About block 2').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await lost.getByText('About block 2').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await page.getByRole('main').count()).toBe(0)
    await panel(page).press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    const button = page.getByRole('button', { name: /^Comments/ })
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true)
    await button.press('Enter')
    await lost.getByText('About block 2').waitFor()
    await expect.poll(() => panel(page).evaluate((each) => each.contains(document.activeElement))).toBe(true)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('in the changes of a change request: blocks and words, marked, answered and resolved', async () => {
    const { space, pageId } = await furnish()
    const { http } = server.admin
    const draft = (await http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Explain' })).body.id
    const at = `/v1/spaces/${space}/change-requests/${draft}`
    const changed = `${TEXT.replace('within ten seconds', 'after ten minutes')}\n\nThis was added.`
    await http.post(`${at}/content`, {
      changes: [{ operation: 'update_page', page: pageId, document: { markdown: changed } }],
    })
    const { page, open, context, complaints } = await openConsole(server, browser, reader, { ...wide, hasTouch: true })
    await open(`/spaces/${space}/change-requests/${draft}/changes`)
    const main = page.getByRole('main')
    const added = main.locator('.change.added p')
    await added.hover()
    await main.getByRole('button', { name: 'Comment on this block' }).click()
    const write = panel(page).getByRole('textbox', { name: 'Comment on this block' })
    await write.fill('Why?')
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await main.locator('.commented-block.on', { hasText: 'This was added.' }).waitFor()
    const listed = async () => (await http.get(`${at}/comments`)).body.items
    expect(await listed()).toMatchObject([{ target: { page: { id: pageId }, node: { preview: 'This was added.' } } }])

    // What was removed is no part of the words, and nobody comments on it.
    await main.locator('.change.edited p').evaluate((block) => getSelection()!.selectAllChildren(block))
    await page.locator('.menu').getByRole('button', { name: 'Comment', exact: true }).click()
    await panel(page)
      .getByRole('textbox', { name: /^Comment on “/ })
      .fill('Minutes?')
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await main.locator('mark.commented.on', { hasText: 'minutes' }).waitFor()
    expect(await main.locator('del mark').count()).toBe(0)
    const quotes = (await listed()).map(
      (comment: { target: { node: { range?: { quote: string } } } }) => comment.target.node.range?.quote,
    )
    expect(quotes).toContain('A delivery counts as received after ten minutes.')
    expect(await accessibilityFaults(page)).toEqual([])

    // The review is in place of the conversations again, and the mark leads back.
    await panel(page).getByRole('button', { name: 'Close the comments' }).click()
    await page.getByRole('button', { name: 'Merge into main' }).or(page.getByText('Reviewers of this space')).waitFor()
    await added.click()
    await said(page, 'Why?').waitFor()
    await panel(page).getByRole('textbox', { name: 'Reply' }).fill('Because.')
    const thread = panel(page).locator('.thread.on')
    await thread.getByRole('button', { name: 'Reply', exact: true }).click()
    await said(page, 'Because.').waitFor()
    await thread.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('The conversation is resolved').waitFor()

    // By key: to a change, and to a comment on it.
    await panel(page).getByRole('heading', { name: 'Comments' }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await panel(page).getByRole('textbox', { name: 'Comment on this block' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await panel(page).getByRole('button', { name: 'Close the comments' }).click()
    await main.locator('mark.commented').first().click()
    await said(page, 'Minutes?').waitFor()
    await panel(page).getByRole('button', { name: 'Close the comments' }).click()
    await added.tap()
    await main.getByRole('button', { name: 'Comment on this block' }).tap()
    await panel(page).getByRole('textbox', { name: 'Comment on this block' }).waitFor()
    // A sequence that ends with the key is none of it.
    await panel(page).getByRole('button', { name: 'Close the comments' }).click()
    await main.locator('.change.added').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL(`**/orgs/${server.organization}/change-requests`)
    expect(complaints).toEqual([])
    await context.close()
  })
})
