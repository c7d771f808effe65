// Page paths, table of contents labels, and tags of a repository.
import { describe, expect, test } from 'vitest'
import { Store } from '../engine/testing/store.ts'
import { putRecord, removeRecord } from '../engine/tree/collections.ts'
import { openTree } from '../engine/tree/draft.ts'
import { insertPage, movePage, updatePage } from '../engine/tree/edit-pages.ts'
import { findPageByPath, loadPageTree, type PageNode } from '../engine/tree/pages.ts'
import { choosePaths, NO_PATHS } from './chosen-paths.ts'
import { readConfig } from './config.ts'
import { readTags } from './tags.ts'
import { contentOf, exportFiles, importFiles, type TextFiles } from './testing/repositories.ts'

const outline = (nodes: PageNode[]): unknown[] =>
  nodes.map(({ page, path, pages }) => [page.type, page.title, path, ...(pages.length ? [outline(pages)] : [])])

describe('addresses are those of the files', () => {
  const read = (texts: TextFiles) => {
    const store = new Store()
    const { root } = importFiles(store, texts)
    return { store, root, tree: outline(store.run(loadPageTree(openTree(root)))) }
  }

  test('wherever the table of contents lists them, whatever the names of their folders', () => {
    const { tree } = read({
      'README.md': '# Home\n',
      'SUMMARY.md':
        '* [Home](README.md)\n\n## 基础教程 <a href="#pre-basic" id="pre-basic"></a>\n\n' +
        '* [数据](data-settings/README.md)\n  * [Subscribe](data-settings/subscribe.md)\n  * [Elsewhere](Other%20%26%20More/团灭股票问题.md)\n',
      'data-settings/README.md': '# 数据\n',
      'data-settings/subscribe.md': '# Subscribe\n',
      'Other & More/团灭股票问题.md': '# 股票\n',
    })
    expect(tree).toEqual([
      ['document', 'Home', 'readme'],
      [
        'group',
        '基础教程',
        'pre-basic',
        [
          [
            'document',
            '数据',
            'data-settings',
            [
              ['document', 'Subscribe', 'data-settings/subscribe'],
              ['document', '股票', 'other-and-more/tuan-mie-gu-piao-wen-ti'],
            ],
          ],
        ],
      ],
    ])
  })

  test('two files with the same path get different ones', () => {
    const { tree } = read({ 'README.md': '# Home\n', 'a.md': '# A\n', 'A/README.md': '# Other\n' })
    expect(JSON.stringify(tree)).toContain('"a"')
    expect(JSON.stringify(tree)).toContain('"a-1"')
  })

  test('a moved page has the path of its location, any other that of its file', () => {
    const texts = {
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n\n## Group\n\n* [Page](far/away.md)\n* [Next](next.md)\n',
      'far/away.md': '# Page\n',
      'next.md': '# Next\n',
    }
    const { store, root } = read(texts)
    const at = (from: string, path: string) => store.run(findPageByPath(openTree(from), path))
    const page = at(root, 'far/away')!
    expect(at(root, 'group/away')).toBeUndefined()
    expect(
      at(
        store.edit(root, (tree) => movePage(tree, page.id, { parent: page.parent })),
        'far/away',
      ),
    ).toBeDefined()
    expect(
      at(
        store.edit(root, (tree) => updatePage(tree, page.id, { slug: 'near' })),
        'far/near',
      ),
    ).toBeDefined()
    const moved = store.edit(root, (tree) => movePage(tree, page.id, { parent: '' }))
    expect(at(moved, 'away')).toMatchObject({ id: page.id })
    expect(at(moved, 'far/away')).toBeUndefined()
    expect(Object.keys(exportFiles(store, texts, root, moved))).toContain('away.md')
  })
})

describe('the table of contents', () => {
  const texts = {
    'README.md': '# Home\n',
    'SUMMARY.md': '# 目次\n\n* [Home](README.md)\n* [Long title](a.md "Short")\n* [Label](b.md)\n',
    'a.md': '# Long title\n',
    'b.md': '# A title that is longer\n',
  }

  test('labels pages differently from their titles, also in another repository', () => {
    const store = new Store()
    const { root } = importFiles(store, texts)
    const titles = (from: string) =>
      store.run(loadPageTree(openTree(from))).map(({ page: { title, linkTitle } }) => [title, linkTitle])
    const names = [
      ['Home', undefined],
      ['Long title', 'Short'],
      ['A title that is longer', 'Label'],
    ]
    expect(titles(root)).toEqual(names)
    const written = exportFiles(store, {}, undefined, root)
    expect(written['SUMMARY.md']).toContain('* [A title that is longer](b.md "Label")')
    expect(titles(importFiles(store, written).root)).toEqual(names)
  })

  test('keeps its heading and labels when a page is added', () => {
    const store = new Store()
    const { root } = importFiles(store, texts)
    const page = { id: 'new', type: 'document' as const, title: 'New' }
    const after = store.edit(root, (tree) => insertPage(tree, page, { parent: '' }))
    expect(exportFiles(store, texts, root, after)['SUMMARY.md']).toBe(`${texts['SUMMARY.md']}* [New](new.md)\n`)
  })
})

describe('tags', () => {
  const file = '# Ours\n- tag: beta\n  label: Beta\n  icon: flask\n  color: $primary\n- tag: fixes\n- nonsense\n'

  test('are read, and written back with the comments around them', () => {
    const store = new Store()
    const texts = { 'README.md': '# Home\n', '.gitbook/tags.yaml': file }
    const { root } = importFiles(store, texts)
    expect(contentOf(store, root).tags).toEqual([
      { slug: 'beta', label: 'Beta', icon: 'flask', color: '$primary' },
      { slug: 'fixes', label: 'fixes' },
    ])
    expect(exportFiles(store, texts, root, root)).toEqual(texts)
    const edited = store.edit(root, (tree) => {
      putRecord(tree, 'tag', 'beta', { slug: 'beta', label: 'Preview', icon: 'flask' })
      putRecord(tree, 'tag', 'new', { slug: 'new', label: 'New' })
      removeRecord(tree, 'tag', 'fixes')
      return undefined
    })
    expect(exportFiles(store, texts, root, edited)['.gitbook/tags.yaml']).toBe(
      '# Ours\n- tag: beta\n  label: Preview\n  icon: flask\n- nonsense\n- tag: new\n  label: New\n',
    )
  })

  test('may be a mapping; invalid entries are ignored', () => {
    expect(readTags('a:\n  label: A\nb: text\n')).toEqual([{ slug: 'a', label: 'A' }])
    expect(readTags('- [')).toEqual([])
    expect(readTags('- tag: a/b\n- tag: 1\n')).toEqual([{ slug: '1', label: '1' }])
  })
})

describe('names of files', () => {
  const file = (id: string, name: string) => ({ id, name, contentType: 'text/plain', size: 1, blob: id })
  const namesOf = (...names: string[]) => {
    const files = names.map((name, at) => file(`f${at}`, name))
    const placed = choosePaths({ pages: [], files, includes: [] }, NO_PATHS, CONFIG, () => false)
    return [...placed.files.values()].map((path) => path.replace('.gitbook/assets/', ''))
  }
  const CONFIG = readConfig('', undefined)

  test('that are equal are numbered, and short enough to be read back unchanged', () => {
    const long = `${'x'.repeat(196)}.png`
    const [first, second] = namesOf(long, long)
    expect(first).toBe(long)
    expect(second).toBe(`${'x'.repeat(192)} (1).png`)
  })

  test('that are too long for a disk are truncated, each uniquely', () => {
    const long = (end: string) => `${'長'.repeat(150)}${end}.png`
    const names = namesOf(long('a'), long('b'))
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
    expect(namesOf(long('b'), long('a'))).toEqual([...names].reverse())
  })
})
