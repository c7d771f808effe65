// Marks: their Markdown form and nesting order, and how a run of leaves becomes a tree of marks.

import type { PhrasingContent } from 'mdast'
import type { Mark } from '../../engine/document.ts'

export type MarkWriter = (children: PhrasingContent[], mark: Mark) => PhrasingContent[]

const inTag =
  (open: (mark: Mark) => string, close: string): MarkWriter =>
  (children, mark) => [{ type: 'html', value: open(mark) }, ...children, { type: 'html', value: close }]

const colorStyle = ({ data = {} }: Mark): string => {
  const text = data.text && data.text !== 'default' ? `color:${data.text};` : ''
  const background = data.background && data.background !== 'default' ? `background-color:${data.background};` : ''
  return `<mark style="${text}${background}">`
}

// Outermost first. Code is not included: it changes how the text itself is written.
export const markWriters: Record<string, MarkWriter> = {
  color: inTag(colorStyle, '</mark>'),
  italic: (children) => [{ type: 'emphasis', children }],
  bold: (children) => [{ type: 'strong', children }],
  strikethrough: (children) => [{ type: 'delete', children }],
  superscript: inTag(() => '<sup>', '</sup>'),
  subscript: inTag(() => '<sub>', '</sub>'),
  keyboard: inTag(() => '<kbd>', '</kbd>'),
}

const order = [...Object.keys(markWriters), 'code']
const rank = (mark: Mark) => order.indexOf(mark.type)

export const sameMark = (a: Mark, b: Mark) => a.type === b.type && JSON.stringify(a.data) === JSON.stringify(b.data)
export const sameMarks = (a: Mark[], b: Mark[]) =>
  a.length === b.length && a.every((mark, at) => sameMark(mark, b[at] as Mark))

export const mark = (type: string): Mark => ({ object: 'mark', type })

export function colorMark(style: string): Mark {
  const read = (property: string) =>
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`).exec(style)?.[1]?.trim() ?? 'default'
  return { object: 'mark', type: 'color', data: { text: read('color'), background: read('background-color') } }
}

// Adds a mark in canonical order; of two marks of a type, the inner one wins.
export function addMark(marks: Mark[], added: Mark): Mark[] {
  return [...marks.filter((each) => each.type !== added.type), added].sort((a, b) => rank(a) - rank(b))
}

export interface Marked {
  marks: Mark[]
  nodes: PhrasingContent[]
}

// Wraps the longest run first, so that `_a **b** c_` is one emphasis, not three.
export function nest(items: Marked[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as Marked
    const { mark: outer, end } = longestRun(items, at)
    const write = outer && markWriters[outer.type]
    if (!outer || !write) {
      result.push(...item.nodes)
      at++
      continue
    }
    const inner = items
      .slice(at, end)
      .map(({ marks, nodes }) => ({ marks: marks.filter((each) => !sameMark(each, outer)), nodes }))
    result.push(...write(nest(inner), outer))
    at = end
  }
  return result
}

function longestRun(items: Marked[], start: number): { mark?: Mark; end: number } {
  let best: { mark?: Mark; end: number } = { end: start }
  for (const candidate of items[start]?.marks ?? []) {
    if (!markWriters[candidate.type]) continue
    let end = start + 1
    while (items[end]?.marks.some((each) => sameMark(each, candidate))) end++
    if (end > best.end) best = { mark: candidate, end }
  }
  return best
}
