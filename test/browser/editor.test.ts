// Writing in the console, in a real browser: typing, blocks by `/` and by markdown, saving into one's own draft.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Block, Document } from '../../src/engine/document.ts'
import { textOf } from '../../src/engine/text.ts'
import { walk } from '../../src/engine/walk.ts'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })
const viewport = { width: 1440, height: 900 }

const EVERY_BLOCK = `First words.

{% hint style="warning" %}
Mind.
{% endhint %}

- [ ] open
- [x] done

\`\`\`js
let a
\`\`\`

{% tabs %}
{% tab title="One" %}
1
{% endtab %}
{% endtabs %}

<details><summary>Why?</summary>

Because.

</details>

$$
a^2
$$

| A | B |
|---|---|
| 1 | 2 |

---
`

async function createPage(markdown: string): Promise<{ space: string; pageId: string }> {
  const space = (await createSpace(server, { title: 'Writing' })).id
  const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Draft me', document: { markdown } }],
  })
  await server.admin.http.patch(`/v1/spaces/${space}`, { editMode: 'locked' })
  return { space, pageId: body.changes[0].page.id }
}

/** The document at an address of the console, as the API has it. */
async function readAt(url: string): Promise<Document> {
  const path = new URL(url).pathname.replace('/app', '').replace('/pages/', '/content/page/')
  return (await server.admin.http.get(`/v1${path}?format=document&schema=next`)).body.document
}

/** Presses a key that moves the cursor, and waits until the page has heard of it: nobody types that fast. */
async function go(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
}

const outline = (nodes: readonly Block[]) => nodes.map((block) => `${block.type}: ${textOf(block)}`)

describe.skipIf(!hasChromium)('the editor', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  const write = async (markdown: string) => {
    const place = await createPage(markdown)
    const opened = await openConsole(server, browser, server.admin, { viewport })
    await opened.open(`/spaces/${place.space}/pages/${place.pageId}`)
    const text = opened.page.getByRole('textbox', { name: 'Page content' })
    await text.waitFor()
    const saved = () => opened.page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    return { ...place, ...opened, text, saved }
  }

  test('what is typed goes to a draft of one’s own, opened at the first keystroke', async () => {
    const { page, saved, complaints, context, text } = await write('One two three.')
    await text.getByText('One two three.').click()
    await go(page, 'End')
    await page.keyboard.type(' Four.')
    await saved()
    await page.waitForURL(/change-requests/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('## Five')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- six')
    await page.keyboard.press('Enter')
    await page.keyboard.type('seven with **bold** words')
    await saved()
    const { nodes } = await readAt(page.url())
    expect(outline(nodes)).toEqual([
      'paragraph: One two three. Four.',
      'heading-1: Five',
      'list-unordered: six\nseven with bold words',
    ])
    const leaves = walk(nodes[2]!).flatMap(({ node }) => (node.object === 'text' ? node.leaves : []))
    expect(leaves.find(({ text }) => text === 'bold')?.marks).toEqual([{ object: 'mark', type: 'bold' }])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('`/` opens the menu of blocks: arrow keys and Enter choose, Escape closes it', async () => {
    const { page, saved, complaints, context, text } = await write('First.')
    await text.getByText('First.').click()
    await go(page, 'End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Blocks' })
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/hint')
    await menu.getByRole('option', { name: /^Hint/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mind the gap.')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/code')
    await page.keyboard.press('Enter')
    await page.keyboard.type('a = 1')
    await page.keyboard.press('Enter')
    await page.keyboard.type('  b = 2')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('[] Do it')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('/columns')
    await page.keyboard.press('Enter')
    expect(await text.locator('[data-placeholder="What the column shows"]').count()).toBe(2)
    await page.keyboard.type('Left')
    await page.keyboard.press('Control+/')
    await page.getByRole('menuitem', { name: 'Column settings' }).click()
    await page.getByRole('dialog').getByLabel('Width in percent').fill('30')
    await page.getByRole('button', { name: 'Apply' }).click()
    const box = (await text.boundingBox())!
    await page.mouse.click(box.x + 40, box.y + box.height - 4)
    await page.keyboard.type('Below.')
    await saved()
    const { nodes } = await readAt(page.url())
    expect(outline(nodes)).toEqual([
      'paragraph: First.',
      'hint: Mind the gap.',
      'code: a = 1\n  b = 2',
      'list-tasks: Do it',
      'columns: Left',
      'paragraph: Below.',
    ])
    const [left, right] = (nodes[4]!.nodes as Block[]).map(({ data }) => data)
    expect(left).toEqual({ width: { unit: '%', value: 30 } })
    expect(right).toEqual({})
    expect(complaints).toEqual([])
    await context.close()
  })

  test('blocks are moved, duplicated, removed and set by keyboard and by their menu, and all of it is undone', async () => {
    const { page, saved, context, text } = await write('One.\n\nTwo.\n\n```js\nlet a\n```')
    const shown = () => text.locator(':scope > *').allInnerTexts()
    const texts = ['One.', 'Two.']
    await text.getByText('One.').click()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await shown()).slice(0, 2)).toEqual(texts.toReversed())
    await page.keyboard.press('Control+Shift+D')
    await expect.poll(async () => (await shown()).slice(0, 3)).toEqual(['Two.', 'One.', 'One.'])
    await text.getByText('Two.').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(async () => (await shown()).slice(0, 2)).toEqual(['One.', 'One.'])
    await text.getByText('let a').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Code settings' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('main.js')
    await page.getByRole('dialog').getByLabel('Line numbers').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await saved()
    const { nodes } = await readAt(page.url())
    expect(outline(nodes)).toEqual(['paragraph: One.', 'paragraph: One.', 'code: main.js\nlet a'])
    expect(nodes[2]!.data).toEqual({ syntax: 'js', title: 'main.js', lineNumbers: true })
    expect(new Set(nodes.map(({ key }) => key)).size).toBe(3)
    for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z')
    await expect.poll(async () => (await shown()).slice(0, 2)).toEqual(texts)
    await context.close()
  })

  test('a long page is laid out in groups of blocks, and the keys work across them', async () => {
    const COUNT = 320
    // Groups have 50 blocks: the 50th is the last of one, the 51st the first of the next.
    const blocks = Array.from({ length: COUNT }, (_, at) => (at === 25 ? '> Quoted 26.' : `Line ${at + 1}.`))
    const { page, complaints, context, text } = await write(blocks.join('\n\n'))
    const near = (from: number, to: number) =>
      text.evaluate(
        (element, [from, to]) => [...element.children].slice(from! - 1, to).map((child) => child.textContent),
        [from, to],
      )
    const allShown = () => text.evaluate((element) => [...element.children].every((child) => child.assignedSlot))
    await expect.poll(() => text.evaluate((element) => element.shadowRoot?.childElementCount)).toBe(7)
    await text.getByText('Line 50.', { exact: true }).click()
    await go(page, 'End')
    await go(page, 'ArrowDown')
    await page.keyboard.type('!')
    await go(page, 'ArrowUp')
    await go(page, 'End')
    await page.keyboard.type('?')
    await expect.poll(() => near(50, 51)).toEqual(['Line 50.?', 'Line 51.!'])
    await go(page, 'Shift+ArrowDown')
    await page.keyboard.type(' and ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('New')
    await expect.poll(() => near(49, 52)).toEqual(['Line 49.', 'Line 50.? and ', 'New', 'Line 52.'])
    await go(page, 'ArrowDown')
    await go(page, 'Home')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => near(49, 51)).toEqual(['Line 49.', 'NewLine 52.', 'Line 50.? and '])
    for (let line = 0; line < 60; line++) await page.keyboard.press('Enter')
    await page.keyboard.type('Far')
    await expect.poll(() => near(110, 112)).toEqual(['Far' + 'Line 52.', 'Line 50.? and ', 'Line 53.'])
    expect(await allShown()).toBe(true)
    await go(page, 'Control+End')
    await page.keyboard.type('!')
    await expect.poll(() => near(COUNT + 59, COUNT + 59)).toEqual([`Line ${COUNT}.!`])
    await go(page, 'Control+Home')
    const title = await page.getByRole('textbox', { name: 'Page title' }).boundingBox()
    expect(title!.y).toBeGreaterThan(0)
    await page.keyboard.press('Control+f')
    await page.getByRole('search').getByRole('textbox', { name: 'Find' }).fill('Line 200.')
    const top = () => text.getByText('Line 200.', { exact: true }).evaluate((one) => one.getBoundingClientRect().top)
    await expect.poll(async () => (await top()) > 0 && (await top()) < 900).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect.poll(() => near(1, 2)).toEqual([''])
    await page.keyboard.press('Control+z')
    await expect.poll(() => near(1, 3)).toEqual(['Line 1.', 'Line 2.', 'Line 3.'])
    expect(await allShown()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('links lead to pages, headings, files and URLs, by the toolbar and by `[[`', async () => {
    const { page, saved, context, text, pageId, space } = await write('Read this.\n\n## Timetable')
    const fare = { name: 'fares.pdf', base64: Buffer.from('%PDF').toString('base64') }
    const changes = [{ operation: 'insert_files', files: [fare] }]
    await server.admin.http.patch(`/v1/spaces/${space}`, { editMode: 'live' })
    await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    await server.admin.http.patch(`/v1/spaces/${space}`, { editMode: 'locked' })
    await text.getByText('Read this.').click()
    await go(page, 'Home')
    for (let letter = 0; letter < 4; letter++) await go(page, 'Shift+ArrowRight')
    await page.getByRole('toolbar', { name: 'Text style' }).getByRole('button', { name: 'Link' }).click()
    await page.getByRole('textbox', { name: 'Link to' }).fill('example.com/a')
    await page.keyboard.press('Enter')
    await go(page, 'End')
    await page.getByRole('toolbar').waitFor({ state: 'hidden' })
    await page.keyboard.type(' And [[Draft')
    await page.getByRole('option', { name: /Draft me/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('! [[fares')
    await page.getByRole('option', { name: /fares.pdf/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' [[Draft me#time')
    await page.getByRole('option', { name: /Timetable/ }).waitFor()
    await page.keyboard.press('Enter')
    await saved()
    const [paragraph] = (await readAt(page.url())).nodes
    const links = paragraph!.nodes!.filter(({ object }) => object === 'inline') as unknown as Block[]
    expect(links.map((link) => [textOf(link), link.data!.ref])).toEqual([
      ['Read', { kind: 'url', url: 'https://example.com/a' }],
      ['Draft me', { kind: 'page', page: pageId }],
      ['fares.pdf', { kind: 'file', file: expect.any(String) }],
      ['Timetable', { kind: 'anchor', page: pageId, anchor: 'timetable' }],
    ])
    expect(textOf(paragraph!)).toBe('Read this. And Draft me! fares.pdf Timetable')
    await context.close()
  })

  test('markdown, HTML and lines of code are pasted as blocks, an address onto words as a link', async () => {
    const { page, saved, context, text } = await write('Words.')
    const pasteInto = (data: Record<string, string>) =>
      text.evaluate((element, given) => {
        const clipboardData = new DataTransfer()
        for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, data)
    await text.getByText('Words.').click()
    await go(page, 'Home')
    await go(page, 'Control+Shift+ArrowRight')
    await pasteInto({ 'text/plain': 'https://example.com/x' })
    await go(page, 'End')
    await page.getByRole('toolbar').waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    await pasteInto({ 'text/plain': video })
    await text.locator('.drawn[data-type=embed]').getByText('YouTube', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await text.locator('a.link').getByText(video).waitFor()
    await page.keyboard.press('Control+Shift+z')
    await text.locator('.drawn[data-type=embed]').waitFor()
    await pasteInto({ 'text/plain': '## Title\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n- [x] done' })
    await text.getByRole('heading', { name: 'Title' }).waitFor()
    await go(page, 'Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await pasteInto({
      'text/html': '<h2>From the web</h2><ol><li>one</li></ol><pre><code class="language-js">a\nb</code></pre>',
      'text/plain': 'From the web',
    })
    await text.getByText('From the web').waitFor()
    await saved()
    const { nodes } = await readAt(page.url())
    expect(nodes.map(({ type }) => type)).toEqual([
      'paragraph',
      'embed',
      'heading-1',
      'table',
      'list-tasks',
      'heading-1',
      'list-ordered',
      'code',
    ])
    expect(nodes[0]!.nodes).toMatchObject([{ type: 'link', data: { ref: { kind: 'url' } } }, { object: 'text' }])
    expect(nodes.at(-1)).toMatchObject({
      data: { syntax: 'js' },
      nodes: [{ type: 'code-line' }, { type: 'code-line' }],
    })
    await context.close()
  })

  test('what Google Docs and Word copy keeps its emphasis and its lists', async () => {
    const { page, saved, context, text, complaints } = await write('Words.')
    const pasteInto = (html: string) =>
      text.evaluate((element, given) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', given)
        clipboardData.setData('text/plain', 'plain')
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, html)
    await text.getByText('Words.').click()
    await page.keyboard.press('Control+a')
    await pasteInto(
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain, </span><span style="font-weight:700">bold</span><span style="font-style:italic">, italic</span></p></b>',
    )
    await text.getByText('bold', { exact: true }).waitFor()
    await go(page, 'Control+End')
    await page.keyboard.press('Enter')
    const sign = (text: string) =>
      `<![if !supportLists]><span style='mso-list:Ignore'>${text}<span>&nbsp; </span></span><![endif]>`
    const item = (text: string, level: number, mark: string) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>${sign(mark)}${text}<o:p></o:p></p>`
    await pasteInto(
      `<style>p.MsoNormal { margin: 0 }</style><p class=MsoNormal>Rules<o:p></o:p></p>${item('One', 1, '1.')}${item('Inner', 2, 'o')}${item('Two', 1, '2.')}`,
    )
    await text.getByText('Inner').waitFor()
    await saved()
    const path = new URL(page.url()).pathname.replace('/app', '').replace('/pages/', '/content/page/')
    const { body } = await server.admin.http.get(`/v1${path}?format=markdown`)
    expect(body.markdown).toContain('Plain, **bold**_, italic_')
    expect(body.markdown).toMatch(/Rules\s+1\. One\s+\* Inner\s+2\. Two/)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('pictures are chosen, uploaded and drawn, and have a text, a width and a twin for the dark', async () => {
    const { page, saved, context, text } = await write('Look:')
    await text.getByText('Look:').click()
    await go(page, 'End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/image')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('option', { name: /^Image/ }).click()
    const buffer = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100"/></svg>',
    )
    const file = (name: string) => ({ name, mimeType: 'image/svg+xml', buffer })
    await (await chooser).setFiles([file('day.svg'), file('map.svg')])
    await text.locator('img').nth(1).waitFor()
    await page.keyboard.type('Below them.')
    await text.getByRole('button', { name: 'Add alternative text' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Image settings' })
    await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('The pier by day')
    await dialog.getByRole('spinbutton', { name: 'Width' }).fill('50')
    const twin = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Upload: Picture in the dark' }).click()
    await (await twin).setFiles([file('night.svg')])
    const dark = dialog.getByRole('combobox', { name: 'Picture in the dark' })
    await expect.poll(() => dark.locator('option:checked').textContent()).toBe('night.svg')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await text.getByRole('button', { name: 'Add alternative text' }).click()
    await dialog.getByRole('checkbox', { name: /decoration/ }).check()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await text.locator('figure').first().hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    const third = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Add another picture beside it' }).click()
    await (await third).setFiles([file('third.svg')])
    await text.locator('figure').nth(2).waitFor()
    await saved()
    const { nodes } = await readAt(page.url())
    expect(textOf(nodes[2]!)).toBe('Below them.')
    expect(nodes[1]).toMatchObject({
      type: 'images',
      nodes: [
        {
          type: 'image',
          data: {
            ref: { kind: 'file' },
            refDark: { kind: 'file' },
            alt: 'The pier by day',
            width: { unit: '%', value: 50 },
          },
        },
        { type: 'image', data: { ref: { kind: 'file' } } },
        { type: 'image', data: { ref: { kind: 'file' }, alt: '' } },
      ],
    })
    await context.close()
  })

  test('a new block whose settings are cancelled is not there, and typing goes on in its place', async () => {
    const { page, saved, context, text } = await write('One.')
    await text.getByText('One.').click()
    const dialog = page.getByRole('dialog')
    for (const name of ['Embed', 'Formula', 'Condition']) {
      await go(page, 'End')
      await page.keyboard.press('Enter')
      await page.keyboard.type(`/${name}`)
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.keyboard.type(`No ${name}.`)
    }
    await text.getByText('One.').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Show to some readers only' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await saved()
    const { nodes } = await readAt(page.url())
    expect(outline(nodes)).toEqual(
      ['One.', 'No Embed.', 'No Formula.', 'No Condition.'].map((line) => `paragraph: ${line}`),
    )
    await context.close()
  })

  test('a new page asks for its title; its words stay in order while they are saved, and after leaving', async () => {
    const { page, saved, context, text, space } = await write('First.')
    await server.admin.http.patch(`/v1/spaces/${space}`, { editMode: 'live' })
    await page.reload()
    await text.getByText('First.').waitFor()
    await page.getByRole('button', { name: 'New page' }).click()
    const title = page.getByRole('textbox', { name: 'Page title' })
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Boarding a ferry')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('The ferry leaves')
    await saved()
    await page.keyboard.type(' at nine.')
    await saved()
    await page.getByRole('treeitem', { name: 'Boarding a ferry' }).waitFor()
    expect(outline((await readAt(page.url())).nodes)).toEqual(['paragraph: The ferry leaves at nine.'])
    const address = page.url()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('All of it is new.')
    await page.getByRole('link', { name: 'Draft me' }).first().click()
    await text.getByText('First.').waitFor()
    await page.getByRole('link', { name: 'Boarding a ferry' }).first().click()
    await text.getByText('All of it is new.').waitFor()
    const { body } = await server.admin.http.get(
      `/v1${new URL(address).pathname.replace('/app', '').replace('/pages/', '/content/page/')}?format=document`,
    )
    expect(outline(body.document.nodes)).toEqual(['paragraph: All of it is new.'])
    expect(body.path).toBe('boarding-a-ferry')
    await context.close()
  })

  test('signs of markdown make tasks, code and formulas; keys lead out of blocks and to their settings', async () => {
    const { page, saved, context, text } = await write('First.')
    await text.getByText('First.').click()
    await go(page, 'End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- [ ] one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Alt+ArrowUp')
    await text.getByRole('checkbox').first().check()
    await go(page, 'Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('```js')
    await page.keyboard.press('Enter')
    await page.keyboard.type('a')
    await page.keyboard.press('Control+/')
    await page.getByRole('menuitem', { name: 'Code settings' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('a.js')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('/expandable')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Why?')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Because $$x^2$$')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Below.')
    await saved()
    const { nodes } = await readAt(page.url())
    expect(outline(nodes)).toEqual([
      'paragraph: First.',
      'list-tasks: two\none',
      'code: a.js\na',
      'expandable: Why?\nBecause x^2',
      'paragraph: Below.',
    ])
    expect((nodes[1]!.nodes as Block[]).map(({ data }) => data)).toEqual([{ checked: true }, { checked: false }])
    await context.close()
  })

  /** Two people in one draft. */
  const together = async (markdown: string) => {
    const { space, pageId } = await createPage(markdown)
    const draft = (await server.admin.http.post(`/v1/spaces/${space}/change-requests`, {})).body.id
    const path = `/spaces/${space}/change-requests/${draft}/pages/${pageId}`
    const open = async () => {
      const opened = await openConsole(server, browser, server.admin, { viewport })
      await opened.open(path)
      const text = opened.page.getByRole('textbox', { name: 'Page content' })
      await text.waitFor()
      const saved = () => opened.page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
      return { ...opened, text, saved }
    }
    const [one, other] = [await open(), await open()]
    const close = () => Promise.all([one.context.close(), other.context.close()])
    return { one, other, read: () => readAt(one.page.url()), close }
  }

  test('two people in different words of one paragraph both keep everything', async () => {
    const { one, other, read, close } = await together('The quick fox jumps over the lazy dog.')
    await one.text.getByText('The quick').click()
    await go(one.page, 'Home')
    await one.page.keyboard.type('Now: ')
    await one.saved()
    await other.text.getByText('The quick').click()
    await go(other.page, 'End')
    await other.page.keyboard.type(' Indeed.')
    await other.saved()
    const merged = 'Now: The quick fox jumps over the lazy dog. Indeed.'
    expect(outline((await read()).nodes)).toEqual([`paragraph: ${merged}`])
    // What the first wrote is in the text of the second, whose cursor stayed.
    await other.text.getByText(merged).waitFor()
    await other.page.keyboard.type(' Yes.')
    await other.saved()
    expect(outline((await read()).nodes)).toEqual([`paragraph: ${merged} Yes.`])
    await close()
  })

  test('the same words make a conflict, shown in place, and each choice is kept', async () => {
    const { one, other, read, close } = await together('Color.\n\nSecond.')
    const replace = async ({ page, text }: typeof one, old: string, word: string) => {
      await text.getByText(old).click()
      await go(page, 'Home')
      await go(page, 'Control+Shift+ArrowRight')
      await page.keyboard.type(word)
    }
    await other.context.setOffline(true)
    await replace(one, 'Color', 'Red')
    await one.saved()
    await replace(other, 'Color', 'Blue')
    await other.context.setOffline(false)
    const clash = other.page.getByRole('region', { name: 'Someone else changed the same words' })
    await clash.getByText('Red.').waitFor()
    expect(outline((await read()).nodes)[0]).toBe('paragraph: Red.')
    await clash.getByRole('button', { name: 'Keep both' }).click()
    await other.saved()
    expect(outline((await read()).nodes)).toEqual(['paragraph: Blue.', 'paragraph: Red.', 'paragraph: Second.'])
    await close()
  })

  test('what is copied is pasted as it was: blocks with all their settings', async () => {
    const { page, context, text, saved, space, pageId } = await write(EVERY_BLOCK)
    const read = async () =>
      (await server.admin.http.get(`/v1/spaces/${space}/content/page/${pageId}?format=document&schema=next`)).body
        .document
    const before = (await read()).nodes
    await text.getByText('First words.').click()
    await go(page, 'ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    await saved()
    expect((await readAt(page.url())).nodes).toEqual(before)
    await context.close()
  })

  test('what is typed without a network is kept, also through a reload, and saved later', async () => {
    const { page, context, text, saved } = await write('Start.')
    await text.getByText('Start.').click()
    await go(page, 'End')
    await page.keyboard.type(' One.')
    await saved()
    await page.route('**/v1/**', (route) => route.abort())
    await page.keyboard.type(' Two.')
    await page.getByText('Can’t save. Your text is kept here').waitFor()
    await page.keyboard.type(' Three.')
    await page.unroute('**/v1/**')
    await saved()
    expect(outline((await readAt(page.url())).nodes)).toEqual(['paragraph: Start. One. Two. Three.'])
    await page.route('**/v1/**', (route) => route.abort())
    await page.keyboard.type(' Four.')
    await page.getByText('Can’t save. Your text is kept here').waitFor()
    await page.unroute('**/v1/**')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('textbox', { name: 'Page content' }).getByText('Start. One. Two. Three. Four.').waitFor()
    await saved()
    expect(outline((await readAt(page.url())).nodes)).toEqual(['paragraph: Start. One. Two. Three. Four.'])
    await context.close()
  })

  test.each([
    ['light', 1440],
    ['dark', 360],
  ] as const)('has no accessibility faults: %s, %i pixels', async (colorScheme, width) => {
    const { space, pageId } = await createPage(EVERY_BLOCK)
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
    const { page, open, context } = await openConsole(server, browser, server.admin, options)
    await open(`/spaces/${space}/pages/${pageId}`)
    const text = page.getByRole('textbox', { name: 'Page content' })
    await text.getByText('First words.').click()
    await go(page, 'End')
    await page.keyboard.type(' /')
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await go(page, 'Shift+Home')
    await page.getByRole('toolbar', { name: 'Text style' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await context.close()
  })
})
