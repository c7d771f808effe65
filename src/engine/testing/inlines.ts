// Generated inline content for tests: a line of words with marks, links and emojis, and edits of it.

import fc from 'fast-check'
import type { Inline, Leaf, Mark, Text } from '../document.ts'

/** A word, a space or an emoji. */
export interface Cell {
  text: string
  emoji?: boolean
  marks: readonly string[]
  link?: string | undefined
}

export interface LineStep {
  act: 'replace' | 'remove' | 'insert' | 'mark' | 'link' | 'retarget'
  at: number
  length: number
}

const word = (text: string): Cell => ({ text, marks: [] })
const space: Cell = { text: ' ', marks: [] }

/** A line of words that all differ. */
export const lineOf = (size: number): Cell[] =>
  Array.from({ length: size }, (_, n) => {
    const link = n % 7 === 3 || n % 7 === 4 ? `https://example.com/${Math.floor(n / 7)}` : undefined
    const cell = { ...word(`word${n}`), marks: n % 5 === 2 ? ['bold'] : [], link }
    return n === 0 ? [cell] : [{ ...space, link: n % 7 === 4 ? link : undefined }, cell]
  }).flat()

export const lineSteps: fc.Arbitrary<LineStep[]> = fc.array(
  fc.record({
    act: fc.constantFrom('replace', 'remove', 'insert', 'mark', 'link', 'retarget'),
    at: fc.nat(1000),
    length: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 4 },
)

/** Applies the steps; new words, marks and links begin with `side`. */
export function editLine(line: readonly Cell[], steps: readonly LineStep[], side: string): Cell[] {
  return steps.reduce((cells, step, index) => takeStep(cells, step, `${side}${index}`), [...line])
}

function takeStep(cells: Cell[], { act, at, length }: LineStep, fresh: string): Cell[] {
  const words = cells.flatMap((cell, index) => (cell.text === ' ' ? [] : [index]))
  const spot = words[at % Math.max(1, words.length)] ?? 0
  const range = (cell: Cell, index: number, change: Partial<Cell>) =>
    index >= spot && index < spot + 2 * length - 1 ? { ...cell, ...change } : cell
  if (act === 'replace') return cells.map((cell, index) => (index === spot ? { ...cell, text: fresh } : cell))
  if (act === 'remove') return cells.filter((_, index) => index < spot || index >= spot + 2 * length)
  if (act === 'insert') return [...cells.slice(0, spot), word(fresh), space, ...cells.slice(spot)]
  if (act === 'link') return cells.map((cell, index) => range(cell, index, { link: fresh }))
  if (act === 'mark') return cells.map((cell, index) => range(cell, index, { marks: [...cell.marks, fresh] }))
  const target = cells[spot]?.link
  return cells.map((cell) => (target !== undefined && cell.link === target ? { ...cell, link: fresh } : cell))
}

/** The inline nodes of a line, in normal form. */
export function inlinesOf(cells: readonly Cell[]): (Inline | Text)[] {
  const nodes: (Inline | Text)[] = []
  for (let at = 0; at < cells.length; ) {
    const { link } = cells[at]!
    let end = at
    while (end < cells.length && cells[end]!.link === link) end++
    const inner = plain(cells.slice(at, end))
    if (link === undefined) nodes.push(...inner)
    else nodes.push({ object: 'inline', type: 'link', data: { ref: { kind: 'url', url: link } }, nodes: inner })
    at = end
  }
  return nodes.length > 0 ? nodes : plain([word('')])
}

function plain(cells: readonly Cell[]): (Inline | Text)[] {
  const nodes: (Inline | Text)[] = []
  for (const { text, emoji, marks } of cells) {
    const last = nodes.at(-1)
    if (emoji) nodes.push({ object: 'inline', type: 'emoji', isVoid: true, data: { code: text } })
    else if (last?.object === 'text') addLeaf(last.leaves, text, marks)
    else nodes.push({ object: 'text', leaves: [leaf(text, marks)] })
  }
  return nodes
}

function addLeaf(leaves: Leaf[], text: string, marks: readonly string[]): void {
  const last = leaves.at(-1)!
  if (last.marks.map(({ type }) => type).join() === marks.join()) last.text += text
  else leaves.push(leaf(text, marks))
}

function leaf(text: string, marks: readonly string[]): Leaf {
  return { object: 'leaf', text, marks: marks.map((type): Mark => ({ object: 'mark', type })) }
}
