import { describe, expect, test } from 'vitest'
import { everyBlock } from '../../../test/support/every-block.ts'
import type { Block, Inline } from '../../engine/document.ts'
import { walk } from '../../engine/walk.ts'
import { blockWriters, inlineWriters } from './formats.ts'
import { draw, drawFormula, PLAIN } from './index.ts'

const typesIn = (object: string) =>
  new Set(walk(everyBlock()).flatMap(({ node }) => (node.object === object ? [(node as Block | Inline).type] : [])))

const RARE = ['heading-4', 'heading-5', 'heading-6', 'swagger', 'expression', 'inline-image', 'mention']

describe('the sample of every block', () => {
  test('has every block and inline that can be drawn', () => {
    const known = [...Object.keys(blockWriters), ...Object.keys(inlineWriters)].filter((type) => !RARE.includes(type))
    const there = [...typesIn('block'), ...typesIn('inline')]
    expect(known.filter((type) => !there.includes(type))).toEqual([])
    expect(there.filter((type) => !known.includes(type) && !RARE.includes(type))).toEqual([])
  })
})

const text = (value: string, ...marks: { object: 'mark'; type: string; data?: Record<string, unknown> }[]) => ({
  object: 'text' as const,
  leaves: [{ object: 'leaf' as const, text: value, marks }],
})
const block = (type: string, data: Record<string, unknown>, nodes: Block['nodes'] = []): Block => ({
  object: 'block',
  type,
  data,
  nodes,
})
const drawn = (...nodes: Block[]) => draw({ object: 'document', data: {}, nodes }, PLAIN).text

describe('blocks', () => {
  test('a heading has its anchor and a link to itself; the same words get another', () => {
    const heading = block('heading-1', {}, [text('Two words')])
    expect(drawn(heading, { ...heading })).toBe(
      '<h2 id="two-words"><a class="mark" href="#two-words" aria-label="Link to this section: Two words">#</a>Two words</h2>' +
        '<h2 id="two-words-1"><a class="mark" href="#two-words-1" aria-label="Link to this section: Two words">#</a>Two words</h2>',
    )
  })

  test('a paragraph that runs the other way says so', () => {
    expect(drawn(block('paragraph', {}, [text('שלום')]))).toBe('<p dir="rtl">שלום</p>')
    expect(drawn(block('paragraph', { align: 'center' }, [text('a\nb')]))).toBe('<p class="center">a<br>b</p>')
  })

  test('a cell without a picture is empty, however the API says so', () => {
    const definition = { c: { id: 'c', title: 'Picture', type: 'image' } }
    const records = { r: { orderIndex: '0', values: { c: { kind: 'file', file: '' } } } }
    const table = block('table', { view: { type: 'grid', columns: ['c'] }, definition, records })
    expect(drawn(table)).toContain('<td></td>')
  })

  test('long expandable code folds after ten lines, and loses none', () => {
    const lines = Array.from({ length: 12 }, (_, at) => block('code-line', {}, [text(`line ${at}`)]))
    const html = drawn(block('code', { expandable: true, lineNumbers: true }, lines))
    expect(html).toContain('Show all 12 lines')
    expect(html.indexOf('line 9')).toBeLessThan(html.indexOf('<details'))
    expect(html.indexOf('line 10')).toBeGreaterThan(html.indexOf('<details'))
  })

  test('a note stands at the end, opened by its words', () => {
    const note: Inline = {
      object: 'inline',
      type: 'annotation',
      nodes: [text('words')],
      fragments: [{ object: 'fragment', type: 'annotation-body', nodes: [block('paragraph', {}, [text('why')])] }],
    }
    expect(drawn(block('paragraph', {}, [note]), block('divider', {}))).toBe(
      '<p><button type="button" class="annotated" popovertarget="note-1-">words</button></p><hr>' +
        '<div class="note" id="note-1-" popover><p>why</p></div>',
    )
  })

  test('code is innermost, and unknown marks and colours leave no trace', () => {
    const marks = [
      { object: 'mark' as const, type: 'bold' },
      { object: 'mark' as const, type: 'code' },
      { object: 'mark' as const, type: 'blink' },
      { object: 'mark' as const, type: 'color', data: { text: 'red', background: 'url(x)' } },
    ]
    expect(drawn(block('paragraph', {}, [text('x', ...marks)]))).toBe(
      '<p><span class="ink-red"><strong><code>x</code></strong></span></p>',
    )
  })

  test('a formula becomes MathML without styles, or stays as it was written', () => {
    expect(drawFormula('\\frac{1}{2}', true)?.text).toMatch(/^<math display="block">.*<mfrac>/)
    expect(drawFormula('\\fcolorbox{red}{blue}{x}', false)?.text).not.toContain(' style=')
    expect(drawFormula('\\frac{', true)).toBeUndefined()
  })
})
