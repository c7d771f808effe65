// Arranging pages: by navigation and by URL.
import { describe, expect, test } from 'vitest'
import { type ArrangedPage, arrange } from './arrange.ts'
import { readFolders } from './folders.ts'
import { readMarkdownNavigation } from './markdown-navigation.ts'
import type { NavItem, RawPage } from './model.ts'

const at = (path: string) => new URL(path, 'https://docs.example.com')
const page = (path: string): RawPage => ({
  url: at(path),
  fallbackTitle: path,
  text: { format: 'markdown', text: '', url: at(path).href },
  found: { links: [], files: [] },
})
const item = (path: string, ...items: NavItem[]): NavItem => ({ title: path, url: at(path), items })
const title = (title: string, ...items: NavItem[]): NavItem => ({ title, items })

const show = (placed: ArrangedPage[], indent = ''): string[] =>
  placed.flatMap(({ page, title, pages }) => [
    `${indent}${page?.fallbackTitle ?? `# ${title}`}`,
    ...show(pages, `${indent}  `),
  ])

const arranged = (paths: string[], navigation: NavItem[] = []) => show(arrange(paths.map(page), navigation))

describe('pages', () => {
  test('are where the navigation lists them', () => {
    expect(arranged(['/b', '/a', '/c'], [item('/a', item('/b')), title('More', item('/c#x'))])).toEqual([
      '/a',
      '  /b',
      '# More',
      '  /c',
    ])
  })

  test('that it does not list are below the page whose URL is a prefix of theirs', () => {
    expect(arranged(['/docs/', '/docs/a', '/docs/a/b', '/docs/z/y'], [])).toEqual([
      '/docs/',
      '/docs/a',
      '  /docs/a/b',
      '/docs/z/y',
    ])
  })

  test('that it lists twice are at the first position, with all their children', () => {
    expect(arranged(['/a', '/b', '/c'], [item('/a'), item('/b'), item('/a', item('/c'))])).toEqual(['/a', '  /c', '/b'])
  })

  test('that it lists but were not found are left out, and so are empty groups', () => {
    expect(arranged(['/a', '/b'], [item('/gone', item('/a')), title('Empty', item('/none')), item('/b')])).toEqual([
      '# /gone',
      '  /a',
      '/b',
    ])
  })

  test('a single root page becomes the first page', () => {
    expect(arranged(['/a', '/b', '/c'], [item('/a', item('/b'), item('/c'))])).toEqual(['/a', '/b', '/c'])
  })
})

describe('folders', () => {
  test('are the page beside them, their index, or a group; numbers sort numerically', () => {
    const paths = [
      'x/README.md',
      'x/10-b.md',
      'x/9-a.md',
      'x/guide.md',
      'x/guide/one.md',
      'x/api/index.md',
      'x/api/get.md',
      'x/misc/z.md',
    ]
    const url = (path: string) => at(`/${path}`)
    expect(
      show(
        arrange(
          paths.map((path) => page(`/${path}`)),
          readFolders(paths, url),
        ),
      ),
    ).toEqual([
      '/x/README.md',
      '/x/9-a.md',
      '/x/10-b.md',
      '/x/api/index.md',
      '  /x/api/get.md',
      '/x/guide.md',
      '  /x/guide/one.md',
      '# Misc',
      '  /x/misc/z.md',
    ])
  })
})

describe('lists of markdown', () => {
  test('are a navigation, with headings over them', () => {
    const text = '# Summary\n\n* [A](a.md)\n  * B\n    * [C](c/README.md)\n\n## Part\n\n[D](d.md)\n'
    expect(readMarkdownNavigation(text, at('/x/SUMMARY.md'))).toEqual([
      {
        title: 'A',
        url: at('/x/a.md'),
        items: [{ title: 'B', items: [{ title: 'C', url: at('/x/c/README.md'), items: [] }] }],
      },
      { title: 'Part', items: [{ title: 'D', url: at('/x/d.md'), items: [] }] },
    ])
  })
})
