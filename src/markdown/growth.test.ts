// @slow
// Doubling the text at most about doubles the work of reading and writing. The work is counted as array elements moved
// by splicing, which made long paragraphs, notes and definitions slow, and for writing also as characters that patterns
// scan: time would measure the machine.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseMarkdown, serializeMarkdown } from './index.ts'

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
  'elements that say nothing': (n) => '<div class="x">\n\na *b\n\n</div>\n\n'.repeat(n),
  'elements never closed': (n) => '<div class="x">\n\na *b\n\n'.repeat(n),
  'elements on one line': (n) => '<div>'.repeat(n),
  'blocks as elements': (n) => '<div data-gb-custom-block data-tag="hint">\n\na *b\n\n</div>\n\n'.repeat(n),
  'cells with blocks': (n) => `| a |\n| - |\n${'| <p>a</p><ul><li>b</li></ul> |\n'.repeat(n)}`,
  'code never closed': (n) => `<table><tr><td>${'<pre><code>a\n\n'.repeat(n)}`,
  'code after code': (n) => '<div><pre><code>a\n\nb</code></pre></div>\n\n'.repeat(n),
  'images in images': (n) => `${'!['.repeat(n)}a${'](b)'.repeat(n)}`,
  'elements in elements': (n) => `a ${'<b>'.repeat(n)}c${'</b>'.repeat(n)}`,
  'brackets never closed': (n) => `${'['.repeat(n)} ${'a ['.repeat(n)}`,
  'labels never defined': (n) => '[a][b] '.repeat(n),
  'tags never closed': (n) => '<a b="'.repeat(n),
  'comments never closed': (n) => '<!-- a\n'.repeat(n),
  'tags of the dialect never closed': (n) => '{% hint style="info" %}\n'.repeat(n),
  'fences never closed': (n) => '```\n\n~~~\n\n'.repeat(n),
  'backticks of every length': (n) => each(n, (at) => '`'.repeat((at % 30) + 1)),
  'blank lines': (n) => `a${'\n'.repeat(n)}b${'\n \n'.repeat(n)}`,
  'front matter never closed': (n) => `---\n${'a: b\n'.repeat(n)}`,
  'keys of front matter': (n) => `---\n${each(n, (at) => `k${at}: [v]`, '\n')}\n---\n`,
  'rows without cells': (n) => `${'| a '.repeat(n / 20)}|\n${'| - '.repeat(n / 20)}|\n${'| *b |\n'.repeat(n / 20)}`,
  'closed blocks': (n) => '<details>\n<summary>a</summary>\n\nx *y\n\n</details>\n\n'.repeat(n),
}

const written: typeof shapes = {
  paragraphs: (n) => 'a *b* c_d [e](f.md) <b>\n\n'.repeat(n),
  'one long line': (n) => 'a_b *c* : <d '.repeat(n),
  comments: (n) => '<!-- a -->\n\n'.repeat(n),
  hints: (n) => '{% hint style="info" %}\na\n{% endhint %}\n\n'.repeat(n),
  'tags nobody knows': (n) => '{% foo %}\n\n'.repeat(n),
  'HTML nobody knows': (n) => '<x-y>a</x-y>\n\n'.repeat(n),
  'rows of HTML': (n) =>
    `<table><thead><tr><th>a</th></tr></thead><tbody>${'<tr><td><p>b</p><p>c</p></td></tr>'.repeat(n)}</tbody></table>`,
  'items in one list': (n) => '* a\n  * b\n'.repeat(n),
  'lines of code': (n) => `\`\`\`\n${'a b\n'.repeat(n)}\`\`\``,
  tabs: (n) => `{% tabs %}\n${'{% tab title="a" %}\nb\n{% endtab %}\n\n'.repeat(n)}{% endtabs %}`,
}

const { splice } = Array.prototype
const { exec } = RegExp.prototype
let moved = 0
let looked = 0

function countingSplice<T>(this: T[], start: number, ...rest: [number, ...T[]]): T[] {
  moved += Math.max(0, this.length - (start < 0 ? Math.max(0, this.length + start) : start))
  return splice.call(this, start, ...rest) as T[]
}

// From the start of a pattern to the end of its match, or of the text.
function countingExec(this: RegExp, text: string): RegExpExecArray | null {
  const start = this.global || this.sticky ? this.lastIndex : 0
  const found = exec.call(this, text)
  const end = found ? found.index + found[0].length : this.sticky ? start : text.length
  looked += Math.max(0, end - start)
  return found
}

function work(task: () => unknown, least: number): number {
  moved = 0
  looked = 0
  task()
  return moved + looked + least
}

/** Texts that expand: the document and its Markdown still grow linearly. */
const asking: typeof shapes = {
  'rows that lack most of their cells': (n) => `${'| a '.repeat(n)}|\n${'| - '.repeat(n)}|\n${'| b |\n'.repeat(n)}`,
  'one row with many cells': (n) => `| a |\n| - |\n${'|'.repeat(n)}\n${'| b |\n'.repeat(n)}`,
  'rows of HTML that lack most of their cells': (n) =>
    `<table><thead><tr>${'<th>a</th>'.repeat(n)}</tr></thead><tbody>${'<tr><td>b</td></tr>'.repeat(n)}</tbody></table>`,
  'one long cell': (n) => `| a |\n| - |\n| ${'b'.repeat(20 * n)} |\n${'| c |\n'.repeat(n)}`,
}

test.each(Object.entries(asking))(
  '%s: what is made of a text is not much larger',
  { timeout: 60_000 },
  (_name, shape) => {
    for (const count of [100, 2000]) {
      const text = shape(count)
      const { document } = parseMarkdown(text)
      expect(JSON.stringify(document).length).toBeLessThan(200 * text.length + 4_000_000)
      expect(serializeMarkdown(document).length).toBeLessThan(4 * text.length + 400_000)
    }
  },
)

describe('twice as many', () => {
  beforeEach(() => {
    Array.prototype.splice = countingSplice as typeof splice
  })
  afterEach(() => {
    Array.prototype.splice = splice
    RegExp.prototype.exec = exec
  })

  test.each(Object.entries(shapes))('%s', { timeout: 60_000 }, (_name, shape) => {
    const reading = (count: number) => {
      const text = shape(count)
      return work(() => parseMarkdown(text), text.length)
    }
    expect(reading(1000) / reading(500)).toBeLessThan(2.6)
  })

  test.each(Object.entries({ ...shapes, ...written }))('%s, written', { timeout: 60_000 }, (_name, shape) => {
    const writing = (count: number) => {
      const { document } = parseMarkdown(shape(count))
      RegExp.prototype.exec = countingExec
      const counted = work(() => serializeMarkdown(document), shape(count).length)
      RegExp.prototype.exec = exec
      return counted
    }
    expect(writing(500) / writing(250)).toBeLessThan(2.6)
  })
})
