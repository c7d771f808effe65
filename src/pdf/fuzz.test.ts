// @slow
// User text in any block is printed literally, and never executed. Runs the real compiler.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Block, Document } from '../engine/document.ts'
import { blocks } from '../markdown/testing/arbitraries.ts'
import { type Book, printable, renderBook, runsRightToLeft, withKnownGlyphs } from '../render/typst/index.ts'
import { compile, openCompiler } from './typesetter.ts'

const workspace = mkdtempSync(join(tmpdir(), 'lectern-fuzz-'))
const compiler = openCompiler(workspace)
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const BOOK: Book = {
  title: 'A book',
  publisher: 'Somebody',
  date: '2026-01-02T03:04:05.000Z',
  space: 'space',
  pages: {},
  files: {},
  users: {},
  tags: {},
}

/** An icon for half of all names. */
const drawings = {
  iconOf: (name: string) =>
    name.length % 2
      ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
      : undefined,
}

/** The error, if it cannot be printed. */
function problemOf(nodes: Block[], book: Partial<Book> = {}, page: object = {}): string | undefined {
  const document: Document = { object: 'document', data: {}, nodes }
  const pages = [{ id: 'p', title: 'A page', level: 0, type: 'document' as const, document, ...page }]
  const compiled = compile(compiler, renderBook({ ...BOOK, ...book }, pages, drawings))
  return 'problem' in compiled ? compiled.problem : undefined
}

const asJson = (data: object): Record<string, unknown> => JSON.parse(JSON.stringify(data))

const paragraphOf = (text: string, marks: string[] = []): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [
    { object: 'text', leaves: [{ object: 'leaf', text, marks: marks.map((type) => ({ object: 'mark', type })) }] },
  ],
})

/** Typst syntax, and characters that end its literals. */
const HOSTILE = [
  '#panic("run")',
  '"); panic("run"); ("',
  '\\"); panic("run")',
  '\\',
  '\\u{22}',
  '"',
  '`',
  '```',
  '$',
  '*',
  '_',
  '<label>',
  '@ref',
  '//',
  '/*',
  '*/',
  '#{',
  '}',
  ']',
  '[#panic()]',
  '\n',
  '\r\n',
  '\u2028',
  '\0',
  '\u0085',
  '\ud800',
  '\u202e',
  '#import "@preview/x:1.0.0"',
  '#read("/etc/passwd")',
  '%',
  '😀',
  'ا',
  '中',
]

const anything = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(''))

// Some combinations of right-to-left letters crash Typst. The caller then tries again, with the characters that
// certainly can be printed.
const hostile = anything.filter((text) => !runsRightToLeft(text))

describe('user text is never code', () => {
  test('every kind of block, with every kind of text, can be typeset', async () => {
    await fc.assert(
      fc.property(blocks(2), (nodes) => {
        expect(problemOf(nodes)).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test('hostile text is the text of paragraphs, code, formulas, titles and addresses, and nothing else', async () => {
    const places: ((text: string) => Block)[] = [
      (text) => paragraphOf(text),
      (text) => paragraphOf(text, ['code', 'bold']),
      (text) => ({
        object: 'block',
        type: 'code',
        data: { syntax: text, title: text, lineNumbers: true },
        nodes: [{ ...paragraphOf(text), type: 'code-line' }],
      }),
      (text) => ({ object: 'block', type: 'math', data: { formula: text } }),
      (text) => ({ object: 'block', type: 'embed', data: { url: `https://example.com/${text}` } }),
      (text) => ({
        object: 'block',
        type: 'openapi-operation',
        data: { method: text, path: text, ref: { kind: 'openapi', spec: text } },
      }),
      (text) => ({
        object: 'block',
        type: 'hint',
        data: { style: text, icon: text },
        nodes: [{ ...paragraphOf(text), type: 'heading-1', data: { id: text } }],
      }),
      (text) => ({ object: 'block', type: 'if', data: { expression: text }, nodes: [paragraphOf(text)] }),
      (text) => ({ object: 'block', type: text, nodes: [paragraphOf(text)] }),
      (text) => ({
        object: 'block',
        type: 'images',
        data: { align: text },
        nodes: [
          {
            object: 'block',
            type: 'image',
            data: { ref: { kind: 'file', file: 'f' }, alt: text, width: { unit: text, value: 3 } },
          },
        ],
      }),
    ]
    await fc.assert(
      fc.property(hostile, (text) => {
        const files = { f: { name: text, size: 1 } }
        const book = { title: text, subtitle: text, publisher: text, note: text, files, users: { [text]: text } }
        const page = { id: text, title: text, description: text, emoji: text, icon: text }
        expect(
          problemOf(
            places.map((place) => place(text)),
            book,
            page,
          ),
        ).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test('the reduced text of a second try can always be typeset', async () => {
    const among = fc
      .array(fc.oneof(fc.constantFrom('\u0627', '\u05d0', '\u05b0', '\u064b', ' ', ']', 'a'), anything), {
        maxLength: 12,
      })
      .map((parts) => withKnownGlyphs(parts.join('')))
    await fc.assert(
      fc.property(among, (text) => {
        expect(problemOf([paragraphOf(text), paragraphOf(text, ['bold'])], { title: text })).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test('the reader sees the value of a string', async () => {
    await fc.assert(
      fc.property(hostile, (text) => {
        const compiled = compile(compiler, renderBook({ ...BOOK, title: text }, [], drawings))
        expect('document' in compiled && (compiled.document.title ?? '')).toBe(printable(text))
      }),
      { numRuns: 50 },
    )
  }, 180_000)

  test('data of any shape can be printed', async () => {
    const types = [
      'table',
      'image',
      'images',
      'code',
      'list-ordered',
      'columns',
      'tabs',
      'embed',
      'file',
      'math',
      'updates',
      'update',
      'expandable',
      'content-ref',
      'swagger',
      'openapi-schemas',
      'integration',
      'prompt',
      'drawing',
      'stepper',
      'hint',
      'reusable-content',
    ]
    const inlines = [
      'link',
      'mention',
      'button',
      'icon',
      'emoji',
      'inline-math',
      'inline-image',
      'annotation',
      'expression',
    ]
    const data = fc.dictionary(
      fc.constantFrom(
        'ref',
        'view',
        'records',
        'definition',
        'width',
        'start',
        'tags',
        'date',
        'formula',
        'schemas',
        'label',
        'code',
        'cellMerges',
        'align',
        'style',
      ),
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          kind: fc.constantFrom('url', 'page', 'file', 'anchor', 'user'),
          url: fc.string(),
          page: fc.string(),
          file: fc.string(),
          anchor: fc.string(),
          user: fc.string(),
        }),
      ),
    )
    const block = fc.record({ type: fc.constantFrom(...types), data }).map(
      ({ type, data }): Block => ({
        object: 'block',
        type,
        data: asJson(data),
        nodes: [paragraphOf('x')],
      }),
    )
    const inline = fc.record({ type: fc.constantFrom(...inlines), data }).map(
      ({ type, data }): Block => ({
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'inline', type, data: asJson(data), nodes: [] }],
      }),
    )
    await fc.assert(
      fc.property(fc.array(fc.oneof(block, inline), { minLength: 1, maxLength: 8 }), (nodes) => {
        expect(problemOf(nodes)).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test('deeply nested blocks are printed completely', () => {
    const around =
      (type: string) =>
      (inner: Block): Block => ({ object: 'block', type, data: { style: 'info' }, nodes: [inner] })
    for (const type of ['blockquote', 'hint', 'list-item', 'tabs-item', 'column', 'if', 'update', 'prompt'])
      expect(
        problemOf([Array.from({ length: 60 }).reduce<Block>(around(type), paragraphOf('deep'))]),
        type,
      ).toBeUndefined()
    const listed = (inner: Block): Block => around('list-unordered')(around('list-item')(inner))
    expect(problemOf([Array.from({ length: 30 }).reduce<Block>(listed, paragraphOf('deep'))])).toBeUndefined()
    const worst = (inner: Block) =>
      around('columns')(around('column')(around('stepper')(around('stepper-step')(around('hint')(inner)))))
    expect(problemOf([Array.from({ length: 10 }).reduce<Block>(worst, paragraphOf('deep'))])).toBeUndefined()
  }, 180_000)
})
