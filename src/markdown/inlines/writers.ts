// The writers of inlines other than text.

import type { PhrasingContent } from 'mdast'
import type { Inline, Leaf } from '../../engine/document.ts'
import { openTag } from '../html/tokens.ts'
import type { InlineNode } from '../model.ts'
import { innerContext } from '../nodes/contract.ts'
import { writePicture } from '../nodes/image.ts'
import { labelOf } from '../nodes/tags.ts'
import type { ContentRef } from '../options.ts'
import { emojiName, emojiText } from '../syntax/emoji.ts'
import { type Marked, sameMarks } from './marks.ts'
import { type Row, writeText } from './text.ts'

type InlineWriter = (node: Inline, row: Row) => PhrasingContent[]

const html = (value: string): PhrasingContent => ({ type: 'html', value })
const field = (node: Inline, name: string) => node.data?.[name] as string | undefined
const href = (node: Inline, row: Row) => row.context.options.linkTo(node.data?.ref as ContentRef)

// A link that is also an anchor is an element.
const link: InlineWriter = (node, row) => {
  const [url, title, id] = [href(node, row), field(node, 'title'), field(node, 'id')]
  const children = row.context.inlines((node.nodes ?? []) as InlineNode[], innerContext(row.place))
  return id
    ? [html(openTag('a', { href: url, id, title })), ...children, html('</a>')]
    : [{ type: 'link', url, title: title ?? null, children: children as never }]
}

const mention: InlineWriter = (node, row) => {
  const url = href(node, row)
  if (row.place === 'html')
    return [
      html(openTag('a', { 'data-mention': true, href: url })),
      { type: 'text', value: labelOf(url) },
      html('</a>'),
    ]
  return [{ type: 'link', url, title: 'mention', children: [{ type: 'text', value: labelOf(url) }] }]
}

const emoji: InlineWriter = (node) => {
  const code = field(node, 'code') ?? ''
  const name = emojiName(code)
  if (name) return [{ type: 'emoji', code, value: `:${name}:` }]
  const [shown, open] = [emojiText(code), { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code }]
  return [html(openTag('span', open)), ...(shown ? [{ type: 'text' as const, value: shown }] : []), html('</span>')]
}

// Formulas that `$$` cannot express are elements.
const math: InlineWriter = (node, row) => {
  const formula = field(node, 'formula') ?? ''
  const isPlain = row.place !== 'html' && formula !== '' && !/[\r\n|]|^\$|\$\$|\$$/.test(formula)
  if (isPlain) return [{ type: 'inlineMath', value: formula }]
  return [html('<span class="math">'), ...writeText(formula, false, false, innerContext(row.place)), html('</span>')]
}

const image: InlineWriter = (node, row) => {
  const { ref, refDark, alt, caption, size } = (node.data ?? {}) as Record<string, string | undefined>
  const isPlain = row.place !== 'html' && row.nodes.length > 1 && !refDark && !size
  if (isPlain)
    return [{ type: 'image', url: row.context.options.fileTo(ref as never), alt: alt ?? '', title: caption ?? null }]
  return [html(writePicture(node.data ?? {}, { title: caption, 'data-size': size }, row.context))]
}

const icon: InlineWriter = (node) => {
  const name = field(node, 'icon') ?? ''
  const color = field(node, 'color')
  return [html(`${openTag('i', { class: `fa-${name}`, style: color && `color:${color};` })}:${name}:</i>`)]
}

const expression: InlineWriter = (node, row) => [
  html('<code class="expression">'),
  ...writeText(field(node, 'expression') ?? '', false, false, innerContext(row.place)),
  html('</code>'),
]

const button: InlineWriter = (node, row) => {
  const { label, kind, icon, size, action, ref } = (node.data ?? {}) as Record<string, never>
  const classes = ['button', kind, size].filter(Boolean).join(' ')
  const { action: name, query, slug } = (action ?? {}) as Record<string, string>
  const attributes = action
    ? { type: 'button', class: classes, 'data-action': name, 'data-query': query, 'data-slug': slug, 'data-icon': icon }
    : { href: ref && href(node, row), class: classes, 'data-icon': icon }
  const element = action ? 'button' : 'a'
  return [
    html(openTag(element, attributes)),
    ...writeText(label ?? '', false, false, innerContext(row.place)),
    html(`</${element}>`),
  ]
}

export const inlineWriters: Record<string, InlineWriter> = {
  link,
  mention,
  emoji,
  'inline-math': math,
  'inline-image': image,
  icon,
  expression,
  button,
}

// `word[^1]` annotates the word before it; other annotated content is an element.
export function writeAnnotation(node: Inline, before: InlineNode | undefined, row: Row): Marked {
  const body = node.fragments?.[0]
  const label = String(row.context.notes.push(body ?? { object: 'fragment', nodes: [] }))
  const leaves = ((node.nodes ?? []) as InlineNode[]).flatMap((each) => (each.object === 'text' ? each.leaves : []))
  const [only] = leaves
  if (row.place !== 'html' && !row.context.inCell && leaves.length === 1 && only && isWord(only, before)) {
    const covered: PhrasingContent[] = only.text ? [{ type: 'text', value: only.text }] : []
    return { marks: only.marks, nodes: [...covered, { type: 'footnoteReference', identifier: label, label }] }
  }
  const inner = row.context.inlines((node.nodes ?? []) as InlineNode[], innerContext(row.place))
  return {
    marks: [],
    nodes: [
      html(openTag('a', { 'data-footnote-ref': true, href: `#user-content-fn-${label}` })),
      ...inner,
      html('</a>'),
    ],
  }
}

function isWord(leaf: Leaf, before: InlineNode | undefined): boolean {
  if (!/^[^\s<]*$/.test(leaf.text) || leaf.marks.some(({ type }) => type === 'code')) return false
  const last = before?.object === 'text' ? before.leaves.at(-1) : undefined
  if (last && sameMarks(last.marks, leaf.marks)) return /\s$/.test(last.text)
  return leaf.text !== '' || leaf.marks.length === 0
}
