// Generated documents for property tests: every block, inline and mark, in the form of the parser (no keys, texts
// merged, marks in order).

import * as fc from 'fast-check'
import type { Block, Inline, Leaf, Mark, Text } from '../../engine/document.ts'
import { addMark, sameMarks } from '../inlines/marks.ts'
import { block, caption, data, fragment, leaf, paragraph, text, voidBlock, voidInline } from '../model.ts'
import { hidden } from '../nodes/condition.ts'

type Inlines = (Inline | Text)[]

const nasty = [
  '*',
  '_',
  '**',
  '`',
  '~',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '#',
  '+',
  '-',
  '1.',
  '|',
  '\\',
  '&',
  '&amp;',
  '$',
  '$$',
  ':',
  ':rocket:',
  '{%',
  '%}',
  '{% hint %}',
  '{% foo a="b" %}',
  '<br>',
  '<b>',
  '</b>',
  '<x-y>',
  '<!-- c -->',
  '![',
  '](',
  '[^1]',
  '=',
  '---',
  '"',
  "'",
  '\t',
  '  ',
  '/',
  'http://a.b',
  '@',
  '!',
  'é',
  '😀',
  'ß',
  '中',
]
const letters = fc.constantFrom('a', 'b', 'word', 'Zoo', 'x1', '0')

const piece = fc.oneof(
  { weight: 5, arbitrary: letters },
  { weight: 2, arbitrary: fc.constant(' ') },
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
)
export const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
export const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'))
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const flag = maybe(fc.boolean())
const align = maybe(fc.constantFrom('start', 'center', 'end'))

const url = fc.oneof(
  fc.constantFrom(
    'https://a.b/c?d=e&f=g',
    'page.md',
    '../x/README.md#y',
    'dir/',
    'a b.md',
    '(x)',
    '<y>',
    'mailto:a@b.c',
    '#',
    '',
    'a"b',
  ),
  word,
)
const urlRef = url.map((value) => ({ kind: 'url', url: value }))
const ref = fc.oneof(
  urlRef,
  word.map((anchor) => ({ kind: 'anchor', anchor })),
  word.map((page) => ({ kind: 'page', page })),
  fc.record({ kind: fc.constant('page'), page: word, space: word }),
  word.map((user) => ({ kind: 'user', user })),
)
const fileRef = fc.oneof(
  urlRef,
  word.map((file) => ({ kind: 'file', file })),
)

const color = fc.constantFrom('red', 'default', '$primary', 'blue')
const markOf = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript', 'subscript')
    .map((type): Mark => ({ object: 'mark', type })),
  fc
    .record({ text: color, background: color })
    .map((colors): Mark => ({ object: 'mark', type: 'color', data: colors })),
)
const marks = fc.array(markOf, { maxLength: 3 }).map((list) => list.reduce<Mark[]>(addMark, []))

const mergeLeaves = (leaves: Leaf[]) =>
  leaves.reduce<Leaf[]>((merged, next) => {
    const last = merged.at(-1)
    if (last && sameMarks(last.marks, next.marks)) merged[merged.length - 1] = leaf(last.text + next.text, last.marks)
    else merged.push(next)
    return merged
  }, [])

const textOf = (value: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(value, marks), { minLength: 1, maxLength: 3 }).map(
    (leaves): Text => ({
      object: 'text',
      leaves: mergeLeaves(leaves.map(([content, given]) => leaf(content, given))),
    }),
  )

const plainIn = (value: fc.Arbitrary<string>) => value.map((content) => text(content))

const inlineImage = fc
  .record({
    ref: fileRef,
    refDark: maybe(fileRef),
    alt: maybe(line),
    caption: maybe(line),
    size: maybe(fc.constantFrom('original', 'line')),
  })
  .map((fields) => voidInline('inline-image', fields))

const linkOf = ({ nodes, ...fields }: { nodes: Text; [field: string]: unknown }): Inline => ({
  object: 'inline',
  type: 'link',
  data: data(fields),
  nodes: [nodes],
})

const link = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        ref,
        title: maybe(word.map((each) => `t ${each}`)),
        id: fc.option(word, { nil: undefined, freq: 5 }),
        nodes: fc.oneof(textOf(line), plainIn(line)),
      }),
    },
    word.map((id) => ({ ref: { kind: 'anchor', anchor: id }, id, nodes: text('') })),
    fc.record({
      ref: word.map((path) => ({ kind: 'url', url: `https://a.b/s/${path}` })),
      title: fc.constant('mention'),
      nodes: plainIn(line),
    }),
  )
  .map(linkOf)

const button = fc.oneof(
  fc.record({
    label: line,
    kind: fc.constantFrom('primary', 'secondary'),
    icon: maybe(word),
    size: maybe(fc.constantFrom('small', 'large')),
    ref,
  }),
  fc.record({
    label: line,
    kind: fc.constantFrom('primary', 'secondary'),
    icon: maybe(word),
    action: fc.record({ action: fc.constant('ask'), query: line }),
  }),
)

const voids = fc.oneof(
  fc
    .constantFrom('1f680', '2764-fe0f', '2714', '2705', '1f1eb-1f1f7', 'abc', '2a')
    .map((code) => voidInline('emoji', { code })),
  fc.record({ icon: word, color: maybe(color) }).map((fields) => voidInline('icon', fields)),
  line.map((formula) => voidInline('inline-math', { formula })),
  line.map((expression) => voidInline('expression', { expression })),
  ref.map((target) => voidInline('mention', { ref: target })),
  button.map((fields) => voidInline('button', fields)),
  inlineImage,
)

const annotation = fc
  .tuple(
    fc.oneof(
      letters.map((each) => text(each)),
      textOf(line),
    ),
    line,
  )
  .map(
    ([covered, note]): Inline => ({
      object: 'inline',
      type: 'annotation',
      isVoid: false,
      nodes: [covered],
      fragments: [{ object: 'fragment', type: 'annotation-body', nodes: [paragraph([text(note)])] }],
    }),
  )

const inline = fc.oneof(link, voids, annotation)

// Merges texts between inlines, as the parser does.
const mergeTexts = (nodes: Inlines) =>
  nodes.reduce<Inlines>((merged, next) => {
    const last = merged.at(-1)
    if (last?.object === 'text' && next.object === 'text') {
      merged[merged.length - 1] = { object: 'text', leaves: mergeLeaves([...last.leaves, ...next.leaves]) }
    } else merged.push(next)
    return merged
  }, [])

export const inlines = (value: fc.Arbitrary<string> = lines) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: textOf(value) }, { weight: 2, arbitrary: inline }), {
      minLength: 1,
      maxLength: 4,
    })
    .map(mergeTexts)

const empty = fc.constant<Inlines>([text('')])
const paragraphs = fc
  .tuple(fc.oneof(inlines(), empty), fc.option(align, { nil: undefined, freq: 9 }))
  .map(([nodes, value]) => paragraph(nodes, { align: value }))
const headings = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.oneof(inlines(), empty),
    maybe(word),
    fc.option(align, { nil: undefined, freq: 9 }),
  )
  .map(([level, nodes, id, value]) => block(`heading-${level}`, { id, align: value }, nodes))

const codeLine = fc
  .tuple(fc.oneof(line, fc.constant('')), fc.option(fc.constant(true), { nil: undefined, freq: 20 }))
  .map(([value, highlighted]) => block('code-line', { highlighted }, [text(value)]))
const annotatedLine = annotation.map((note) => block('code-line', {}, mergeTexts([text('x '), note])))
const code = fc
  .record({
    syntax: maybe(fc.constantFrom('js', 'c++', 'a`b')),
    title: maybe(line),
    overflow: maybe(fc.constantFrom('wrap', 'scroll')),
    lineNumbers: flag,
    fullWidth: flag,
    expandable: flag,
    isTagged: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    nodes: fc.oneof(
      { weight: 5, arbitrary: fc.array(codeLine, { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: annotatedLine.map((each) => [each]) },
    ),
  })
  .map(({ nodes, isTagged, syntax, ...fields }) =>
    // An empty tag is remembered.
    isTagged ? block('code', { syntax, attributes: {} }, nodes) : block('code', { syntax, ...fields }, nodes),
  )

const figure = fc
  .record({
    ref: fileRef,
    refDark: maybe(fileRef),
    alt: maybe(line),
    width: maybe(fc.constantFrom(375, { unit: '%', value: 50 })),
    body: fc.array(fc.tuple(inlines(line), align), { maxLength: 2 }),
  })
  .map(
    ({ body, ...fields }): Block => ({
      object: 'block',
      type: 'image',
      isVoid: true,
      data: data(fields),
      fragments: body.length ? [caption(body.map(([nodes, side]) => paragraph(nodes, { align: side })))] : [],
    }),
  )
const images = fc
  .record({
    align: maybe(fc.constantFrom('left', 'center', 'right')),
    fullWidth: flag,
    withFrame: flag,
    nodes: fc.array(figure, { minLength: 1, maxLength: 2 }),
  })
  .map(({ nodes, ...fields }): Block => ({ ...block('images', fields, nodes), isVoid: false }))

const captioned = (node: fc.Arbitrary<Block>) =>
  fc
    .tuple(node, maybe(inlines(line)), align)
    .map(([each, body, side]) => (body ? { ...each, fragments: [caption([paragraph(body, { align: side })])] } : each))

const spec = fc.record({ ref: word.map((each) => ({ kind: 'openapi', spec: each })) })
const voidBlocks = fc.oneof(
  fc.constant(voidBlock('divider', {})),
  lines.map((formula) => voidBlock('math', { formula })),
  captioned(
    fc
      .record({ url: fc.constantFrom('https://a.b/?c=d&e', 'x"y\\'), fullWidth: flag })
      .map((fields) => voidBlock('embed', fields)),
  ),
  captioned(fileRef.map((target) => voidBlock('file', { ref: target }))),
  fc.record({ ref: maybe(fileRef), alt: maybe(line) }).map((fields) => voidBlock('drawing', fields)),
  ref.map((target) => voidBlock('content-ref', { ref: target })),
  word.map((id) => voidBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } })),
  fc.record({ ref: fileRef, path: line, method: word, expanded: flag }).map((fields) => voidBlock('swagger', fields)),
  fc
    .tuple(spec, fc.record({ path: line, method: word, headless: flag }))
    .map(([a, b]) => voidBlock('openapi-operation', { ...a, ...b })),
  fc.tuple(spec, fc.record({ name: word, method: word })).map(([a, b]) => voidBlock('openapi-webhook', { ...a, ...b })),
  fc
    .tuple(spec, fc.record({ schemas: fc.array(word, { maxLength: 2 }), grouped: flag }))
    .map(([a, b]) => voidBlock('openapi-schemas', { ...a, ...b })),
  fc
    .constantFrom('<!-- c -->', '<!-- a\n\n{% hint %}\n\nb -->', '<!-- a --> <!--b-->', '<!---->', '<div>', '</div>')
    .map(hidden),
  fc
    .record({ integration: word, block: word, props: fc.dictionary(word, lines, { maxKeys: 2 }) })
    .map((fields) => voidBlock('integration', fields)),
  fc
    .tuple(fc.dictionary(word, fc.oneof(line, fc.integer()), { maxKeys: 2 }), lines, fc.constantFrom('chart', 'map'))
    .map(([more, content, name]) =>
      voidBlock('integration', { integration: 'diagrams', block: name, props: { ...more, content } }),
    ),
)

/** Languages of the code and blocks in these documents. */
export const fences = [
  { language: 'js', integration: 'diagrams', block: 'chart', body: 'content' },
  { language: 'js', integration: 'diagrams', block: 'map', body: 'content' },
  { language: 'c++', integration: 'other', block: 'x', body: 'x' },
]

const prompt = fc
  .record({ description: line, icon: maybe(word), openInAIProviders: flag, node: code })
  .map(({ node, ...fields }) => block('prompt', fields, [node]))

type Family = fc.Arbitrary<Block>
const containers = (body: fc.Arbitrary<Block[]>): Family[] => {
  const part = (type: string, fields: fc.Arbitrary<Record<string, unknown>>) =>
    fc.tuple(fields, body).map(([given, nodes]) => block(type, given, nodes))
  const whole = (type: string, fields: fc.Arbitrary<Record<string, unknown>>, parts: Family) =>
    fc.tuple(fields, fc.array(parts, { minLength: 1, maxLength: 2 })).map(([given, nodes]) => block(type, given, nodes))
  const none = fc.constant({})
  const item = part('list-item', none)
  const task = fc
    .tuple(fc.boolean(), inlines(), body)
    .map(([checked, first, rest]) => block('list-item', { checked }, [paragraph(first), ...rest]))
  return [
    part('blockquote', none),
    part('hint', fc.record({ style: fc.constantFrom('info', 'danger'), icon: maybe(word) })),
    part('if', fc.record({ expression: fc.constantFrom('visitor.claims.a === "b"', 'x', '!a && b') })),
    whole('list-unordered', none, item),
    whole(
      'list-ordered',
      maybe(fc.integer({ min: 2, max: 99 })).map((start) => ({ start })),
      item,
    ),
    whole('list-tasks', none, task),
    whole(
      'tabs',
      fc.record({ fullWidth: flag }),
      part('tabs-item', fc.record({ title: maybe(line), icon: maybe(word) })),
    ),
    whole('stepper', none, part('stepper-step', none)),
    whole(
      'columns',
      none,
      part(
        'column',
        fc.record({
          width: maybe(fc.constant({ unit: '%', value: 50 })),
          verticalAlignment: maybe(fc.constant('middle')),
        }),
      ),
    ),
    whole(
      'updates',
      fc.record({ format: maybe(fc.constant('full')) }),
      part(
        'update',
        fc.record({
          date: fc.constant('2024-01-15'),
          tags: maybe(
            fc.array(word, { minLength: 1, maxLength: 2 }).map((list) => list.map((tag) => ({ kind: 'tag', tag }))),
          ),
        }),
      ),
    ),
    fc.tuple(inlines(line), body, maybe(fc.constant(true))).map(
      ([title, nodes, defaultExpanded]): Block => ({
        object: 'block',
        type: 'expandable',
        isVoid: true,
        data: data({ defaultExpanded }),
        fragments: [fragment('expandable-title', [paragraph(title)]), fragment('expandable-body', nodes)],
      }),
    ),
    table(body),
  ]
}

const grid = (rows: number, columns: number) => ({
  rows: Array.from({ length: rows }, (_, at) => at),
  columns: Array.from({ length: columns }, (_, at) => at),
})

const columnType = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      definition: fc.record({ type: fc.constant('text'), textAlignment: fc.constantFrom('left', 'center', 'right') }),
      value: fc.constant(undefined),
    }),
  },
  fc.record({ definition: fc.constant({ type: 'number' }), value: maybe(fc.constantFrom(1, -2.5)) }),
  fc.record({ definition: fc.constant({ type: 'checkbox' }), value: maybe(fc.boolean()) }),
  fc.record({ definition: fc.constant({ type: 'rating', max: 5 }), value: maybe(fc.constant(3)) }),
  fc.record({ definition: fc.constant({ type: 'content-ref' }), value: maybe(ref) }),
  fc.record({ definition: fc.constant({ type: 'image' }), value: maybe(fileRef) }),
  fc.record({
    definition: fc.constant({ type: 'files' }),
    value: maybe(fc.array(word, { minLength: 1, maxLength: 2 })),
  }),
  fc.record({
    definition: fc.constant({ type: 'users', multiple: true }),
    value: maybe(fc.array(word, { minLength: 1, maxLength: 2 })),
  }),
  fc.record({
    definition: fc.constant({
      type: 'select',
      multiple: false,
      options: [{ value: 'v1', label: 'One <', color: 'blue' }],
    }),
    value: maybe(fc.constant(['v1'])),
  }),
)

/** Cells that are merged, whether they exist and are empty or not. */
const merge = fc.record({
  anchor: fc.record({ record: fc.constantFrom('r1', 'r2', 'r3'), column: fc.constantFrom('c1', 'c2', 'c3') }),
  rowSpan: fc.integer({ min: 1, max: 3 }),
  colSpan: fc.integer({ min: 1, max: 3 }),
})

function table(body: fc.Arbitrary<Block[]>): Family {
  const cell = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(inlines(), empty).map((nodes) => [paragraph(nodes)]) },
    { weight: 1, arbitrary: body },
  )
  const cells = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 })
  return fc
    .record({
      rows: fc.nat(3),
      types: fc.array(columnType, { minLength: 1, maxLength: 3 }),
      titles: fc.array(fc.oneof(line, fc.constant('')), { minLength: 3, maxLength: 3 }),
      cells,
      cards: fc.boolean(),
      fullWidth: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
      hideHeader: fc.boolean(),
      hiddenColumn: fc.option(fc.nat(2), { nil: undefined, freq: 3 }),
      cellMerges: fc.option(fc.array(merge, { maxLength: 2 }), { nil: undefined, freq: 2 }),
    })
    .map(
      ({
        rows: rowCount,
        types,
        titles,
        cells: given,
        cards,
        fullWidth,
        hideHeader,
        hiddenColumn,
        cellMerges,
      }): Block => {
        const { rows, columns } = grid(rowCount, types.length)
        const isText = (at: number) => types[at]?.definition.type === 'text'
        const name = (row: number, column: number) => `r${row + 1}-c${column + 1}`
        const values = (row: number) =>
          columns
            .map((at) => [`c${at + 1}`, isText(at) ? name(row, at) : types[at]?.value] as const)
            .filter(([, value]) => value !== undefined)
        const shown = columns.filter((at) => at !== hiddenColumn).map((at) => `c${at + 1}`)
        const view = cards
          ? { type: 'cards', cardSize: 'medium', columns: shown }
          : { type: 'grid', hideHeader, columns: shown }
        return {
          object: 'block',
          type: 'table',
          isVoid: true,
          data: data({
            view,
            records: Object.fromEntries(
              rows.map((row) => [
                `r${row + 1}`,
                { orderIndex: String(row).padStart(6, '0'), values: Object.fromEntries(values(row)) },
              ]),
            ),
            definition: Object.fromEntries(
              columns.map((at) => [`c${at + 1}`, { id: `c${at + 1}`, title: titles[at], ...types[at]?.definition }]),
            ),
            fullWidth,
            cellMerges,
          }),
          fragments: rows.flatMap((row) =>
            columns
              .filter(isText)
              .map((at) => ({ object: 'fragment' as const, fragment: name(row, at), nodes: given[row]?.[at] ?? [] })),
          ),
        }
      },
    )
}

const leafBlocks = fc.oneof(
  { weight: 6, arbitrary: paragraphs },
  { weight: 2, arbitrary: headings },
  code,
  images,
  voidBlocks,
  prompt,
)

export const blocks = (depth: number): fc.Arbitrary<Block[]> => {
  const one =
    depth === 0
      ? leafBlocks
      : fc.oneof(
          { weight: 3, arbitrary: leafBlocks },
          { weight: 2, arbitrary: fc.oneof(...containers(blocks(depth - 1))) },
        )
  const wrapper = fc.constantFrom('div class="x"', 'center', 'section id="a" data-b="&#x22;"')
  return fc
    .tuple(
      fc.array(one, { minLength: 1, maxLength: depth === 0 ? 2 : 3 }),
      fc.oneof({ weight: 5, arbitrary: fc.constant('') }, wrapper),
    )
    .map(([nodes, tag]) => (tag ? [hidden(`<${tag}>`), ...nodes, hidden(`</${tag.replace(/ .*/, '')}>`)] : nodes))
}

export const leafBlock = leafBlocks
