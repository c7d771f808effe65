// Laws of the interfaces of integrations, with hostile text in every field, as a real HTML parser sees them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAIN, type Surroundings } from '../html/index.ts'
import { elementsOf, faultOf, HOSTILE, parse, written } from '../testing/hostile.ts'
import { drawInterface, type Place, writeInterface } from './index.ts'

const runs = Number(process.env.LECTERN_LAW_RUNS ?? 100)

const PLACE: Place = {
  state: { name: HOSTILE[0], several: ['a'], isOn: true, __proto__: null },
  prefix: 'ck-1',
  isEditable: true,
  endpoints: ['https://frames.example/v1/integrations/chart/'],
  origins: ['https://docs.example'],
}
const AROUND: Surroundings = {
  ...PLAIN,
  icon: () => ({ width: 16, height: 16, paths: [HOSTILE[1]!] }),
}
const drawn = (element: unknown, place = PLACE) => drawInterface(element, place, AROUND).text

const TYPES =
  'block box vstack hstack divider card hint configuration modal stepper step text link image markdown codeblock button input textinput select switch checkbox radio webframe unknown __proto__ toString'.split(
    ' ',
  )

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string(), fc.constantFrom('https://frames.example/x', 'name'))
const action = fc.record({ action: fc.oneof(text, fc.constant('@ui.url.open')), url: text })
const source = fc.record({
  url: fc.oneof(text, fc.record({ host: text, pathname: text, query: fc.dictionary(text, text) })),
})
const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant({ $state: 'name' }), fc.anything({ maxDepth: 2 }))

const { element } = fc.letrec((tie) => ({
  element: fc.oneof({ maxDepth: 2 }, text, tie('node')),
  node: fc.record(
    {
      type: fc.constantFrom(...TYPES),
      children: fc.oneof(text, fc.array(tie('element'), { maxLength: 3 }), value),
      element: tie('element'),
      ...Object.fromEntries(
        ['title', 'label', 'content', 'syntax', 'state', 'value', 'style'].map((name) => [name, value]),
      ),
      ...Object.fromEntries(
        ['hint', 'icon', 'buttons', 'header', 'submit'].map((name) => [name, fc.oneof(text, tie('element'))]),
      ),
      ...Object.fromEntries(
        ['onPress', 'onValueChange', 'onContentChange', 'onStepChange'].map((name) => [name, action]),
      ),
      source: fc.oneof(fc.record({ url: text }), value),
      target: fc.oneof(source, value),
      options: fc.oneof(fc.array(fc.record({ id: text, label: text })), source, value),
      confirm: fc.record({ title: text, text, confirm: text }),
      controls: fc.array(fc.record({ label: text, icon: text, onPress: action })),
      data: fc.dictionary(text, value),
      aspectRatio: fc.oneof(fc.double(), text),
      multiline: fc.boolean(),
      acceptInput: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  ),
}))

describe('the interface of an integration', () => {
  test('runs nothing, and nests as it is written, whatever it says', async () => {
    await fc.assert(
      fc.property(element, (each) => {
        const html = drawn(each)
        const elements = elementsOf(parse(html))
        const framed = elements.filter(({ tagName }) => tagName === 'iframe')
        const faults = elements.filter(({ tagName }) => tagName !== 'iframe').flatMap((one) => faultOf(one) ?? [])
        expect(faults).toEqual([])
        for (const { properties } of framed) {
          expect(String(properties.src)).toMatch(/^https:/)
          expect(String(properties.sandbox)).toContain('allow-scripts')
        }
        expect(elements.map(({ tagName }) => tagName)).toEqual(written(html))
      }),
      { numRuns: runs * 3 },
    )
  })

  test('has nothing to press or fill in where it is only looked at, and all of it can be printed', async () => {
    await fc.assert(
      fc.property(element, (each) => {
        const html = drawn(each, { ...PLACE, isEditable: false, isStill: true })
        const elements = elementsOf(parse(html))
        expect(elements.flatMap((one) => faultOf(one) ?? [])).toEqual([])
        const used = elements.filter(({ tagName }) => /^(button|input|select|textarea|iframe)$/.test(tagName))
        expect(used.filter(({ properties }) => !String(properties.className).includes('copy'))).toEqual([])
        expect(elements.map(({ tagName }) => tagName)).toEqual(written(html))
        const blocks = writeInterface({ element: { type: 'block', children: [each] }, state: PLACE.state })
        expect(blocks.map(({ object }) => object)).toEqual(blocks.map(() => 'block'))
      }),
      { numRuns: runs },
    )
  })

  test('is written as blocks, with what can be opened as links', () => {
    const element = {
      type: 'block',
      children: [
        {
          type: 'card',
          title: 'Weather',
          hint: 'Now',
          children: [{ type: 'text', style: 'bold', children: ['12 °C'] }],
        },
        { type: 'hstack', children: [{ type: 'button', label: 'Reload', onPress: { action: 'reload' } }] },
        { type: 'button', label: 'More', onPress: { action: '@ui.url.open', url: 'https://weather.example/' } },
        { type: 'input', label: 'City', element: { type: 'textinput', state: 'city' } },
        { type: 'codeblock', content: { $state: 'code' }, syntax: 'js' },
      ],
    }
    const blocks = writeInterface({ element, state: { code: 'let a\nlet b' } })
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'paragraph', 'paragraph', 'code'])
    expect(JSON.stringify(blocks)).not.toMatch(/Reload|City/)
    expect(JSON.stringify(blocks)).toContain('{"kind":"url","url":"https://weather.example/"}')
    expect(blocks[4]!.nodes).toHaveLength(2)
  })

  test('has limits of depth and size', () => {
    let deep: object = { type: 'text', children: ['deepest'] }
    for (let level = 0; level < 50_000; level++) deep = { type: level % 2 ? 'box' : 'vstack', children: [deep] }
    expect(drawn(deep)).not.toContain('deepest')
    expect(
      drawn({ type: 'box', children: [{ type: 'box', children: [{ type: 'text', children: 'near' }] }] }),
    ).toContain('near')
    const many = {
      type: 'block',
      children: Array.from({ length: 100_000 }, () => ({ type: 'text', children: ['word '] })),
    }
    expect(drawn(many).split('word ').length).toBeLessThan(3000)
    const long = { type: 'markdown', content: '*'.repeat(2_000_000) }
    expect(drawn(long).length).toBeLessThan(400_000)
    const printed = [deep, many, long].map((each) =>
      JSON.stringify(writeInterface({ element: each as never, state: {} })),
    )
    expect(printed[0]).not.toContain('deepest')
    expect(printed.every((blocks) => blocks.length < 600_000)).toBe(true)
  })

  test('frames of this server get no origin; others get theirs; those without encryption are links', () => {
    const frame = (url: string) => ({
      type: 'webframe',
      source: { url },
      data: { a: { $state: 'name' } },
      aspectRatio: 2,
    })
    const at = (url: string, place = PLACE) => parse(drawn(frame(url), place))
    const sandboxOf = (url: string, place?: Place) =>
      elementsOf(at(url, place)).find(({ tagName }) => tagName === 'iframe')?.properties
    expect(sandboxOf('https://frames.example/v1/integrations/chart/f')).toMatchObject({
      sandbox: expect.arrayContaining(['allow-same-origin']),
      dataTold: '{"a":{"$state":"name"}}',
      width: 1200,
      height: 600,
    })
    const elsewhere = sandboxOf('https://other.example/f')
    expect(elsewhere).toHaveProperty('sandbox')
    expect(elsewhere).not.toHaveProperty('dataTold')
    expect(String(sandboxOf('https://docs.example/app')?.sandbox)).not.toContain('allow-same-origin')
    expect(sandboxOf('http://other.example/f')).toBeUndefined()
    expect(sandboxOf('javascript:alert(1)')).toBeUndefined()
    const local = { ...PLACE, endpoints: ['http://localhost/v1/integrations/chart/'] }
    expect(sandboxOf('http://localhost/v1/integrations/chart/f', local)).toBeDefined()
    expect(sandboxOf('http://localhost/v1/integrations/chart/../../../app', local)).toBeUndefined()
  })

  test('addresses that a press opens need no script, other presses do', () => {
    const press = (action: object) => ({ type: 'button', label: 'Go', onPress: action })
    expect(drawn(press({ action: '@ui.url.open', url: 'https://a.example/' }))).toBe(
      '<a class="btn" href="https://a.example/" target="_blank" rel="noopener">Go</a>',
    )
    expect(drawn(press({ action: 'count' }))).toBe(
      '<button class="btn scripted" type="button" data-press="{&quot;action&quot;:&quot;count&quot;}">Go</button>',
    )
    expect(drawn(press({ action: '@ui.url.open', url: 'javascript:alert(1)' }))).not.toContain('href')
  })

  test('links do not nest', () => {
    const target = { url: 'https://a.example' }
    const press = { action: '@ui.url.open', url: 'https://b.example' }
    const inner = { type: 'block', controls: [{ label: 'Open', onPress: press }] }
    const links = elementsOf(parse(drawn({ type: 'link', target, children: [inner] })))
      .filter(({ tagName }) => tagName === 'a')
      .map(({ properties }) => properties.href)
    expect(links).toEqual(['https://b.example'])
  })

  test('inputs hold what the state says', () => {
    const field = (element: object) => drawn({ type: 'input', label: 'Name', element })
    expect(field({ type: 'textinput', state: 'name' })).toContain('value="&lt;script&gt;')
    expect(field({ type: 'textinput', state: 'other', initialValue: 'first' })).toContain('value="first"')
    expect(field({ type: 'checkbox', state: 'several', value: 'a' })).toContain(' checked')
    expect(field({ type: 'checkbox', state: 'several', value: 'b' })).not.toContain(' checked')
    expect(field({ type: 'switch', state: 'isOn' })).toContain(' checked')
    const options = [
      { id: 'a', label: 'A' },
      { id: 'b', label: 'B' },
    ]
    expect(field({ type: 'select', state: 'x', initialValue: 'b', options })).toContain('<option value="b" selected>B')
    expect(field({ type: 'select', state: 'x', options })).toMatch(/<label for="(ck-1-0)">Name<\/label><select id="\1"/)
  })

  test('keeps a heading at the beginning of markdown', () => {
    expect(drawn({ type: 'markdown', content: '# Tides\n\nHigh at noon.' })).toContain('Tides')
  })

  test('labels what is filled in; a button keeps its own name', () => {
    const labelled = (element: object) => drawn({ type: 'input', label: 'Account', element })
    expect(labelled({ type: 'textinput', state: 'name' })).toContain('<label for=')
    expect(labelled({ type: 'button', label: 'Connect', onPress: { action: 'go' } })).not.toContain('<label')
  })
})
