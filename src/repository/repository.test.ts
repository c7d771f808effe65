// Examples of repositories: reading them, and writing them back.
import { describe, expect, test } from 'vitest'
import { Store } from '../engine/testing/store.ts'
import { openTree } from '../engine/tree/draft.ts'
import { movePage, removePage } from '../engine/tree/edit-pages.ts'
import { findPageByPath, loadPageTree, type PageNode } from '../engine/tree/pages.ts'
import { contentOf, exportFiles, importFiles, readFiles, type TextFiles } from './testing/repositories.ts'

const HANDBOOK: TextFiles = {
  '.gitbook.yaml': 'root: ./docs/\nstructure:\n  readme: START.md\nredirects:\n  old/place: guides/install.md\n',
  'docs/START.md': '# Start\n\nSee [install](guides/install.md#linux), [old](old/place.md) and [nothing](gone.md).\n',
  'docs/SUMMARY.md':
    '# Contents of this book\n\n- [Start here](START.md "Start")\n\n## Guides <a href="#guides-1" id="guides-1"></a>\n\n' +
    '- [Install](guides/install.md)\n    - [On Linux](guides/linux/README.md)\n- [Elsewhere](https://example.com)\n',
  'docs/guides/install.md':
    '---\ndescription: How to\nicon: rocket\ncover: ../.gitbook/assets/a%20picture.png\ncoverY: 12\nowner: docs\n---\n\n' +
    '# Install\n\n![](../.gitbook/assets/a%20picture.png)\n\n{% include "../.gitbook/includes/note.md" %}\n\n## Linux\n',
  'docs/guides/linux/README.md': '# On Linux\n\nBack to [start](/START.md), with ![](../../../logo.svg)\n',
  'docs/.gitbook/assets/a picture.png': 'PNG',
  'docs/.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind the [gap](../../START.md).\n',
  'docs/.gitbook/vars.yaml': '# Versions\nversion: 1.2\nnested: { a: 1 }\n',
  'docs/unlisted.md': '# Nobody lists me\n',
  'logo.svg': '<svg/>',
}

const outline = (nodes: PageNode[]): unknown[] =>
  nodes.map(({ page, path, pages }) => [page.type, page.title, path, ...(pages.length ? [outline(pages)] : [])])

describe('a repository is read', () => {
  const store = new Store()
  const { root } = importFiles(store, HANDBOOK)
  const at = (path: string) => store.run(findPageByPath(openTree(root), path))!

  test('its table of contents is the page tree', () => {
    expect(outline(store.run(loadPageTree(openTree(root))))).toEqual([
      ['document', 'Start', 'start'],
      [
        'group',
        'Guides',
        'guides-1',
        [
          ['document', 'Install', 'guides/install', [['document', 'On Linux', 'guides/linux']]],
          ['link', 'Elsewhere', 'guides-1'],
        ],
      ],
    ])
  })

  test('front matter becomes fields, and unknown keys stay', () => {
    const { description, icon, cover, frontMatter } = at('guides/install')
    expect({ description, icon, frontMatter }).toEqual({
      description: 'How to',
      icon: 'rocket',
      frontMatter: { owner: 'docs' },
    })
    expect(cover).toEqual({ ref: { kind: 'file', file: expect.any(String) }, yPos: 12 })
  })

  test('meta links resolve to pages like other links, and other values stay', () => {
    const files: TextFiles = {
      'README.md':
        '---\nmetaLinks:\n  alternates:\n    - https://example.com/de\n    - a/b.md\n  canonical: ./\n---\n\n# Start\n',
      'a/b.md': '---\nmetaLinks:\n  canonical: ../\n---\n\n# B\n',
      'odd.md': '---\nmetaLinks:\n  alternates:\n    - null\n---\n\n# Odd\n',
      'file.md': '---\nmetaLinks:\n  canonical: "#anchor"\n---\n\n# File\n',
    }
    const imported = importFiles(store, files)
    const page = (path: string) => store.run(findPageByPath(openTree(imported.root), path))!
    const [start, b] = [page('readme'), page('a/b')].map(({ id }) => ({ kind: 'page', page: id }))
    expect(page('readme').metaLinks).toEqual({
      canonical: start,
      alternates: [{ kind: 'url', url: 'https://example.com/de' }, b],
    })
    expect(page('a/b').metaLinks).toEqual({ canonical: start })
    for (const path of ['odd', 'file'])
      expect(page(path)).toMatchObject({ frontMatter: { metaLinks: expect.any(Object) } })
    const moved = store.edit(imported.root, (tree) => movePage(tree, page('a/b').id, { parent: '' }))
    const written = exportFiles(store, files, imported.root, moved)
    expect(written['README.md']).toBe(files['README.md']!.replace('a/b.md', 'b.md'))
    expect(written['b.md']).toBe(files['a/b.md']!.replace('../', './'))
  })

  test('links resolve to pages, also through redirects, and broken ones stay', () => {
    const text = JSON.stringify(store.objects.get(at('start').document!))
    const { id } = at('guides/install')
    expect(text).toContain(`{"ref":{"anchor":"linux","kind":"anchor","page":"${id}"}}`)
    expect(text).toContain(`{"ref":{"kind":"page","page":"${id}"}}`)
    expect(text).toContain('{"ref":{"kind":"url","url":"gone.md"}}')
  })

  test('files, reusable contents and variables are imported', () => {
    const { files, includes, variables } = contentOf(store, root)
    expect(files.map(({ file }) => file)).toEqual(['a picture.png', 'logo.svg'])
    expect(includes).toMatchObject([{ title: 'A note' }])
    expect(variables).toEqual({ version: 1.2 })
  })

  test('without a table of contents, folders are the page tree', () => {
    const files = {
      'README.md': '# Home',
      'b/two.md': '# Two',
      'b/one.md': 'One',
      'a/README.md': '# A',
      'a/.x/y.md': '',
    }
    const { pages } = readFiles(files)
    const show = (list: typeof pages): unknown[] => list.map((page) => [page.title, page.slug, show(page.pages)])
    expect(show(pages)).toEqual([
      ['Home', 'readme', []],
      ['A', 'a', []],
      [
        'B',
        'b',
        [
          ['One', 'one', []],
          ['Two', 'two', []],
        ],
      ],
    ])
  })

  test('other files of the repository are linked on the web, if its URL is known', () => {
    const files = { 'README.md': '# Home\n\n[code](src/index.ts)', 'src/index.ts': '' }
    const { pages } = readFiles(files, undefined, { treeUrl: 'https://example.com/tree/main/' })
    expect(JSON.stringify(pages)).toContain('"url":"https://example.com/tree/main/src/index.ts"')
  })

  test.each([
    ['root: [a]', 'In .gitbook.yaml, root must be a path inside the repository.'],
    ['root: ../..', 'In .gitbook.yaml, root must be a path inside the repository.'],
    ['structure: 1', 'In .gitbook.yaml, structure must be a mapping.'],
    ['a: [', '.gitbook.yaml cannot be read as YAML: unexpected end of the stream within a flow collection.'],
  ])('%j is refused with a sentence', (config, sentence) => {
    expect(() => readFiles({ '.gitbook.yaml': config })).toThrow(sentence)
  })
})

describe('a repository is written', () => {
  test('nothing changes when nothing was edited', () => {
    const store = new Store()
    const { root } = importFiles(store, HANDBOOK)
    expect(exportFiles(store, HANDBOOK, root, root)).toEqual(HANDBOOK)
  })

  test('links with equal titles keep their page ids', () => {
    const store = new Store()
    const link = '* [Elsewhere](https://example.com)\n'
    const files = { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${link}${link}` }
    const first = importFiles(store, files)
    expect(store.run(loadPageTree(openTree(first.root)))).toHaveLength(3)
    expect(importFiles(store, files, first)).toEqual(first)
  })

  test('an edit of one file keeps ids, and every other file', () => {
    const store = new Store()
    const first = importFiles(store, HANDBOOK)
    const edited = { ...HANDBOOK, 'docs/guides/install.md': '# Install\n\nAnew.\n' }
    const second = importFiles(store, edited, first)
    const ids = (root: string) => JSON.stringify(store.run(loadPageTree(openTree(root)))).match(/"id":"\w+"/g)
    expect(ids(second.root)).toEqual(ids(first.root))
    const written = exportFiles(store, HANDBOOK, first.root, second.root)
    const changed = Object.keys(written).filter((path) => written[path] !== HANDBOOK[path])
    expect(changed).toEqual(['docs/guides/install.md'])
    expect(written['docs/guides/install.md']).toBe(edited['docs/guides/install.md'])
  })

  test('an edited page keeps the order of its front matter, and names of files stay', () => {
    const store = new Store()
    const files: TextFiles = {
      'README.md': '# Start\n',
      'a.md':
        '---\nzone: b\nicon: rocket\ndescription: How to\ncover: .gitbook/assets/x (1).png\ncoverY: 0\nalpha: a\n---\n\n# A\n\n' +
        '[b (2).md](<b (2).md>) ![](<.gitbook/assets/x (1).png>) [50%.md](50%.md) x\n',
      'b (2).md': '# B\n',
      '50%.md': '# Half\n',
      '.gitbook/assets/x (1).png': 'PNG',
      'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n* [A](a.md)\n* [B](<b (2).md>)\n* [Half](50%.md)\n',
    }
    const edited = { ...files, 'a.md': files['a.md']!.replace(' x\n', ' y\n') }
    const before = importFiles(store, files)
    const after = importFiles(store, edited, before)
    expect(exportFiles(store, files, before.root, after.root)).toEqual(edited)
  })

  test('a moved page updates its links, and the labels of the table of contents stay', () => {
    const store = new Store()
    const first = importFiles(store, HANDBOOK)
    const idAt = (path: string) => store.run(findPageByPath(openTree(first.root), path))!.id
    const [linux, install, group] = [idAt('guides/linux'), idAt('guides/install'), idAt('guides-1')]
    const moved = store.edit(first.root, function* (tree) {
      yield* movePage(tree, linux, { parent: '' })
      yield* movePage(tree, install, { parent: '' })
      return yield* removePage(tree, group)
    })
    const written = exportFiles(store, HANDBOOK, first.root, moved)
    expect(written['docs/SUMMARY.md']).toBe(
      '# Contents of this book\n\n* [Start here](START.md "Start")\n* [On Linux](linux.md)\n* [Install](install.md)\n',
    )
    expect(written['docs/linux.md']).toContain('[start](START.md), with ![](../logo.svg)')
    expect(written['docs/START.md']).toContain('[install](install.md#linux)')
    expect(written['docs/guides/install.md']).toBeUndefined()
  })
})
