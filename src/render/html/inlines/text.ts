// Text and marks.
import type { Leaf, Mark, Text } from '../../../engine/document.ts'
import { drawChangedWords } from '../changes.ts'
import { type Html, html, join } from '../template.ts'

/** The colours that text and its ground may have; anything else keeps the colour around it. */
const COLORS = new Set([
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
])

/** The class of a colour: `ink-red` for text, `ground-red` for what is behind it. */
export function colorClass(kind: 'ink' | 'ground', color: unknown): string | undefined {
  return typeof color === 'string' && COLORS.has(color) ? `${kind}-${color.replace('$', '')}` : undefined
}

function colored({ data = {} }: Mark, body: Html): Html {
  const classes = [colorClass('ink', data.text), colorClass('ground', data.background)].filter(Boolean)
  return classes.length === 0 ? body : html`<span class="${classes.join(' ')}">${body}</span>`
}

const MARKS: Record<string, (mark: Mark, body: Html) => Html> = {
  bold: (_mark, body) => html`<strong>${body}</strong>`,
  italic: (_mark, body) => html`<em>${body}</em>`,
  code: (_mark, body) => html`<code>${body}</code>`,
  strikethrough: (_mark, body) => html`<s>${body}</s>`,
  keyboard: (_mark, body) => html`<kbd>${body}</kbd>`,
  superscript: (_mark, body) => html`<sup>${body}</sup>`,
  subscript: (_mark, body) => html`<sub>${body}</sub>`,
  color: colored,
}

// Code is innermost, so that one look holds for all of it.
const order = ({ type }: Mark): number => (type === 'code' ? 0 : 1)

function drawLeaf({ text, marks }: Leaf): Html {
  if (marks.length === 0) return lines(text)
  const inward = [...marks].sort((one, other) => order(one) - order(other))
  return inward.reduce(
    (body, mark) => (Object.hasOwn(MARKS, mark.type) ? MARKS[mark.type]!(mark, body) : drawChangedWords(mark, body)),
    lines(text),
  )
}

export const drawText = ({ leaves }: Text): Html =>
  leaves.length === 1 ? drawLeaf(leaves[0]!) : join(leaves.filter(({ text }) => text !== '').map(drawLeaf))

const BREAK = /\r\n|[\n\r\u2028\u2029]/

/** Text with its line breaks. */
export function lines(text: string): Html {
  if (!BREAK.test(text)) return html`${text}`
  return join(text.split(BREAK).map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`)))
}
