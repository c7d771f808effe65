// @slow
// The round-trip laws: content that is written and read is unchanged; a repository that is read and written is
// identical, byte for byte; and reading it again changes nothing.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TargetContent, TargetPage } from '../engine/changes/replace-content.ts'
import { slugify, uniqueSlug } from '../engine/slug.ts'
import { Store } from '../engine/testing/store.ts'
import { hasSlug, type PageType, type Tag } from '../engine/tree/records.ts'
import { blocks, line } from '../markdown/testing/arbitraries.ts'
import { contentOf, exportFiles, fill, importFiles, newId, type TextFiles } from './testing/repositories.ts'

/** The maximum length of a file name. */
const LONG = `${'long '.repeat(39)}.html`

const runs = Number(process.env.LECTERN_LAW_RUNS ?? 30)

const title = fc.oneof(
  line,
  fc.constantFrom('Guides', 'readme', 'summary', ' a  b ', 'x.md', '1. one', 'Ä/ö', '[x](y.md)'),
)
const may = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const word = fc.constantFrom('rocket', 'a: b', '# no', "it's", 'é', '- x')

const shared = {
  linkTitle: may(word),
  icon: may(word),
  emoji: may(fc.constant('1f600')),
  hidden: may(fc.constant(true)),
  noIndex: may(fc.constant(true)),
  condition: may(fc.constant('visitor.claims.beta == true')),
}

const documentFields = fc.record({
  ...shared,
  description: may(fc.oneof(word, line)),
  noRobotsIndex: may(fc.constant(true)),
  layout: may(fc.record({ title: fc.boolean(), coverSize: fc.constantFrom('hero', 'full') }, { requiredKeys: [] })),
  variables: may(
    fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), fc.oneof(word, fc.integer(), fc.boolean()), { minKeys: 1 }),
  ),
  frontMatter: may(fc.record({ owner: word, sidebar: fc.constant(false) }, { requiredKeys: ['owner'] })),
  nodes: blocks(1),
})

interface Seed {
  type: PageType
  title: string
  fields: Record<string, unknown> & { nodes?: object[] }
  /** The target page of a link, and a link that every document gets. */
  leadsTo: number
  pages: Seed[]
}

const seeds = fc.letrec<{ seed: Seed; seeds: Seed[] }>((tie) => ({
  seeds: fc.array(tie('seed'), { maxLength: 3 }),
  seed: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.record({
      type: fc.constant('document' as const),
      title,
      fields: documentFields,
      leadsTo: fc.nat(),
      pages: fc.constant([]),
    }),
    fc.record({
      type: fc.constant('link' as const),
      title,
      fields: fc.record(shared),
      leadsTo: fc.nat(),
      pages: fc.constant([]),
    }),
    fc.record({
      type: fc.constant('document' as const),
      title,
      fields: documentFields,
      leadsTo: fc.nat(),
      pages: tie('seeds'),
    }),
    fc.record({
      type: fc.constant('group' as const),
      title,
      fields: fc.record(shared),
      leadsTo: fc.nat(),
      pages: tie('seeds'),
    }),
    fc.record({
      type: fc.constant('computed' as const),
      title,
      fields: fc.constant({ computed: { type: 'builtin:openapi', props: { models: true } } }),
      leadsTo: fc.nat(),
      pages: fc.constant([]),
    }),
  ) as fc.Arbitrary<Seed>,
})).seeds as fc.Arbitrary<Seed[]>

const content = fc.record({
  seeds,
  files: fc.uniqueArray(fc.constantFrom('a.png', 'b (1).png', 'ü #%.txt', 'no-extension', LONG), { maxLength: 3 }),
  includes: fc.uniqueArray(fc.record({ title, nodes: blocks(1) }), {
    maxLength: 2,
    selector: (each) => slugify(each.title),
  }),
  tags: fc.uniqueArray(
    fc.record({ slug: fc.constantFrom('beta', 'a b', '1', 'é'), label: word, icon: may(word), color: may(word) }),
    { maxLength: 3, selector: (each) => each.slug },
  ),
  variables: fc.dictionary(
    fc.constantFrom('version', 'a b', 'constructor'),
    fc.oneof(word, fc.integer(), fc.boolean()),
  ),
})

type Generated = typeof content extends fc.Arbitrary<infer T> ? T : never

function toContent({ seeds: given, files, includes, tags, variables }: Generated): TargetContent {
  const names = new Map<Seed, string>()
  const name = (seed: Seed) => {
    names.set(seed, newId())
    seed.pages.forEach(name)
  }
  given.forEach(name)
  const documents = [...names].filter(([{ type }]) => type === 'document').map(([, id]) => id)
  const pageAt = (n: number) => documents[n % documents.length]!
  const reusableContents = includes.map((each) => ({ id: newId(), title: each.title, ...documentOf(each.nodes) }))
  const stored = files.map((each) => ({
    id: newId(),
    name: each,
    contentType: 'text/plain',
    size: each.length,
    blob: each,
  }))
  const inside = (n: number): object[] => [
    ...(documents.length > 0
      ? [linkTo({ kind: 'page', page: pageAt(n) }), linkTo({ kind: 'anchor', anchor: 'ä b', page: pageAt(n + 1) })]
      : []),
    ...(stored.length > 0 ? [linkTo({ kind: 'file', file: stored[n % stored.length]!.id })] : []),
    ...(reusableContents.length > 0
      ? [
          {
            object: 'block',
            type: 'reusable-content',
            isVoid: true,
            data: { ref: { kind: 'reusable-content', reusableContent: reusableContents[0]!.id } },
          },
        ]
      : []),
  ]
  let moved = 0
  const toPages = (list: readonly Seed[]): TargetPage[] => {
    const taken = new Set<string>()
    return list.map((seed) => {
      const { type, title: named, fields, leadsTo, pages } = seed
      // Some files are not at their location in the table of contents.
      const ownPath = type === 'document' && leadsTo % 4 === 1 ? `else/where/${++moved}` : undefined
      const wanted = ownPath === undefined ? slugify(named) : String(moved)
      const slug = hasSlug(type) ? uniqueSlug(wanted, (each) => taken.has(each)) : undefined
      if (slug) taken.add(slug)
      const { nodes, ...rest } = fields
      const target =
        documents.length > 0 && leadsTo % 3
          ? { kind: 'page' as const, page: pageAt(leadsTo) }
          : { kind: 'url' as const, url: 'https://example.com/a b' }
      return {
        ...(rest as object),
        id: names.get(seed)!,
        type,
        title: named,
        ...(slug && { slug }),
        ...(ownPath && { ownPath }),
        ...(type === 'link' && { target }),
        // Meta links are written like links.
        ...(type === 'document' && leadsTo % 5 === 2 && { metaLinks: { canonical: target, alternates: [target] } }),
        ...(type === 'document' && documentOf([...(nodes ?? []), ...inside(leadsTo)])),
        pages: toPages(pages),
      }
    })
  }
  const kept = tags.map((tag) => JSON.parse(JSON.stringify(tag)) as Tag)
  return { pages: toPages(given), files: stored, reusableContents, tags: kept, variables }
}

const documentOf = (nodes: object[]): object =>
  nodes.length > 0 ? { document: { object: 'document', data: {}, nodes } } : {}

const linkTo = (ref: object) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [
    {
      object: 'inline',
      type: 'link',
      data: { ref },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'link', marks: [] }] }],
    },
  ],
})

test('import(export(content)) = content', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.property(content, (generated) => {
      const store = new Store()
      const root = fill(store, toContent(generated))
      const files = exportFiles(store, {}, undefined, root)
      const again = importFiles(store, files)
      expect(contentOf(store, again.root), JSON.stringify(files, null, 1)).toEqual(contentOf(store, root))
    }),
    { numRuns: runs },
  )
})

test('an export that is imported and exported again is identical, byte for byte', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.property(content, (generated) => {
      const store = new Store()
      const files = exportFiles(store, {}, undefined, fill(store, toContent(generated)))
      const imported = importFiles(store, files)
      expect(exportFiles(store, files, imported.root, imported.root)).toEqual(files)
      expect(importFiles(store, files, imported)).toEqual(imported)
      const anew = new Store()
      const other = importFiles(anew, files)
      expect(exportFiles(anew, {}, undefined, other.root)).toEqual(files)
    }),
    { numRuns: runs / 2 },
  )
})

test('unedited files keep their bytes, whatever else was edited', { timeout: 120_000 }, async () => {
  const wild = fc.array(
    fc.tuple(
      fc.constantFrom('a.md', 'b/README.md', 'b/c.md', 'd.md'),
      fc.array(line).map((each) => each.join('\r\n\n')),
    ),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.property(wild, line, (pages, edit) => {
      const files: TextFiles = { ...Object.fromEntries(pages), 'README.md': '# Home\n', 'z.md': '# Last\n\nOld.\n' }
      const store = new Store()
      const first = importFiles(store, files)
      const edited = { ...files, 'z.md': `# Last\n\nNew. ${edit}\n` }
      const second = importFiles(store, edited, first)
      const written = exportFiles(store, files, first.root, second.root)
      const changed = Object.keys(written).filter((path) => written[path] !== files[path])
      expect(changed).toEqual(['z.md'])
      expect(contentOf(store, importFiles(store, written, second).root)).toEqual(contentOf(store, second.root))
    }),
    { numRuns: runs },
  )
})
