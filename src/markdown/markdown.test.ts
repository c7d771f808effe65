// Text in normal form is returned byte for byte; pathological text is read quickly and preserved.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ContentRef, parseMarkdown, serializeMarkdown } from './index.ts'
import { plainText } from './model.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

const rewrite = (markdown: string) => {
  const { document, title, frontMatter } = parseMarkdown(markdown)
  return serializeMarkdown(document, { title, frontMatter })
}

test('nested notes are read up to a depth, and no word of the rest is lost', () => {
  const chain = Array.from({ length: 2000 }, (_, n) => `[^n${n}]: note ${n} and[^n${n + 1}]`).join('\n\n')
  const { document } = parseMarkdown(`word[^n0]\n\n${chain}`)
  const written = serializeMarkdown(document)
  for (const n of [0, 31, 32, 33, 1999]) expect(written).toContain(`note ${n} `)
})

test('a comment is kept and hidden, and the title is the first heading below it', () => {
  const source = '<!-- prose-check off -->\n\n# Title\n\n* one\n\n<!-- two\n\nthree -->\n\n* four\n'
  const { document, title } = parseMarkdown(source)
  expect(title).toBe('Title')
  expect(document.nodes.map(({ type, data }) => [type, data?.expression])).toEqual([
    ['if', 'false'],
    ['list-unordered', undefined],
    ['if', 'false'],
    ['list-unordered', undefined],
  ])
  expect(plainText(document.nodes)).toBe('onefour')
  expect(rewrite(source)).toBe('# Title\n\n<!-- prose-check off -->\n\n* one\n\n<!-- two\n\nthree -->\n\n* four\n')
})

test.each(['\tcode\n\n2. word\n', '    code\n2. word\n', '\tcode\n\n2. *word\n'])(
  'below indented code, a list may begin with any number: %j',
  (markdown) => {
    expect(parseMarkdown(markdown).document.nodes.map(({ type }) => type)).toEqual(['code', 'list-ordered'])
  },
)

test('a note in the first line is known everywhere', () => {
  const { document } = parseMarkdown('[^a]: note\n# Heading\n\nword[^a]')
  expect(document.nodes.map(({ type }) => type)).toEqual(['heading-1', 'paragraph'])
  expect(JSON.stringify(document)).toContain('"annotation"')
})

describe('a quote with a sign', () => {
  test.each([
    ['NOTE', 'info'],
    ['TIP', 'success'],
    ['IMPORTANT', 'info'],
    ['WARNING', 'warning'],
    ['caution', 'danger'],
  ])('[!%s] is a hint of style %s', (sign, style) => {
    expect(rewrite(`> [!${sign}]\n> Mind the **gap**.\n>\n> * And this\n`)).toBe(
      `{% hint style="${style}" %}\nMind the **gap**.\n\n* And this\n{% endhint %}\n`,
    )
  })

  test.each([
    ['with spaces and breaks', '> [!NOTE]  \n> Mind.'],
    ['with a paragraph of its own', '> [!NOTE]\n>\n> Mind.'],
    ['whose lines go on without a mark', '> [!NOTE]\nMind.'],
  ])('is one %s', (_what, markdown) => {
    expect(rewrite(markdown)).toBe('{% hint style="info" %}\nMind.\n{% endhint %}\n')
  })

  test.each([
    ['it is escaped', '> \\[!NOTE]\n> Mind.', '[!NOTE] Mind.'],
    ['words follow it', '> [!NOTE] Mind.', '[!NOTE] Mind.'],
    ['it is alone', '> [!NOTE]', '[!NOTE]'],
    ['it is another word', '> [!LATER]\n> Mind.', '[!LATER] Mind.'],
    ['it is not first', '> Mind.\n> [!NOTE]\n> it', 'Mind. [!NOTE] it'],
    ['it is the name of a link', '> [!NOTE]\n> Mind.\n\n[!NOTE]: https://example.com', '!NOTE Mind.'],
  ])('stays a quote if %s', (_what, markdown, words) => {
    const { document } = parseMarkdown(markdown)
    expect(document.nodes[0]!.type).toBe('blockquote')
    expect(plainText(document.nodes)).toBe(words)
    expect(parseMarkdown(serializeMarkdown(document)).document).toEqual(document)
  })

  test('is no quote outside of one', () => {
    expect(parseMarkdown('[!NOTE]\nMind.').document.nodes).toMatchObject([{ type: 'paragraph' }])
    expect(plainText(parseMarkdown('* [!TIP]\n  Mind.').document.nodes)).toBe('[!TIP] Mind.')
  })
})

describe('operations of an API', () => {
  test('are one block if they have a source, in any form', () => {
    const source =
      '{% swagger src="./api.yaml" path="/pets" method="get" %}\n[./api.yaml](./api.yaml)\n{% endswagger %}\n'
    const { document } = parseMarkdown(source)
    expect(document.nodes).toMatchObject([
      {
        type: 'swagger',
        isVoid: true,
        data: { ref: { kind: 'url', url: './api.yaml' }, path: '/pets', method: 'get' },
      },
    ])
    expect(serializeMarkdown(document)).toBe(source)
    expect(rewrite(source.replaceAll('swagger', 'openapi'))).toBe(source.replaceAll('swagger', 'openapi'))
  })
  test('are headings, tables and tabs if they are spelled out', () => {
    const { document } = parseMarkdown(fixture('api-operations.md'))
    expect(document.nodes.map(({ type }) => type)).toEqual([
      'heading-2',
      'paragraph',
      'paragraph',
      'heading-3',
      'table',
      'heading-3',
      'tabs',
      'heading-2',
      'paragraph',
      'paragraph',
      'table',
      'tabs',
    ])
    expect(serializeMarkdown(document)).toContain('### Get Cakes\n\n`GET` `https://api.cakes.com/v1/cakes/:id`\n')
    expect(serializeMarkdown(document)).toContain('{% tab title="200: OK" %}')
  })
  test.each(['{% swagger %}\n', '{% api-method %}\n{% endapi-method %}\n', '{% api-method-headers %}\n'])(
    'stay the text they are where they say nothing: %j',
    (source) => {
      expect(parseMarkdown(source).document.nodes.map(({ nodes }) => plainText(nodes))).toEqual(
        source.trim().split('\n'),
      )
      expect(rewrite(rewrite(source))).toBe(rewrite(source))
    },
  )
})

describe('normal form', () => {
  const source = fixture('normal-form.md')

  test('is written back unchanged', () => {
    expect(rewrite(source)).toBe(source)
  })
  test('survives a byte order mark and carriage returns', () => {
    expect(rewrite(`\uFEFF${source.replaceAll('\n', '\r\n')}`)).toBe(source)
  })
  test('names every block it shows', () => {
    const types = parseMarkdown(source).document.nodes.map(({ type }) => type)
    expect(new Set(types)).toEqual(
      new Set([
        'paragraph',
        'heading-1',
        'hint',
        'tabs',
        'stepper',
        'expandable',
        'columns',
        'content-ref',
        'file',
        'reusable-content',
        'openapi-operation',
        'if',
        'updates',
        'table',
        'math',
        'divider',
      ]),
    )
  })
  test('maps links through the resolver', () => {
    const options = {
      resolveLink: (href: string) => ({ kind: 'page', page: href.replace('.md', '') }),
      linkTo: (ref: ContentRef) => `${ref.page}.md`,
    }
    const { document } = parseMarkdown('[a](b.md)\n', options)
    expect(JSON.stringify(document)).toContain('{"kind":"page","page":"b"}')
    expect(serializeMarkdown(document, { linkTo: options.linkTo })).toBe('[a](b.md)\n')
  })
})

const shapes = [
  '{% ',
  '{% hint %}\n',
  '{% embed url="a" %}\n',
  '[',
  ']',
  '[a](',
  '![',
  '*',
  '*a_ ',
  '~~a ',
  '>',
  '> \n',
  '- ',
  '1. ',
  'a <!-- ',
  'a <?',
  '` `` ',
  '$$a ',
  '<',
  '<b>',
  '<details>\n\n',
  '|',
  '\\',
  '<div>',
  '<div class="x">\n\n',
  '<div data-gb-custom-block data-tag="hint">\n\n',
  '<table><tr><td><pre><code>\n\n',
  '| <p>a |\n| - |\n',
  '[^a',
  '```\n',
  '$$\n',
]

describe('many of', () => {
  test.each(shapes)('%j', { timeout: 60_000 }, (shape) => {
    const once = rewrite(shape.repeat(1500))
    expect(rewrite(once)).toBe(once)
  })
})
