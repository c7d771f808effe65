// Computed pages: each is listed once and has a document.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textOf } from '../engine/text.ts'
import { computeDocument, computeSearchDocument } from './documents.ts'
import { outlineOf } from './outline.ts'
import { type ComputedPage, computePages } from './pages.ts'
import type { PagesSource } from './source.ts'

const source: PagesSource = { spec: 'pets', models: true, downloadLink: true, grouping: 'by-tag' }

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets' },
  tags: [
    { name: 'everything', 'x-page-title': 'All', 'x-page-icon': 'paw', 'x-page-description': 'All of it' },
    { name: 'dog', parent: 'everything', description: 'About **dogs**.' },
    { name: 'empty' },
    { name: 'circle', 'x-parent': 'round' },
    { name: 'round', 'x-parent': 'circle', description: 'x' },
  ],
  paths: {
    '/dogs': { get: { tags: ['dog'], summary: 'List dogs' }, post: { tags: ['dog', 'cat'], operationId: 'addDog' } },
    '/secret': { get: { tags: ['dog'], 'x-internal': true } },
    '/plain': { delete: { deprecated: true } },
    '/shared': { $ref: '#/components/pathItems/shared' },
    '/file': { $ref: 'items.yaml#/file' },
  },
  webhooks: { born: { post: { tags: ['dog'], summary: 'A dog was born' } } },
  components: { schemas: { Dog: {}, Cat: {} }, pathItems: { shared: { get: { tags: ['cat'], summary: 'Shared' } } } },
}

const titles = (pages: readonly ComputedPage[]): unknown[] =>
  pages.map(({ title, pages: below }) => (below.length > 0 ? [title, titles(below)] : title))

const all = (pages: readonly ComputedPage[]): ComputedPage[] => pages.flatMap((page) => [page, ...all(page.pages)])

describe('pages', () => {
  test('are one per tag, nested like the tags', () => {
    const { outline, elsewhere } = outlineOf(PETS)
    expect(elsewhere).toEqual([{ path: '/file', ref: 'items.yaml#/file' }])
    const pages = computePages(outline, source)
    expect(titles(pages)).toEqual([
      ['All', ['Dog']],
      'Round',
      'Cat',
      'Default',
      'Models',
      'Download OpenAPI specification',
    ])
    expect(pages[0]).toMatchObject({
      icon: 'paw',
      description: 'All of it',
      props: { doc: 'info', page: 'everything' },
    })
  })

  test('are one per operation, below its tag', () => {
    const pages = computePages(outlineOf(PETS).outline, { ...source, grouping: 'by-operation', models: false })
    expect(titles(pages)).toEqual([
      ['All', [['Dog', ['List dogs', 'addDog', 'A dog was born']]]],
      'Round',
      ['Cat', ['addDog', 'Shared']],
      ['Default', ['/plain']],
      'Download OpenAPI specification',
    ])
  })

  test('are one per tag if there are too many operations', () => {
    const paths = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`/${at}`, { get: { tags: ['a'] } }]))
    const { outline } = outlineOf({ paths })
    const pages = computePages(outline, { ...source, grouping: 'by-operation', downloadLink: false })
    expect(titles(pages)).toEqual(['A'])
    expect(computeDocument(outline, 'pets', pages[0]!.props!)!.nodes).toHaveLength(3000)
  })

  test('have the title of the specification if nothing has a tag', () => {
    const { outline } = outlineOf({ info: { title: 'Small' }, paths: { '/': { get: {} } } })
    expect(titles(computePages(outline, { ...source, downloadLink: false }))).toEqual(['Small'])
  })
})

test('documents have the description of the tag and a block per operation, and text for search', () => {
  const { outline } = outlineOf(PETS)
  const props = { doc: 'operations', page: 'dog' } as const
  const { nodes } = computeDocument(outline, 'pets', props)!
  const ref = { kind: 'openapi', spec: 'pets' }
  expect(nodes.map(({ type, data }) => [type, data])).toEqual([
    ['paragraph', {}],
    ['openapi-operation', { ref, path: '/dogs', method: 'get' }],
    ['openapi-operation', { ref, path: '/dogs', method: 'post' }],
    ['openapi-webhook', { ref, name: 'born', method: 'post' }],
  ])
  expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length)
  expect(textOf(computeSearchDocument(outline, 'pets', props))).toContain('List dogs\nGET /dogs')
  expect(computeDocument(outline, 'pets', { doc: 'tag', page: 'nothing' })).toBeUndefined()
})

test('every page exists once and has a document, for any specification', () => {
  const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '')
  const anything = fc.anything({ maxDepth: 2 })
  const item = fc.dictionary(
    fc.constantFrom('get', 'post', '$ref', 'x'),
    fc.oneof(anything, fc.record({ tags: fc.array(name), summary: anything })),
  )
  const spec = fc.record({
    tags: fc.oneof(anything, fc.array(fc.record({ name, parent: name, description: fc.string() }))),
    paths: fc.oneof(anything, fc.dictionary(name, item)),
    webhooks: fc.oneof(anything, fc.dictionary(name, item)),
    components: fc.oneof(anything, fc.record({ schemas: fc.dictionary(name, anything) })),
    info: anything,
  })
  fc.assert(
    fc.property(spec, fc.constantFrom('by-tag' as const, 'by-operation' as const), (value, grouping) => {
      const { outline } = outlineOf(JSON.parse(JSON.stringify(value) ?? 'null'))
      const pages = all(computePages(outline, { ...source, grouping }))
      expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length)
      for (const { props, title } of pages) {
        expect(title).not.toBe('')
        if (props) expect(computeDocument(outline, 'pets', props)).toBeDefined()
      }
      const shown = pages.flatMap(({ props }) => (props?.doc === 'operation' ? [] : (props ?? [])))
      const isByTag = grouping === 'by-tag'
      const found = shown.flatMap((props) => computeDocument(outline, 'pets', props)!.nodes)
      if (isByTag)
        for (const { path, method } of outline.operations)
          expect(found.some(({ data }) => (data?.path ?? data?.name) === path && data?.method === method)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
