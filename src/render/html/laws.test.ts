// Laws of the HTML of documents, with hostile text in every field, as a real HTML parser sees it.
import * as fc from 'fast-check'
import { toString as textIn } from 'hast-util-to-string'
import { describe, expect, test } from 'vitest'
import { showSchema } from '../../computed/reference/index.ts'
import { hostileLibrary, operationIn } from '../../computed/reference/testing/hostile.ts'
import type { Block, Document, Node } from '../../engine/document.ts'
import { childrenOf } from '../../engine/walk.ts'
import { blocks } from '../../markdown/testing/arbitraries.ts'
import { gridOf, spans } from '../grid.ts'
import { elementsOf, faultOf, HOSTILE, parse, written } from '../testing/hostile.ts'
import { draw, drawFormula, drawPieces, html, PLAIN, type Surroundings } from './index.ts'

const runs = Number(process.env.LECTERN_LAW_RUNS ?? 100)

/** What tells nodes apart, and names that connect one part of a table to another. */
const STRUCTURE = new Set(['object', 'type', 'kind', 'fragment', 'columns', 'values', 'records', 'orderIndex', 'unit'])

/** The document with some of its texts replaced, wherever they are. */
function poison(value: unknown, next: () => string | undefined, key = ''): unknown {
  if (typeof value === 'string') return STRUCTURE.has(key) ? value : (next() ?? value)
  if (Array.isArray(value)) return STRUCTURE.has(key) ? value : value.map((each) => poison(each, next, key))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    STRUCTURE.has(name) ? part : poison(part, next, name),
  ])
  return Object.fromEntries(entries)
}

const documents: fc.Arbitrary<Document> = fc
  .tuple(
    blocks(2),
    fc.array(fc.option(fc.constantFrom(...HOSTILE), { freq: 2, nil: undefined }), { minLength: 12, maxLength: 12 }),
  )
  .map(([nodes, picks]) => {
    let at = 0
    const poisoned = poison(nodes, () => picks[at++ % picks.length]) as Block[]
    return { object: 'document', data: {}, nodes: poisoned }
  })

const pick = <T>(text: string, value: T): T | undefined => (text.length % 2 === 0 ? value : undefined)

/** Surroundings that know half of everything, and whose own words are hostile too. */
const HALF: Surroundings = {
  ...PLAIN,
  opensTabs: true,
  target: (ref) =>
    pick(JSON.stringify(ref), { title: HOSTILE[0]!, href: HOSTILE[3]!, icon: 'a', description: HOSTILE[1]! }),
  file: (id) =>
    pick(id, {
      name: HOSTILE[1]!,
      size: 1200,
      contentType: 'image/png',
      href: `https://files.example/${id}`,
      width: 30,
      height: 20,
    }),
  icon: (name) => pick(name, { width: 16, height: 16, paths: ['M0 0h1z', HOSTILE[1]!] }),
  formula: drawFormula,
  highlight: (code) =>
    pick(
      code,
      code.split('\n').map((text) => [{ text, kind: 'keyword' as const }]),
    ),
  embed: (url) => pick(url, { title: HOSTILE[0]!, site: HOSTILE[1]!, frame: 'https://frames.example/x"y' }),
  tryIt: 'https://docs.example/~lectern/try',
  operation: (block) => pick(JSON.stringify(block), operationIn(HOSTILE, block.type === 'openapi-webhook')),
  schema: (_block, name) => pick(name, showSchema({ $ref: 'all' }, hostileLibrary(HOSTILE), { left: 12 })),
  integration: (block) => pick(JSON.stringify(block), html`<p>drawn</p>`),
}

/** The names of the texts of the cells that a table shows: those of text columns that no other cell covers. */
function shownIn(table: Block): unknown[] {
  const grid = gridOf(table)
  const spanAt = spans(grid)
  return grid.rows.flatMap((row, down) =>
    grid.columns.flatMap((column, across) => {
      const isShown = spanAt(row, column, { down, across }) !== undefined || grid.isCards
      return isShown && column.type === 'text' ? [row.values[column.id]] : []
    }),
  )
}

/**
 * The texts that readers must find: those of all leaves but in hidden columns, covered cells and conditions that never
 * hold.
 */
function* textsOf(node: Node): Generator<string> {
  if (node.object === 'text') {
    for (const { text } of node.leaves) yield text
    return
  }
  if (node.object === 'block') {
    const { title, formula, description, expression } = node.data ?? {}
    if (node.type === 'if' && String(expression).trim() === 'false') return
    if (node.type === 'integration') return
    if (node.type === 'code' || node.type === 'tabs-item') yield String(title ?? '')
    if (node.type === 'math') yield String(formula)
    if (node.type === 'prompt') yield String(description)
    if (node.type === 'table') {
      const names = shownIn(node)
      for (const each of node.fragments ?? []) if (names.includes(each.fragment)) yield* textsOf(each)
      return
    }
  }
  for (const child of childrenOf(node)) yield* textsOf(child)
}

/** As a parser reads it: without what HTML cannot hold. */
const asRead = (text: string) => text.replaceAll('\0', '\ufffd').replaceAll(/\s+/g, '')

describe('the HTML of a document', () => {
  test.each([
    ['alone', PLAIN],
    ['in surroundings', HALF],
  ])('runs nothing, loads nothing, and nests as it is written: %s', async (_name, surroundings) => {
    await fc.assert(
      fc.property(documents, (document) => {
        const { text } = draw(document, surroundings)
        const elements = elementsOf(parse(text))
        expect(elements.flatMap((element) => faultOf(element) ?? [])).toEqual([])
        expect(elements.map(({ tagName }) => tagName)).toEqual(written(text))
      }),
      { numRuns: runs * 2 },
    )
  })

  test('has every text of the document', async () => {
    await fc.assert(
      fc.property(documents, (document) => {
        const shown = asRead(textIn(parse(draw(document, PLAIN).text)))
        const missing = [...textsOf(document)]
          .flatMap((text) => text.split(/[\n\r\u2028\u2029]/))
          .filter((text) => !shown.includes(asRead(text)))
        expect(missing).toEqual([])
      }),
      { numRuns: runs * 2 },
    )
  })

  test('is the same each time, in one piece or in many', async () => {
    await fc.assert(
      fc.property(documents, (document) => {
        const once = draw(document, HALF).text
        expect(draw(document, HALF).text).toBe(once)
        expect([...drawPieces(document, HALF)].join('')).toBe(once)
      }),
      { numRuns: runs / 2 },
    )
  })

  test('holds for documents that no check has seen', async () => {
    const anything = fc.anything({ maxDepth: 3, withNullPrototype: false })
    const data = fc.dictionary(
      fc.constantFrom(
        'ref',
        'view',
        'definition',
        'records',
        'tags',
        'width',
        'title',
        'style',
        'schemas',
        'props',
        'start',
        'url',
      ),
      anything,
    )
    const types =
      'paragraph heading-1 heading-6 list-tasks list-ordered hint code table tabs stepper columns image images drawing embed file content-ref reusable-content expandable integration openapi-operation openapi-schemas updates update prompt math if swagger unknown'.split(
        ' ',
      )
    const strange = fc
      .tuple(fc.constantFrom(...types), data, fc.constantFrom(...types))
      .map(([type, fields, inner]): Block => {
        const text = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: HOSTILE[0]!, marks: [] }] }
        return {
          object: 'block',
          type,
          data: fields,
          nodes: [{ object: 'block', type: inner, data: fields, nodes: [text] }, text],
        }
      })
    await fc.assert(
      fc.property(strange, (block) => {
        const { text } = draw({ object: 'document', data: {}, nodes: [block] }, HALF)
        expect(elementsOf(parse(text)).flatMap((element) => faultOf(element) ?? [])).toEqual([])
      }),
      { numRuns: runs * 3 },
    )
  })

  test('is as deep as browsers nest, however deep the document is', () => {
    const deep = (levels: number): Block =>
      Array.from({ length: levels }).reduce<Block>(
        (inner) => ({ object: 'block', type: 'blockquote', nodes: [inner] }),
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'deepest', marks: [] }] }],
        },
      )
    const { text } = draw({ object: 'document', data: {}, nodes: [deep(190)] }, PLAIN)
    expect(written(text).length).toBeLessThan(60)
    expect(text).toContain('deepest')
  })
})
