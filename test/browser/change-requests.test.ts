// Change requests in a real browser: two people write, review and merge, by mouse and keyboard.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { type Console, openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { PIXEL } from '../support/pixel.ts'
import { type Person, startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

interface Place {
  space: string
  change: string
  pages: Record<string, string>
}

const TEXT = `A delivery counts as received within five seconds.

## Attempts

The pause between two attempts is always sixty seconds.

Replays keep their id.

\`\`\`
ferry endpoints set
  --timeout 5s
\`\`\`

| Attempt | Pause |
|---|---|
| 1 | 60 s |`

const EDITED = `A delivery counts as received within ten seconds, or it failed.

## Attempts

The pause doubles with every failure.

Replays keep their id.

\`\`\`
ferry endpoints set
  --timeout 10s
\`\`\`

| Attempt | Pause |
|---|---|
| 1 | 90 s |
| 2 | 180 s |`

/** A space with a change request that edits, adds, moves and deletes pages. */
async function furnish(): Promise<Place> {
  const { http } = server.admin
  const space = (await createSpace(server, { title: 'Guides' })).id
  const insert = (title: string, ref: string, markdown: string, into?: string) => ({
    operation: 'insert_page',
    title,
    ref,
    document: { markdown },
    ...(into && { into }),
  })
  const { body } = await http.post(`/v1/spaces/${space}/content`, {
    changes: [
      insert('Overview', 'a', 'Nothing changes here.'),
      insert('Retries', 'b', TEXT),
      insert('Alerts', 'c', 'Who is told.'),
      insert('Old policy', 'd', 'Gone soon.'),
    ],
  })
  const ids: string[] = body.changes.map(({ page }: { page: { id: string } }) => page.id)
  const change = (await http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Explain retries' })).body.id
  await http.post(`/v1/spaces/${space}/change-requests/${change}/content`, {
    changes: [
      { operation: 'update_page', page: ids[1], title: 'Retries and pauses', document: { markdown: EDITED } },
      { operation: 'update_page', page: ids[2], into: ids[0] },
      { operation: 'delete_page', page: ids[3] },
      insert('Replay', 'e', 'After an outage, replay what failed.'),
    ],
  })
  const [overview, retries, alerts, old] = ids as [string, string, string, string]
  return { space, change, pages: { overview, retries, alerts, old } }
}

describe.skipIf(!hasChromium)('change requests', () => {
  let browser: Browser
  let place: Place
  let reviewer: Person
  let clash: string
  const wide = { viewport: { width: 1440, height: 900 } }
  const at = (rest = '') => `/spaces/${place.space}/change-requests/${place.change}${rest}`
  beforeAll(async () => {
    browser = await launchChromium()
    place = await furnish()
    reviewer = await server.join('review')
    const teams = `/v1/orgs/${server.organization}/teams`
    const team = (await server.admin.http.put(teams, { title: 'Writers' })).body
    await server.admin.http.put(`${teams}/${team.id}/members/${reviewer.id}`, { role: 'member' })
  })
  afterAll(() => browser?.close())

  const reviewers = ({ page }: Console) => page.getByRole('region', { name: 'Reviewers' })

  test('lists: of the organization and of a space, by state', async () => {
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin, wide)
    await open(`/orgs/${server.organization}/change-requests`)
    await page.getByText('Nothing is in review').waitFor()
    const filters = page.getByRole('navigation', { name: 'Which change requests' })
    await filters.getByRole('link', { name: 'Drafts' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Explain retries #1' }).getByText('Guides').waitFor()
    await filters.getByRole('link', { name: 'Merged' }).click()
    await page.getByText('Nothing was merged yet').waitFor()
    // Lists follow what others do.
    await filters.getByRole('link', { name: 'Archived' }).click()
    await page.getByText('Nothing is archived').waitFor()
    const requests = `/v1/spaces/${(await createSpace(server, { title: 'Aside' })).id}/change-requests`
    await open(`/orgs/${server.organization}/change-requests?show=archived`)
    await page.getByText('Nothing is archived').waitFor()
    const { id } = (await server.admin.http.post(requests, { subject: 'Given up' })).body
    await server.admin.http.patch(`${requests}/${id}`, { status: 'archived' })
    await page.getByRole('link', { name: 'Given up #1' }).waitFor()
    await open(`/spaces/${place.space}/change-requests?show=mine`)
    await page.getByRole('link', { name: 'Explain retries' }).click()
    await page.getByRole('heading', { level: 1, name: 'Explain retries #1' }).waitFor()
    expect(page.url()).toBe(`${server.url}/app${at('/changes')}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the subject is edited where it stands', async () => {
    const { page, open, context } = await openConsole(server, browser, server.admin, wide)
    await open(at('/changes'))
    await page.getByRole('button', { name: 'Edit the subject' }).click()
    const field = page.getByLabel('Subject')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill('Retries, explained')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Retries, explained #1' }).waitFor()
    await page.getByRole('button', { name: 'Add a description' }).click()
    await page.getByLabel('Description').fill('Why deliveries are tried again.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Why deliveries are tried again.').waitFor()
    await context.close()
  })

  test('changes: pages with signs, words, lines of code, cells; folded, side by side, by key', async () => {
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin, wide)
    await open(at('/changes'))
    const list = page.getByRole('navigation', { name: 'Changed pages' })
    await list.getByRole('link', { name: 'Alerts Moved' }).waitFor()
    await list.getByRole('link', { name: 'Replay New' }).waitFor()
    await list.getByRole('link', { name: 'Old policy Deleted' }).waitFor()
    expect(await list.getByRole('link', { name: 'Overview' }).count()).toBe(0)
    const edits = () => page.getByRole('link', { name: 'Edit', exact: true }).getAttribute('href')
    await list.getByRole('link', { name: 'Old policy Deleted' }).click()
    await expect.poll(edits).toBe(`/app${at()}`)
    await list.getByRole('link', { name: 'Retries and pauses Edited' }).click()
    await expect.poll(edits).toBe(`/app${at(`/pages/${place.pages.retries}`)}`)
    const main = page.getByRole('main')
    await main.locator('ins', { hasText: 'ten' }).waitFor()
    expect(await main.locator('del').allTextContents()).toEqual(expect.arrayContaining(['Retries', 'five', '5s']))
    expect(await main.locator('tr.added').allTextContents()).toContainEqual(expect.stringContaining('180'))
    await main
      .getByRole('button', { name: /unchanged/ })
      .first()
      .click()
    await main
      .getByText('Replays keep their id.')
      .or(main.getByRole('heading', { name: 'Attempts' }))
      .first()
      .waitFor()
    await main.getByRole('button', { name: 'Side by side' }).click()
    await main.locator('.hatched').first().waitFor()
    await main.getByRole('button', { name: 'Inline' }).click()
    await main.locator('ins', { hasText: 'ten' }).waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('within')
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toContain('within')
    const marked = page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/viewed'),
    )
    await main.getByLabel('Viewed').check()
    await marked
    await list.getByText('1 of 4 viewed').waitFor()
    // While a newer version is read, what was there stays.
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const newer = page.waitForRequest(/\/revisions\/[^/]+\/page\/[^/]+\/changes/)
    await page.route(/\/revisions\/[^/]+\/page\/[^/]+\/changes/, async (route) => {
      await held
      await route.continue()
    })
    await server.admin.http.post(`/v1${at('/content')}`, {
      changes: [{ operation: 'update_page', page: place.pages.retries, description: 'About attempts' }],
    })
    await newer
    expect(await main.locator('ins', { hasText: 'ten' }).isVisible()).toBe(true)
    goOn()
    await main.getByText('About attempts').waitFor()
    await list.getByText('0 of 4 viewed').waitFor()
    expect(complaints).toEqual([])
    await page.getByRole('button', { name: 'More actions' }).click()
    const handed = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'PDF of the changes' }).click()
    const printed = await fetch((await handed).url())
    expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await context.close()
  })

  test('review and merge: one asks, the other answers, and main has it', async () => {
    await server.admin.http.patch(`/v1/spaces/${place.space}`, { mergeRules: { approvals: 1 } })
    const author = await openConsole(server, browser, server.admin, wide)
    await author.open(at('/changes'))
    await author.page.getByText('Needs the approval of 1 person').waitFor()
    await reviewers(author).getByRole('button', { name: 'Ask for a review' }).click()
    const title = author.page.getByRole('dialog').getByRole('heading', { name: 'Ask for a review' })
    expect(await title.evaluate((each) => getComputedStyle(each).fontSize)).toBe('22px')
    await author.page
      .getByRole('dialog')
      .getByRole('checkbox', { name: /Writers/ })
      .check()
    await author.page.getByRole('button', { name: 'Ask them' }).click()
    await reviewers(author).getByText('Writers · Team').waitFor()
    await reviewers(author).getByText('Waiting').waitFor()
    await author.page.getByText('In review', { exact: true }).first().waitFor()

    const other = await openConsole(server, browser, reviewer, wide)
    await other.open(`/spaces/${place.space}/change-requests?show=review`)
    await other.page.getByRole('link', { name: /Retries, explained/ }).click()
    const own = other.page.getByRole('region', { name: 'Your review' })
    const comment = own.getByRole('textbox', { name: 'Comment' })
    await comment.fill('Is this still true, @')
    await comment.press('End')
    await own.getByRole('option').first().click()
    await own.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PIXEL })
    await expect.poll(() => comment.inputValue()).toMatch(/^Is this still true, @.+!\[plan\.png\]\(http\S+\)\n\n$/s)
    await own.getByRole('button', { name: 'Request changes' }).click()
    await reviewers(other).getByText('Changes requested').waitFor()
    await reviewers(author).getByText('Changes requested').waitFor()
    expect(await reviewers(author).getByText('Writers').count()).toBe(0)
    await author.page.getByRole('link', { name: /^Conversation/ }).click()
    await author.page.getByRole('img', { name: 'plan.png' }).waitFor()
    await author.page.getByRole('link', { name: /^Changes/ }).click()
    await other.page.getByRole('button', { name: 'Approve' }).click()
    await reviewers(other).getByText('Approved').waitFor()
    expect(other.complaints).toEqual([])
    await other.context.close()

    await reviewers(author).getByText('Approved').waitFor()
    await author.page.getByRole('button', { name: 'Merge into main' }).click()
    await author.page.getByText('This was merged.').waitFor()
    await server.admin.http.patch(`/v1/spaces/${place.space}`, { mergeRules: null })
    const { body } = await server.admin.http.get(
      `/v1/spaces/${place.space}/content/page/${place.pages.retries}?format=markdown`,
    )
    expect(body.markdown).toContain('within ten seconds')
    expect(author.complaints).toEqual([])
    await author.context.close()
  })

  test('conflicts: base, yours and theirs; keeping both resolves one, and history has it all', async () => {
    const { http } = server.admin
    const content = (rest: string) => `/v1/spaces/${place.space}${rest}`
    const write = (at: string, text: string) =>
      http.post(content(at), {
        changes: [{ operation: 'update_page', page: place.pages.overview, document: { markdown: text } }],
      })
    const change = (await http.post(content('/change-requests'), { subject: 'Clash' })).body
    await write(`/change-requests/${change.id}/content`, 'Nothing moves here.')
    await write('/content', 'Nothing stays here.')
    clash = `/spaces/${place.space}/change-requests/${change.id}/conflicts`
    const { page, open, context, complaints } = await openConsole(server, browser, server.admin, wide)
    await open(clash)
    const aside = page.getByRole('region', { name: 'When you merge' })
    await aside.getByText('Main has changed since, in the same places.').waitFor()
    const main = page.getByRole('main')
    await main.getByText('There will be conflicts').waitFor()
    expect(await page.getByText('There are no conflicts').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Merge into main' }).isDisabled()).toBe(true)
    await write('/content', 'Nothing changes here.')
    await page.getByText('Main has changed since, without conflicts').waitFor()
    await main.getByText('There are no conflicts.').waitFor()
    expect(await page.getByRole('button', { name: 'Merge into main' }).isEnabled()).toBe(true)
    await write('/content', 'Nothing stays here.')
    await aside.getByText('Main has changed since, in the same places.').waitFor()
    await main.getByRole('button', { name: 'Update from main' }).click()
    const section = page.getByRole('region', { name: 'Both sides changed this' })
    await section.locator('ins', { hasText: 'moves' }).waitFor()
    await section.locator('ins', { hasText: 'stays' }).waitFor()
    await section.getByRole('button', { name: 'Show base' }).click()
    await section.getByText('Nothing changes here.').waitFor()
    await page.getByText('Choose what to keep first.').waitFor()
    // On a phone, nothing of it is cut at the side.
    await page.setViewportSize({ width: 390, height: 844 })
    for (const cut of [
      section,
      section.getByRole('button'),
      page.getByRole('link', { name: /Edit the page|^Change req/ }),
    ])
      for (const each of await cut.all()) {
        const { x, width } = (await each.boundingBox()) ?? { x: 0, width: 0 }
        expect(x + width).toBeLessThanOrEqual(390)
      }
    await page.setViewportSize(wide.viewport)
    await section.getByRole('button', { name: 'Keep both' }).click()
    await page.getByRole('button', { name: 'Mark as resolved' }).click()
    await page.getByText('Resolved with a text made of both.').waitFor()
    await page.getByText('No conflicts with main').waitFor()
    const other = await openConsole(server, browser, reviewer, wide)
    await other.open(`/spaces/${place.space}/pages/${place.pages.overview}`)
    const text = other.page.getByRole('textbox', { name: 'Page content' })
    await text.getByText('Nothing stays here.').waitFor()
    await page.getByRole('button', { name: 'Merge into main' }).click()
    await page.getByText('This was merged.').waitFor()
    // Whoever has the page open sees what was merged.
    await text.getByText('Nothing moves here.').waitFor()
    await other.context.close()
    const { body } = await http.get(content(`/content/page/${place.pages.overview}?format=markdown`))
    expect(body.markdown).toContain('Nothing moves here.\n\nNothing stays here.')

    await open(`/spaces/${place.space}/history`)
    const ways = page.getByRole('navigation', { name: 'In this space' })
    await ways.getByRole('link', { name: 'Change requests' }).click()
    await ways.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Merged #2 Clash' }).click()
    await page.getByRole('main').locator('.change').first().waitFor()
    await open(`/spaces/${place.space}/~/diff/~/revisions/${(await http.get(content(''))).body.revision}`)
    await page.getByRole('main').locator('ins').first().waitFor()
    expect(page.url()).toMatch(/\/revisions\/[^/]+\/changes$/)
    const quiet = (await http.post(content('/change-requests'))).body
    const describe = { operation: 'update_page', page: place.pages.retries, description: 'In short' }
    await http.post(content(`/change-requests/${quiet.id}/content`), { changes: [describe] })
    await http.post(content(`/change-requests/${quiet.id}/merge`))
    await open(`/spaces/${place.space}/pages/${place.pages.retries}/history`)
    await page.getByText(`merged #${quiet.number} Untitled, `).waitFor()
    await page.getByRole('link', { name: 'Who wrote this' }).click()
    await page.getByRole('main').locator('.wrote').first().waitFor()
    expect(await page.getByRole('main').getByText('Replays keep their id.').count()).toBe(1)
    await open(`/spaces/${place.space}/history`)
    await page.getByRole('link', { name: 'Roll back' }).first().click()
    await page.getByRole('button', { name: 'Roll back to this revision' }).click()
    await page.getByRole('link', { name: 'Rolled back' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('conflicts and history have no accessibility fault, in light or dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, open, context } = await openConsole(server, browser, server.admin, {
        ...wide,
        colorScheme,
        bypassCSP: true,
      })
      await open(clash)
      await page.getByRole('region', { name: 'Both sides changed this' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await open(`/spaces/${place.space}/history`)
      await page.getByRole('link', { name: 'Rolled back' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await context.close()
    }
  })

  test('no screen has an accessibility fault, in light or dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, open, context } = await openConsole(server, browser, server.admin, {
        ...wide,
        colorScheme,
        bypassCSP: true,
      })
      await open(`/orgs/${server.organization}/change-requests?show=merged`)
      await page.getByRole('link', { name: /Retries, explained/ }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await open(at(`/changes/pages/${place.pages.retries}`))
      await page.locator('ins').first().waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await context.close()
    }
  })
})
