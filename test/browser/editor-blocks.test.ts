// Blocks and inlines in the editor, made and changed as people do it, in a real browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Block, Document, Inline } from '../../src/engine/document.ts'
import { textOf } from '../../src/engine/text.ts'
import { accessibilityFaults, hasChromium, launchChromium } from '../support/chromium.ts'
import { openConsole } from '../support/console.ts'
import { createSpace } from '../support/content.ts'
import { install, publish } from '../support/integrations.ts'
import { startedServer } from '../support/server.ts'

const server = startedServer({ hostname: 'localhost' })

interface Table {
  view: { type: string; columns: string[] }
  definition: Record<string, { title: string; type: string }>
  records: Record<string, { orderIndex: string; values: Record<string, unknown> }>
}

/** The rows of a table as texts and values, under its titles. */
function rowsOf(block: Block): unknown[][] {
  const { view, definition, records } = block.data as unknown as Table
  const byName = new Map(block.fragments!.map(({ fragment, nodes }) => [fragment, nodes.map(textOf).join('\n')]))
  const rows = Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1))
  return [
    view.columns.map((id) => definition[id]!.title),
    ...rows.map(({ values }) =>
      view.columns.map((id) =>
        definition[id]!.type === 'text' ? (byName.get(values[id] as string) ?? '') : values[id],
      ),
    ),
  ]
}

describe.skipIf(!hasChromium)('the editor', () => {
  let browser: Browser
  let space: string
  beforeAll(async () => {
    browser = await launchChromium()
    space = (await createSpace(server, { title: 'Writing' })).id
  })
  afterAll(() => browser?.close())

  const write = async (markdown: string, options: BrowserContextOptions = {}) => {
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Blocks', document: { markdown } }],
    })
    const pageId: string = body.changes[0].page.id
    const opened = await openConsole(server, browser, server.admin, {
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    await opened.open(`/spaces/${space}/pages/${pageId}`)
    const text = opened.page.getByRole('textbox', { name: 'Page content' })
    await text.waitFor()
    /** The document, once the server has what `isThere` waits for. */
    const read = async (isThere: (document: Document) => boolean): Promise<Document> => {
      const load = async (): Promise<Document> =>
        (await server.admin.http.get(`/v1/spaces/${space}/content/page/${pageId}?format=document&schema=next`)).body
          .document
      await expect.poll(async () => isThere(await load()), { timeout: 20_000 }).toBe(true)
      return load()
    }
    return { ...opened, text, read }
  }

  const said = (document: Document) => document.nodes.map(textOf).join('\n')

  test('a table: cells by Tab, Enter and arrow keys, rows and columns by buttons and menus', async () => {
    const { page, text, read, complaints, context } = await write('Before.', { bypassCSP: true })
    await text.getByText('Before.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/table')
    await page.getByRole('option', { name: /^Table/ }).waitFor()
    await page.keyboard.press('Enter')
    await text.getByRole('table').waitFor()
    await page.keyboard.type('one')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await page.keyboard.press('Tab')
    await page.keyboard.type('two')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.keyboard.type('3')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('three')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('!')
    expect(rowsOf((await read((document) => said(document).includes('!'))).nodes[1]!)).toEqual([
      ['Column 1', 'Column 2'],
      ['one', '1'],
      ['two!', '2'],
      ['three', '3'],
    ])
    const titles = text.getByRole('textbox', { name: 'Column title' })
    await titles.first().fill('Name')
    await titles.first().press('Enter')
    await page.getByRole('button', { name: 'Column settings: Column 2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Column title').fill('Number')
    await dialog.getByLabel('Type').selectOption('number')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await text.getByRole('spinbutton', { name: 'Number' }).nth(2).fill('33')
    await page.keyboard.press('Tab')
    await page.keyboard.type('four')
    await page.getByRole('button', { name: 'Add a column' }).click()
    const made = rowsOf((await read((document) => rowsOf(document.nodes[1]!)[0]!.length === 3)).nodes[1]!)
    expect(made.slice(0, 5)).toEqual([
      ['Name', 'Number', 'Column 3'],
      ['one', 1, ''],
      ['two!', 2, ''],
      ['three', 33, ''],
      ['four', '', ''],
    ])
    await text.getByText('three').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await text.getByText('one').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    const left = await read((document) => !said(document).includes('one'))
    expect(rowsOf(left.nodes[1]!).map(([name]) => name)).toEqual(['Name', 'three', 'two!', 'four'])
    expect(await accessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a drawing: by pointer and by keys, saved as a file, and edited again', async () => {
    const { page, text, read, complaints, context } = await write('Before.', { bypassCSP: true })
    await text.getByText('Before.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/drawing')
    await page.getByRole('option', { name: /^Drawing Boxes/ }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Drawing' })
    const canvas = dialog.getByRole('application', { name: 'Canvas' })
    await canvas.waitFor()
    const box = (await canvas.boundingBox())!
    const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...at(...from))
      await page.mouse.down()
      await page.mouse.move(...at(...to), { steps: 3 })
      await page.mouse.up()
    }
    const names = () => canvas.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))
    await dialog.getByRole('button', { name: 'Save drawing' }).click()
    await page.getByText('Draw something first.').waitFor()
    await drag([0.1, 0.1], [0.2, 0.3])
    await page.keyboard.press('r')
    await drag([0.4, 0.4], [0.6, 0.6])
    await dialog.getByTitle('Blue').click()
    await page.keyboard.press('t')
    await page.mouse.click(...at(0.45, 0.5))
    await dialog.getByRole('textbox', { name: 'Text of the drawing' }).fill('a < b & c')
    await page.keyboard.press('Enter')
    expect(await names()).toEqual(['Pen, ink', 'Rectangle, blue', 'a < b & c, blue'])
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('o')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+z')
    expect(await names()).toHaveLength(4)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go on drawing' }).click()
    await dialog.getByLabel('Alternative text').fill('A box')
    await dialog.getByRole('button', { name: 'Save drawing' }).click()
    const picture = text.getByRole('img', { name: 'A box' })
    await picture.waitFor()
    const refOf = ({ nodes }: Document) => (nodes[1] as Block | undefined)?.data?.ref as { file: string } | undefined
    const first = refOf(await read((document) => refOf(document) !== undefined))!
    await picture.dblclick()
    await canvas.waitFor()
    expect(await names()).toEqual(['Pen, ink', 'Rectangle, blue', 'a < b & c, blue', 'Ellipse, blue'])
    await canvas.getByRole('button', { name: 'Ellipse, blue' }).focus()
    await page.keyboard.press('Delete')
    await dialog.getByRole('button', { name: 'Save drawing' }).click()
    const again = await read((document) => refOf(document)?.file !== first.file)
    const { body } = await server.admin.http.get(`/v1/spaces/${space}/content/files/${refOf(again)!.file}`)
    expect(body).toMatchObject({ name: 'drawing.svg', contentType: 'image/svg+xml' })
    expect(await (await fetch(body.downloadURL)).text()).toContain('>a &lt; b &amp; c</tspan>')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a table of every type of column, as cards, and one from a spreadsheet', async () => {
    const { page, text, read, complaints, context } =
      await write(`<table data-view="cards"><thead><tr><th>Name</th><th>Kind<select multiple><option value="a" label="Guide" color="blue"></option><option value="b" label="News" color="red"></option></select></th><th data-type="checkbox">Done</th><th data-type="rating" data-max="5">Stars</th><th data-hidden data-type="content-ref" data-card-target>Target</th><th data-type="users">Owner</th></tr></thead><tbody><tr><td>First</td><td></td><td>false</td><td>2</td><td></td><td></td></tr></tbody></table>

End.`)
    await page.getByRole('button', { name: 'Edit as a grid' }).click()
    await text.getByRole('checkbox', { name: 'Done' }).check()
    await text.getByRole('button', { name: '4 of 5' }).click()
    await text.getByRole('button', { name: 'Edit Kind' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Guide' }).click()
    await dialog.getByRole('button', { name: 'News' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await text.getByRole('button', { name: 'Edit Target' }).click()
    await dialog.getByRole('textbox').fill('example.com/next')
    await dialog.getByRole('button', { name: 'https://example.com/next' }).click()
    await text.getByRole('button', { name: 'Edit Owner' }).click()
    await dialog.getByRole('button', { name: /Admin/ }).click()
    await text.getByRole('button', { name: 'Edit Owner' }).getByText('Admin').waitFor()
    const [cards] = (await read((document) => JSON.stringify(document).includes(server.admin.id))).nodes as [Block]
    expect(rowsOf(cards)[1]).toEqual(['First', ['a', 'b'], true, 4, [server.admin.id]])
    await page.getByRole('button', { name: 'Table settings' }).click()
    await dialog.getByLabel('Shown as').selectOption('grid')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await read((document) => (document.nodes[0]!.data as unknown as Table).view.type === 'grid')
    await text.getByText('End.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await paste(page, 'text/plain', 'City\tPeople\nBern\t134\nRiga\t605\n')
    const pasted = await read((document) => said(document).includes('Riga'))
    expect(rowsOf(pasted.nodes.find((block, at) => at > 0 && block.type === 'table')!)).toEqual([
      ['City', 'People'],
      ['Bern', '134'],
      ['Riga', '605'],
    ])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a new formula takes the place of the example; one that can’t be read is not taken', async () => {
    const { page, text, read, complaints, context } = await write('Before.')
    await text.getByText('Before.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/formula')
    await page
      .getByRole('option', { name: /^Formula/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Formula' })
    await dialog.locator('.preview math').waitFor()
    await page.keyboard.type('\\frac{1}{')
    await dialog.getByText('This formula can’t be read: Unexpected end of input').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    const field = dialog.getByRole('textbox')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('2}')
    await dialog.locator('.preview mfrac').waitFor()
    expect(await dialog.locator('.error').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { nodes } = await read(({ nodes }) => JSON.stringify(nodes).includes('frac'))
    expect(nodes[1]).toMatchObject({ type: 'math', data: { formula: '\\frac{1}{2}' } })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the name of a tab is changed by a double click on it, and by F2 from its text', async () => {
    const { page, text, read, complaints, context } = await write('Before.')
    await text.getByText('Before.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/tabs')
    await page.getByRole('option', { name: /^Tabs/ }).waitFor()
    await page.keyboard.press('Enter')
    await text.getByText('Second tab').dblclick()
    const dialog = page.getByRole('dialog', { name: 'Tab settings' })
    await dialog.waitFor()
    await page.keyboard.type('Yarn')
    await page.keyboard.press('Enter')
    await text.getByText('Yarn').waitFor()
    await page.keyboard.type('In this tab.')
    await page.keyboard.press('F2')
    await dialog.waitFor({ timeout: 15_000 })
    await page.keyboard.type('npm')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const { nodes } = await read(({ nodes }) => JSON.stringify(nodes).includes('npm'))
    const tabs = nodes[1]!.nodes as Block[]
    expect(tabs.map(textOf)).toEqual(['First tab', 'npm\nIn this tab.'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('settings that are open keep to their block while others write above it', async () => {
    const { page, text, read, complaints, context } = await write(
      '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n{% endtabs %}\n\nBelow.',
    )
    await text.getByText('1', { exact: true }).hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Tab settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tab settings' })
    await dialog.waitFor()
    const pageId = new URL(page.url()).pathname.split('/').at(-1)
    const document = await read(() => true)
    const above = {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Above.', marks: [] }] }],
    }
    await server.admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: pageId,
          document: { document: { ...document, nodes: [above, ...document.nodes] } },
        },
      ],
    })
    await text.getByText('Above.').waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Two')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const { nodes } = await read(({ nodes }) => JSON.stringify(nodes).includes('Two'))
    expect(nodes.map(({ type }) => type)).toEqual(['paragraph', 'tabs', 'paragraph'])
    expect((nodes[1]!.nodes as Block[]).map(({ data }) => data!.title)).toEqual(['Two'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('emoji, expressions, buttons, icons and formulas in the line; colors and notes on words', async () => {
    const { page, text, read, complaints, context } = await write('Plain words here.', { bypassCSP: true })
    await text.getByText('Plain words').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' :rocket')
    await page.getByRole('option', { name: /:rocket:/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' :tada:')
    await expect.poll(() => text.locator('.emoji').count()).toBe(2)
    await page.keyboard.type(' {{space.vars.name}}')
    await text.locator('.expression').getByText('space.vars.name').waitFor()
    await page.keyboard.type(' /button')
    await page.getByRole('option', { name: /^Button/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Button' })
    await dialog.getByLabel('Label').fill('Go')
    await dialog.getByLabel('Link to').fill('example.com')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await text.getByText('Go', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(' $$y$$')
    await text.locator('math').waitFor()
    await page.keyboard.type(' /icon')
    await page.getByRole('option', { name: /^Icon/ }).click()
    const icons = page.getByRole('dialog', { name: 'Icon' })
    await icons.getByRole('textbox').fill('anchor')
    await icons.getByRole('button', { name: 'anchor', exact: true }).click()
    await text.locator('svg.icon').waitFor()
    await text.getByText('Plain words').dblclick({ position: { x: 12, y: 8 } })
    const bar = page.getByRole('toolbar', { name: 'Text style' })
    await bar.getByRole('button', { name: 'Color' }).click()
    await page.getByRole('menuitemradio', { name: 'Text: Red' }).click()
    await bar.getByRole('button', { name: 'Note' }).click()
    const note = page.getByRole('dialog', { name: 'Note' })
    await note.getByRole('textbox').fill('Not so **plain**.')
    await note.getByRole('button', { name: 'Apply' }).click()
    const [first] = (await read((document) => JSON.stringify(document).includes('annotation-body'))).nodes as [Block]
    const inlines = (first.nodes ?? []).filter((node): node is Inline => node.object === 'inline')
    expect(inlines.map(({ type }) => type)).toEqual([
      'annotation',
      'emoji',
      'emoji',
      'expression',
      'button',
      'inline-math',
      'icon',
    ])
    expect(inlines[0]!.fragments![0]!.nodes.map(textOf)).toEqual(['Not so plain.'])
    expect(JSON.stringify(inlines[0]!.nodes)).toContain('"text":"red"')
    expect(inlines.slice(1).map(({ data }) => data)).toMatchObject([
      { code: '1f680' },
      { code: '1f389' },
      { expression: 'space.vars.name' },
      { label: 'Go', kind: 'primary', ref: { kind: 'url', url: 'https://example.com' } },
      { formula: 'y' },
      { icon: 'anchor' },
    ])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('operations and schemas of an API, blocks of integrations, and reusable content are picked', async () => {
    const { organization } = server
    const spec = {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { summary: 'List pets', responses: {} } } },
      components: { schemas: { Pet: { type: 'object' }, Error: { type: 'object' } } },
    }
    const at = `/v1/orgs/${organization}/openapi/pets`
    await server.admin.http.put(at, { source: { text: JSON.stringify(spec) } })
    await expect
      .poll(async () => (await server.admin.http.get(at)).body.processingState, { timeout: 60_000 })
      .toBe('complete')
    const shown = {
      state: {},
      props: {},
      element: { type: 'block', children: [{ type: 'text', children: 'A chart' }] },
    }
    const script = `export default { fetch: () => Response.json(${JSON.stringify(shown)}) }`
    const blocks = [{ id: 'chart', title: 'Chart' }]
    const name = await publish(server.admin, organization, { runtime: 'v2', script, blocks })
    const installation = await install(server.admin, organization, name)
    const installed = `/v1/integrations/${name}/installations/${installation}`
    await server.admin.http.patch(installed, { space_selection: 'all' })
    const { page, text, read, complaints, context } = await write('Shared words.\n\nLast.')
    await text.getByText('Last.').click()
    await page.keyboard.press('End')
    const dialog = page.getByRole('dialog')
    const begin = async (typed: string, option: RegExp) => {
      await page.keyboard.press('Enter')
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: option }).click()
    }
    await begin('/operation', /^API operation/)
    await dialog.getByRole('button', { name: 'pets' }).click()
    await dialog.getByRole('button', { name: /GET \/pets/ }).click()
    await text.getByText('/pets').waitFor()
    await page.keyboard.press('ArrowDown')
    await begin('/schemas', /^API schemas/)
    await dialog.getByRole('button', { name: 'pets' }).click()
    await dialog.getByRole('button', { name: 'Pet', exact: true }).click()
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await page.keyboard.press('ArrowDown')
    await begin('/integration', /^Integration block/)
    await dialog.getByRole('button', { name: /^Chart/ }).click()
    await text.getByText('Shared words.').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: 'Make it reusable' }).click()
    const made = await read((document) => document.nodes[0]!.type === 'reusable-content')
    const types = made.nodes.map(({ type }) => type)
    expect(types.filter((type) => type !== 'paragraph')).toEqual([
      'reusable-content',
      'openapi-operation',
      'openapi-schemas',
      'integration',
    ])
    expect(made.nodes.find(({ type }) => type === 'openapi-operation')!.data).toMatchObject({
      ref: { kind: 'openapi', spec: 'pets' },
      path: '/pets',
      method: 'get',
    })
    expect(made.nodes.find(({ type }) => type === 'openapi-schemas')!.data).toMatchObject({ schemas: ['Pet'] })
    expect(made.nodes.find(({ type }) => type === 'integration')!.data).toMatchObject({
      integration: name,
      block: 'chart',
    })
    // It is drawn with its words.
    await text.locator('.drawn').getByText('Shared words.').hover()
    await page.getByRole('button', { name: 'Block actions' }).click()
    await page.getByRole('menuitem', { name: /^Detach/ }).click()
    const detached = await read((document) => document.nodes[0]!.type === 'paragraph')
    expect(textOf(detached.nodes[0]!)).toBe('Shared words.')
    // Operations also come from a list beside the page: by keyboard where the cursor is, and by dragging.
    await text.getByText('Last.').click()
    await page.keyboard.press('End')
    await begin('/operations', /^List of API operations/)
    const panel = page.getByRole('complementary', { name: 'API operations' })
    const operation = panel.getByRole('button', { name: /^GET \/pets/ }).first()
    await operation.waitFor()
    await panel.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('Enter')
    const operationsIn = (nodes: readonly { type: string }[]) =>
      nodes.flatMap(({ type }, at) => (type === 'openapi-operation' ? [at] : []))
    await read((document) => operationsIn(document.nodes).length === 2)
    await operation.dragTo(text.getByText('Shared words.'), { targetPosition: { x: 20, y: 2 } })
    await read((document) => operationsIn(document.nodes)[0] === 0)
    await page.keyboard.press('ControlOrMeta+z')
    await read((document) => operationsIn(document.nodes).length === 2)
    await panel.getByRole('searchbox').press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('words are found, replaced and counted; Enter goes on to the next step', async () => {
    const { page, text, read, complaints, context } = await write('One fish, two fish.\n\nRed Fish.', {
      bypassCSP: true,
    })
    await page.getByText('6 words').waitFor()
    await text.getByText('Red Fish.').click()
    await page.keyboard.press('ControlOrMeta+f')
    const bar = page.getByRole('search')
    await bar.getByRole('textbox', { name: 'Find' }).fill('fish')
    await bar.getByText('of 3').waitFor()
    await bar.getByLabel('Replace with').fill('cat')
    await bar.getByRole('button', { name: 'Replace all' }).click()
    await bar.getByText('0 of 0').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await bar.getByRole('button', { name: 'Close find and replace' }).click()
    await text.getByText('Red cat.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/steps')
    await page.getByRole('option', { name: /^Steps/ }).waitFor()
    await page.keyboard.press('Enter')
    for (const name of ['First', 'Between']) {
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await page.keyboard.type(`${name} words.`)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('Third')
    const document = await read((each) => said(each).includes('Third'))
    expect(document.nodes.map(textOf).slice(0, 2)).toEqual(['One cat, two cat.', 'Red cat.'])
    const steps = document.nodes.find(({ type }) => type === 'stepper')!.nodes as Block[]
    expect(steps.map((step) => textOf(step).split('\n')[0])).toEqual(['First', 'Between', 'Third', ''])
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** What the clipboard of another program has. */
const paste = (page: Page, type: string, text: string): Promise<void> =>
  page.evaluate(
    ([kind, content]) => {
      const data = new DataTransfer()
      data.setData(kind!, content!)
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [type, text],
  )
