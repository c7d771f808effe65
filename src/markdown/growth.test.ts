// Twice the text is at most about twice the work. Counted are the elements that arrays move when something is taken out
// of or put into their middle, which is what made long paragraphs, notes and definitions slow: time would measure the
// machine.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseMarkdown } from './index.ts'

const each = (count: number, text: (n: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, n) => text(n)).join(between)

const shapes: Record<string, (count: number) => string> = {
  'notes in one paragraph': (n) => `${each(n, (at) => `w[^${at}]`)}\n\n${each(n, (at) => `[^${at}]: note`, '\n\n')}`,
  'notes apart': (n) => each(n, (at) => `w[^${at}]\n\n[^${at}]: note`, '\n\n'),
  definitions: (n) => each(n, (at) => `[d${at}]: /u${at}`, '\n'),
  'lines with notes': (n) => each(n, (at) => `w[^${at}]`, '\n'),
  'lines with markup that fails': (n) => 'a *b : c\n'.repeat(n),
  'pairs of elements': (n) => 'a <b>x</b> ~ '.repeat(n),
  breaks: (n) => 'a ~ b\\\n'.repeat(n),
  'breaks of spaces': (n) => 'a ~ b  \n'.repeat(n),
  emoji: (n) => ':rocket: & ~ '.repeat(n),
  'mixed marks': (n) => '*a* **b** _c_ ~~d~~ ~ '.repeat(n),
  'marks never closed': (n) => '*a **b _c ~~d '.repeat(n),
  'attributes of a tag': (n) => `{% hint ${'a="b" '.repeat(n)}%}`,
  'quotes in a tag': (n) => `{% hint a="${'\\"'.repeat(n)}" %}`,
  code: (n) => '`a` & ~ '.repeat(n),
  items: (n) => '* a *b\n'.repeat(n),
  quotes: (n) => '> a *b\n'.repeat(n),
  rows: (n) => `| a | b |\n| - | - |\n${'| *a | b |\n'.repeat(n)}`,
  'closed blocks': (n) => '<details>\n<summary>a</summary>\n\nx *y\n\n</details>\n\n'.repeat(n),
}

const { splice } = Array.prototype
let moved = 0

function countingSplice<T>(this: T[], start: number, ...rest: [number, ...T[]]): T[] {
  moved += Math.max(0, this.length - (start < 0 ? Math.max(0, this.length + start) : start))
  return splice.call(this, start, ...rest) as T[]
}

function work(markdown: string): number {
  moved = 0
  parseMarkdown(markdown)
  return moved + markdown.length
}

describe('twice as many', () => {
  beforeEach(() => {
    Array.prototype.splice = countingSplice as typeof splice
  })
  afterEach(() => {
    Array.prototype.splice = splice
  })

  test.each(Object.entries(shapes))('%s', { timeout: 60_000 }, (_name, shape) => {
    const [once, twice] = [work(shape(2000)), work(shape(4000))]
    expect(twice / once).toBeLessThan(2.6)
  })
})
