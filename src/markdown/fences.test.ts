// Fences of integration blocks: which are blocks, their properties, and what stays code.
import { expect, test } from 'vitest'
import { parseMarkdown, serializeMarkdown } from './index.ts'

const fences = [{ language: 'mermaid', integration: 'diagrams', block: 'chart', body: 'content' }]
const read = (markdown: string) => parseMarkdown(markdown, { title: false, fences }).document
const write = (document: ReturnType<typeof read>) => serializeMarkdown(document, { fences })
const typesIn = (markdown: string) => read(markdown).nodes.map(({ type }) => type)

const chart = (props: object) => ({
  object: 'document' as const,
  data: {},
  nodes: [
    {
      object: 'block' as const,
      type: 'integration',
      isVoid: true,
      data: { integration: 'diagrams', block: 'chart', props },
    },
  ],
})

test.each([
  ['```mermaid\ngraph TD\n```\n', { content: 'graph TD' }],
  ['```mermaid\n```\n', { content: '' }],
  ['```mermaid theme="dark mode" size="2"\na\n\nb\n```\n', { content: 'a\n\nb', theme: 'dark mode', size: '2' }],
  ['````mermaid\n```\n````\n', { content: '```' }],
])('%j is a block, and is written as it was', (markdown, props) => {
  expect(read(markdown)).toEqual(chart(props))
  expect(write(read(markdown))).toBe(markdown)
})

test.each([
  ['```Mermaid\na\n```\n'],
  ['```mermaid theme\na\n```\n'],
  ['```mermaid a="1" a="2"\na\n```\n'],
  ['```mermaid content="b"\na\n```\n'],
  ['{% code title="a" %}\n```mermaid\na\n```\n{% endcode %}\n'],
  ['{% code %}\n```mermaid\na\n```\n{% endcode %}\n'],
  ['<pre class="language-mermaid"><code class="lang-mermaid"><strong>a\n</strong></code></pre>\n'],
])('%j is code, and is written as it was', (markdown) => {
  expect(typesIn(markdown)).toEqual(['code'])
  expect(write(read(markdown))).toBe(markdown)
})

test('code whose fence alone would be an integration block stays code', () => {
  const markdown = '```mermaid\na\n```\n'
  const code = parseMarkdown(markdown).document
  expect(write(code)).toBe(`{% code %}\n${markdown}{% endcode %}\n`)
  expect(read(write(code))).toEqual(code)
})

test('a prompt contains code of any language', () => {
  const markdown = '{% prompt description="a" %}\n```mermaid\na\n```\n{% endprompt %}\n'
  expect(read(markdown).nodes[0]!.nodes).toMatchObject([{ type: 'code' }])
})

test.each([
  { content: 'a', size: 2 },
  { content: 'a', 'two words': 'b' },
  { content: 'a', title: 'a "b" & c' },
  { content: 'a\r' },
  { title: 'a' },
  { content: ['a'] },
])('%j is no fence, and is not lost', (props) => {
  const document = chart(props)
  expect(write(document)).toMatch(/^\{% integration name="diagrams" block="chart"/)
  expect(read(write(document))).toEqual(document)
})

test('the first of several fences for a language wins', () => {
  const both = [...fences, { language: 'mermaid', integration: 'other', block: 'chart', body: 'content' }]
  const second = chart({ content: 'a' })
  second.nodes[0]!.data.integration = 'other'
  const markdown = serializeMarkdown(second, { fences: both })
  expect(markdown).toMatch(/^\{% integration/)
  expect(parseMarkdown(markdown, { title: false, fences: both }).document).toEqual(second)
})
