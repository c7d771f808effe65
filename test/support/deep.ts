// Texts and values of any nesting depth, in every language that the server reads.

const within = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels)

const lines = (levels: number, line: (at: number) => string) =>
  Array.from({ length: levels }, (_, at) => line(at)).join('\n')

/** A text with the given number of levels, by language. */
export const DEEP: Record<string, (levels: number) => string> = {
  'front matter, never closed': (n) => `---\n${'{'.repeat(n)}\n---\n`,
  'front matter of mappings': (n) => `---\na: ${within(n, '{b: ', '1', '}')}\n---\nx`,
  'front matter of lists': (n) => `---\na: ${within(n, '[', '', ']')}\n---\nx`,
  'front matter of items': (n) => `---\na:\n  ${'- '.repeat(n)}b\n---\nx`,
  'front matter of keys': (n) => `---\n${'? '.repeat(n)}b\n---\nx`,
  'front matter of aliases': (n) => `---\n${lines(n, (at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`)}\n---\nx`,
  quotes: (n) => `${'> '.repeat(n)}x`,
  lists: (n) => `${'- '.repeat(n)}x`,
  'indented lists': (n) => lines(Math.min(n, 300), (at) => `${' '.repeat(2 * at)}- x`),
  'quotes in lists': (n) => `${'- > '.repeat(n)}x`,
  emphasis: (n) => within(n, '*a **b ', 'x', '** *'),
  links: (n) => within(n, '[', 'x', '](y)'),
  images: (n) => within(n, '![', 'x', '](y)'),
  brackets: (n) => '['.repeat(n),
  code: (n) => lines(n, (at) => '`'.repeat(at % 90)),
  notes: (n) => `x[^0]\n\n${lines(n, (at) => `[^${at}]: y[^${at + 1}]\n`)}`,
  tags: (n) => within(n, '{% hint style="info" %}\n', 'x\n', '{% endhint %}\n'),
  'tags in quotes': (n) => lines(Math.min(n, 90), (at) => `${'> '.repeat(at)}{% hint style="info" %}\n`.repeat(20)),
  details: (n) => within(n, '<details>\n<summary>a</summary>\n\n', 'x\n\n', '</details>\n\n'),
  'elements in a line': (n) => `a ${within(n, '<b>', 'x', '</b>')}`,
  elements: (n) => within(n, '<div>', 'x', '</div>'),
  'lists in a cell': (n) =>
    `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>${within(n, '<ul><li>', 'x', '</li></ul>')}</td></tr></tbody></table>`,
  'options of a column': (n) =>
    `<table data-cell-merges="${within(n, '[', '', ']')}"><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>`,
  'address of a reference': (n) => `[x](lectern:page?page=${within(n, '[', '', ']')})`,
  'expression in brackets': (n) => within(n, '(', 'a', ')'),
  'expression of negations': (n) => `${'!'.repeat(n)}a`,
  'expression of choices': (n) => `${'a ? '.repeat(n)}b`,
  'condition in brackets': (n) => `{% if ${within(n, '(', 'a', ')')} %}\nx\n{% endif %}`,
  json: (n) => within(n, '[', '', ']'),
  'json objects': (n) => within(n, '{"a":', '1', '}'),
  rison: (n) => within(n, '(a:', '1', ')'),
  xml: (n) => within(n, '<a>', 'x', '</a>'),
  formula: (n) => `$$${within(n, '{', 'x', '}')}$$`,
}

export const deepTexts = (levels: number): string[] => Object.values(DEEP).map((deep) => deep(levels))

/** JSON values with the given number of levels, built without recursion. */
export const deepValues = (levels: number): unknown[] => [list(levels), object(levels), document(levels)]

function nested(levels: number, innermost: unknown, wrap: (inner: unknown) => unknown): unknown {
  let value = innermost
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

const list = (levels: number) => nested(levels, 'x', (inner) => [inner])
const object = (levels: number) => nested(levels, 'x', (inner) => ({ a: inner }))
const leaf = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }
const paragraph = { object: 'block', type: 'paragraph', nodes: [leaf] }
const quote = (inner: unknown) => ({ object: 'block', type: 'blockquote', nodes: [inner] })

/** A document; each block is two levels of JSON. */
export const document = (levels: number) => ({
  object: 'document',
  data: {},
  nodes: [nested(Math.floor(levels / 2), paragraph, quote)],
})
