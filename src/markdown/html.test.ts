// HTML of other writers of the dialect in cells and lists: it is understood, and written in their form.

import { describe, expect, test } from 'vitest'
import type { Block } from '../engine/document.ts'
import { parseMarkdown, serializeMarkdown } from './index.ts'
import { plainText } from './model.ts'

const rewrite = (markdown: string) => serializeMarkdown(parseMarkdown(markdown).document)
const nodesOf = (markdown: string) => parseMarkdown(markdown).document.nodes
const typesOf = (nodes: readonly Block[] = []) => nodes.map(({ type }) => type)
const cellsOf = (markdown: string) => (nodesOf(markdown)[0]?.fragments ?? []).map(({ nodes }) => nodes)

const hint =
  '<div data-gb-custom-block data-tag="hint" data-style="info" class="hint hint-info"><p>Take <strong>care</strong></p></div>'
const table = (cell: string) =>
  `<table data-header-hidden><thead><tr><th>a</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>\n`
const merge = (record: string, column: string, rowSpan: number, colSpan: number) => ({
  anchor: { record, column },
  rowSpan,
  colSpan,
})

describe('a cell', () => {
  test('holds tables, expandables and formulas', () => {
    const inner = table('<p>x</p><p>y</p>').trim()
    const details = '<details open><summary>More <strong>here</strong></summary><p>body</p><hr></details>'
    const math = '<div data-gb-custom-block data-tag="math" data-formula="a &#x3C; b&#xA;c"></div>'
    const source = table(`<p>one</p>${inner}${details}${math}`)
    expect(typesOf(cellsOf(source)[0])).toEqual(['paragraph', 'table', 'expandable', 'math'])
    expect(cellsOf(source)[0]?.[3]?.data).toMatchObject({ formula: 'a < b\nc' })
    expect(rewrite(source)).toBe(source)
  })
  test('of numbers without one is empty, also where it says so', () => {
    const heads = ['rating', 'number', 'checkbox'].map((type) => `<th data-type="${type}"></th>`).join('')
    const source = `<table data-view="cards"><thead><tr>${heads}</tr></thead><tbody><tr><td>null</td><td>null</td><td>false</td></tr></tbody></table>\n`
    expect(nodesOf(source)[0]?.data?.records).toEqual({ r1: { orderIndex: '000000', values: { c3: false } } })
    expect(nodesOf(rewrite(source))).toEqual(nodesOf(source))
  })
  test('that spans others is merged with them, and those are empty', () => {
    const source =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td colspan="2">both</td></tr><tr><td rowspan="2">tall</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>'
    expect(cellsOf(source).map((nodes) => plainText(nodes))).toEqual(['both', '', 'tall', '1', '', '2'])
    expect(nodesOf(source)[0]?.data?.cellMerges).toEqual([
      { anchor: { record: 'r1', column: 'c1' }, rowSpan: 1, colSpan: 2 },
      { anchor: { record: 'r2', column: 'c1' }, rowSpan: 2, colSpan: 1 },
    ])
    expect(rewrite(source)).toBe(`${source}\n`)
  })
  test('that spans others keeps its place when records and columns are called otherwise', () => {
    const [table] = nodesOf(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td colspan="2">both</td></tr></tbody></table>',
    ) as [Block]
    const renamed = JSON.parse(JSON.stringify(table).replaceAll('"r2"', '"zz"').replaceAll('"c1"', '"yy"'))
    const markdown = serializeMarkdown({ object: 'document', data: {}, nodes: [renamed] })
    expect(markdown).toContain('<tr><td colspan="2">both</td></tr>')
    expect(nodesOf(markdown)).toEqual([table])
  })
  test.each([
    ['overlap', [merge('r1', 'c1', 1, 2), merge('r1', 'c2', 2, 1)]],
    ['leave the table', [merge('r2', 'c1', 2, 1)]],
    ['cover every cell of a row', [merge('r1', 'c1', 2, 2)]],
    ['cover a cell with content', [merge('r1', 'c1', 1, 2), merge('r2', 'c1', 1, 2)]],
    ['merge nothing', [merge('r1', 'c1', 1, 1)]],
    ['are not merges', [null, { anchor: 3 }]],
  ])('merges that %s are kept in an attribute', (_what, merges) => {
    const source =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td></td><td></td></tr><tr><td></td><td>x</td></tr></tbody></table>'
    const [table] = nodesOf(source) as [Block]
    const merged = { ...table, data: { ...table.data, cellMerges: merges } }
    const markdown = serializeMarkdown({ object: 'document', data: {}, nodes: [merged] })
    expect(markdown).toContain('data-cell-merges')
    expect(nodesOf(markdown)[0]?.data?.cellMerges).toEqual(merges)
  })
  test('needs no ends where HTML needs none', () => {
    const [pipes] = cellsOf('| a |\n| - |\n| <p>x<p>y *z* |\n')
    expect(pipes?.map((block) => plainText(block.nodes as never))).toEqual(['x', 'y z'])
    expect(cellsOf('<table><tr><th>a<tr><td><ul><li>x<li>y</ul></table>').map(typesOf)).toEqual([['list-unordered']])
  })
  test('of a table in pipes holds blocks and breaks', () => {
    const source = [
      '| a                 | b                              |',
      '| ----------------- | ------------------------------ |',
      '| <p>one<br>two</p> | <ul><li>x</li><li>y</li></ul>  |',
      '| <p>A</p><p>B</p>  | <p>C \\*\\|\\* D</p><hr>         |',
      '',
    ].join('\n')
    expect(cellsOf(source).map(typesOf)).toEqual([
      ['paragraph'],
      ['list-unordered'],
      ['paragraph', 'paragraph'],
      ['paragraph', 'divider'],
    ])
    expect(rewrite(source)).toContain('| <p>one<br>two</p> | <ul><li>x</li><li>y</li></ul> ')
    expect(rewrite(rewrite(source))).toBe(rewrite(source))
  })
  test('holds blocks of the dialect', () => {
    const tabs =
      '<div data-gb-custom-block data-tag="tabs"><div data-gb-custom-block data-tag="tab" data-title="One"><p>in</p></div></div>'
    const embed = '<div data-gb-custom-block data-tag="embed" data-url="https://a.b/"></div>'
    const file = '<div data-gb-custom-block data-tag="file" data-src="a b.pdf"><p>Caption</p></div>'
    const source = table(`<p>x</p>${hint}${tabs}${embed}${file}`)
    expect(typesOf(cellsOf(source)[0])).toEqual(['paragraph', 'hint', 'tabs', 'embed', 'file'])
    expect(rewrite(source)).toBe(source)
  })
  test('holds code with its language, its options, blank lines and what looks like a tag', () => {
    const code = 'a &#x26; b\n\n{% hint %}\n\n  c\n'
    const pre = `<pre class="language-js" data-overflow="wrap" data-line-numbers><code class="lang-js">${code}</code></pre>`
    const source = table(`<p>x</p>${pre}<pre><code>d\n</code></pre>`)
    expect(typesOf(cellsOf(source)[0])).toEqual(['paragraph', 'code', 'code'])
    expect(cellsOf(source)[0]?.[1]?.nodes?.map((line) => plainText([line as never]))).toEqual([
      'a & b',
      '',
      '{% hint %}',
      '',
      '  c',
    ])
    expect(rewrite(source)).toBe(source)
    expect(rewrite(`${source}\nafter\n`)).toBe(`${source}\nafter\n`)
  })
  test('of the head may have paragraphs, which are lines of it', () => {
    const source = '| <p>one_two</p><p><strong>three</strong></p> |\n| - |\n| <p>a_b</p><p>c</p> |\n'
    const written = rewrite(source)
    expect(written).toContain('| one\\_two<br>**three** |')
    expect(written).toContain('| <p>a_b</p><p>c</p>    |')
    expect(rewrite(written)).toBe(written)
    expect(rewrite(table('a').replace('<th>a', '<th><p>a</p><p>b</p>'))).toContain('<th>a<br>b</th>')
  })
  test('that is unknown is text', () => {
    const [cell] = cellsOf('| a |\n| - |\n| <ul>x <blink>y</blink> |\n')
    expect(plainText(cell)).toBe('<ul>x <blink>y</blink>')
    expect(rewrite('| a |\n| - |\n| \\<p>x\\</p> |\n')).toContain('| \\<p>x\\</p> |')
  })
})

describe('blocks of the dialect as elements', () => {
  test('are so in lists', () => {
    const source = `*   one\n\n    ${hint}\n`
    const [item] = (nodesOf(source)[0]?.nodes ?? []) as Block[]
    expect(typesOf(item?.nodes as Block[])).toEqual(['paragraph', 'hint'])
    expect(rewrite(source)).toBe(source)
    expect(rewrite('* one\n\n  {% hint style="info" %}\n  Take **care**\n  {% endhint %}\n')).toBe(source)
  })
  test('may have markdown between their tags', () => {
    const source =
      '<div data-gb-custom-block data-tag="hint" data-style=\'info\'>\n\nTake **care**\n\n<div class="x">\n\nof it\n\n</div>\n\n</div>\n'
    expect(rewrite(source)).toBe(
      '{% hint style="info" %}\nTake **care**\n\n<div class="x">\n\nof it\n\n</div>\n{% endhint %}\n',
    )
  })
  test('stay text if they are unknown', () => {
    const source = '<div data-gb-custom-block data-tag="nope" data-a="b"><p>x</p></div>\n'
    expect(plainText(nodesOf(source))).toBe(source.trim())
    expect(rewrite(source)).toBe(source)
  })
})

test.each([
  ['2714', '✔️'],
  ['1f6e1', '🛡️'],
  ['274c', '❌'],
])('an emoji is known by its code, with or without its variation: %s', (code, shown) => {
  const source = table(`<span data-gb-custom-inline data-tag="emoji" data-code="${code}">${shown}</span> x`)
  expect(cellsOf(source)[0]?.[0]?.nodes?.[0]).toMatchObject({ type: 'emoji', data: { code } })
  expect(rewrite(source)).toBe(source)
})

test('a shortcode may have escaped underscores', () => {
  const source = ':white\\_check\\_mark: snake\\_case `a_b` [a](b_c.md)\n'
  expect(nodesOf(source)[0]?.nodes?.[0]).toMatchObject({ type: 'emoji', data: { code: '2705' } })
  expect(rewrite(source)).toBe(source)
  expect(rewrite(source.replaceAll('\\', ''))).toBe(source)
})

test('a picture with a frame needs no figure', () => {
  const source = '<div align="left" data-with-frame="true"><img src="a b.png" alt="x" width="563" height="104"></div>\n'
  expect(nodesOf(source)).toMatchObject([
    {
      type: 'images',
      data: { align: 'left', withFrame: true },
      nodes: [{ type: 'image', data: { alt: 'x', width: 563 } }],
    },
  ])
  expect(rewrite(source)).toContain('<div align="left" data-with-frame="true"><figure><img src="a b.png"')
})

describe('elements that say nothing', () => {
  test.each(['<div class="note">\n\nSome _text_\n\n</div>\n', '<center>\n\n* a\n\n</center>\n', '</div>\n\nx\n'])(
    'are kept and not shown: %j',
    (source) => {
      expect(plainText(nodesOf(source))).not.toContain('<')
      expect(rewrite(source)).toBe(source)
    },
  )
  test('are separate from their content', () => {
    expect(rewrite('<div class="a">\nSome <b>text</b>\n\nmore\n</div>\n')).toBe(
      '<div class="a">\n\nSome **text**\n\nmore\n\n</div>\n',
    )
    expect(rewrite('<section><p>one</p><p>two</p></section>\n')).toBe('<section>\n\none\n\ntwo\n\n</section>\n')
  })
  test('stay where they are in a cell', () => {
    const source = table('<div class="a"><p>x</p></div>')
    expect(rewrite(source)).toBe(source)
  })
})

test('an anchor is kept and invisible', () => {
  const source = 'One <a href="#two" id="two"></a>two [three](#two)\n'
  expect(plainText(nodesOf(source))).toBe('One two three')
  expect(rewrite(source)).toBe(source)
  expect(rewrite('One <a name="two"></a>two [three](#two)\n')).toBe(source)
})

test('a mention of a page elsewhere has the name it had', () => {
  const url = 'https://app.example.com/s/abc/page'
  const source = table(`See <a data-mention href="${url}">The page</a>`)
  expect(rewrite(source)).toBe(source)
  expect(rewrite(`See [The page](${url} "mention")\n`)).toBe(`See [The page](${url} "mention")\n`)
})

test('a carriage return that is spelled out is a space', () => {
  const once = rewrite('## One&#xD;\n')
  expect(parseMarkdown(once)).toEqual(parseMarkdown('## One&#xD;\n'))
  expect(rewrite(once)).toBe(once)
})

test('a caption keeps its side', () => {
  const source = '<figure><img src="a.png" alt=""><figcaption><p align="center">x</p></figcaption></figure>\n'
  expect(rewrite(source)).toBe(source)
})

test('options and hidden columns are written in the order they had, whatever order their fields are stored in', () => {
  const head =
    '<th>Name</th><th data-hidden data-card-target data-type="content-ref"></th><th><select><option value="v" label="One" color="blue"></option></select></th>'
  const source = `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr><td>a</td><td><a href="b.md">b.md</a></td><td><span data-option="v">One</span></td></tr></tbody></table>\n`
  const { document } = parseMarkdown(source)
  expect(serializeMarkdown(sorted(document))).toBe(source)
})

function sorted<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sorted) as T
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(pairs.map(([key, each]) => [key, sorted(each)])) as T
}

describe('in a line', () => {
  test('elements that only concern looks go, and their words stay', () => {
    expect(rewrite('a <u>**b**</u> <font color="red">c</font> <span style="x">d</span> <small>e</small>\n')).toBe(
      'a **b** c d e\n',
    )
    expect(rewrite('a <u title="words">b</u>\n')).toContain('<u title="words">b')
  })
  test('a short note that is cited again has its body in both places', () => {
    const source = 'one[^1] and <a data-footnote-ref href="#user-content-fn-1">two</a>\n\n[^1]: The **same** note.\n'
    const notes = (nodesOf(source)[0]?.nodes ?? []).filter((node) => 'type' in node && node.type === 'annotation')
    expect(notes).toHaveLength(2)
    expect(notes.map((note) => plainText((note as Block).fragments?.[0]?.nodes))).toEqual(
      Array(2).fill('The same note.'),
    )
    expect(nodesOf(rewrite(source))).toEqual(nodesOf(source))
  })
})

describe('attributes of a tag', () => {
  test('may have blanks around the sign', () => {
    expect(nodesOf('{% hint style = "warning" icon= bolt %}\nx\n{% endhint %}')[0]?.data).toMatchObject({
      style: 'warning',
      icon: 'bolt',
    })
  })
  test('that have a value and no name leave the tag as text', () => {
    expect(rewrite('{% hint ="warning" %}\nx\n{% endhint %}\n')).toContain('{% hint ="warning" %}')
  })
})
