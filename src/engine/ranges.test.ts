import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findWords, isThere, lineOf, linesOf, moveAnchor, moveInLine } from './ranges.ts'
import { documentOf, paragraph } from './testing/histories.ts'

const LINE = 'A delivery counts as received within ten seconds.'

const at = (line: string, quote: string) => findWords(line, quote, 0)!

describe('moveInLine', () => {
  const cases: [what: string, quote: string, after: string, expected: string | undefined][] = [
    ['words before it', 'ten seconds', `Note: ${LINE}`, 'ten seconds'],
    ['words after it', 'ten seconds', `${LINE} Then it fails.`, 'ten seconds'],
    ['words in it', 'ten seconds', LINE.replace('ten', 'ten long'), 'ten long seconds'],
    ['a word of it replaced', 'ten seconds', LINE.replace('ten', 'twelve'), 'twelve seconds'],
    ['all of it replaced', 'ten', LINE.replace('ten', 'twelve'), 'twelve'],
    ['all of it removed', ' ten', LINE.replace(' ten', ''), undefined],
    ['everything removed', 'ten', '', undefined],
    ['moved within the line', 'ten seconds', 'Within ten seconds, a delivery counts.', 'ten seconds'],
  ]
  test.each(cases)('%s', (_what, quote, after, expected) => {
    const moved = moveInLine(at(LINE, quote), LINE, after)
    expect(moved?.quote).toBe(expected)
    if (moved) expect(after.slice(moved.start, moved.end)).toBe(moved.quote)
  })

  test('words that were gone are found when they come back', () => {
    const gone = { ...at(LINE, 'ten'), end: at(LINE, 'ten').start }
    expect(moveInLine(gone, 'A delivery.', LINE)).toEqual(at(LINE, 'ten'))
  })

  test('law: a range is in the line, and an edit elsewhere changes nothing of its words', () => {
    const words = fc.array(fc.constantFrom('one', 'two', 'three', ' ', '. ', '\ufffc', 'ä'), { maxLength: 12 })
    fc.assert(
      fc.property(words, words, words, words, words, (before, inside, after, ahead, behind) => {
        const line = [...before, ...inside, ...after].join('')
        const start = before.join('').length
        const range = { start, end: start + inside.join('').length, quote: inside.join('') }
        const next = [...ahead, ...inside, ...behind].join('')
        const moved = moveInLine(range, line, next)
        if (moved) expect(next.slice(moved.start, moved.end)).toBe(moved.quote)
        const framed = moveInLine(range, line, `Ahead: ${line} Behind`)
        if (/[a-z]/.test(range.quote)) expect(framed?.quote).toBe(range.quote)
      }),
    )
  })
})

describe('moveAnchor', () => {
  const linesIn = (...texts: [string, string][]) => new Map(texts)
  const anchor = { node: 'a', range: at(LINE, 'ten seconds') }

  test('follows its words into a block that was split off or joined', () => {
    const split = moveAnchor(
      anchor,
      linesIn(['a', LINE]),
      linesIn(['a', 'A delivery counts as '], ['b', LINE.slice(21)]),
    )
    expect(split).toEqual({ node: 'b', range: at(LINE.slice(21), 'ten seconds') })
    const joined = moveAnchor(anchor, linesIn(['a', LINE], ['c', 'Before. ']), linesIn(['c', `Before. ${LINE}`]))
    expect(joined.node).toBe('c')
    expect(joined.range.quote).toBe('ten seconds')
  })

  test('keeps what was quoted where the words are gone', () => {
    const gone = moveAnchor(anchor, linesIn(['a', LINE]), linesIn(['a', 'Nothing of it.']))
    expect(isThere(gone.range)).toBe(false)
    expect(gone.range.quote).toBe('ten seconds')
    expect(moveAnchor(gone, linesIn(['a', 'Nothing of it.']), linesIn(['a', LINE]))).toEqual(anchor)
  })
})

test('lineOf: an inline without text is one character', () => {
  const text = (words: string) => ({
    object: 'text' as const,
    leaves: [{ object: 'leaf' as const, text: words, marks: [] }],
  })
  const emoji = { object: 'inline' as const, type: 'emoji', isVoid: true, data: { code: '1f600' } }
  const link = { object: 'inline' as const, type: 'link', data: {}, nodes: [text('there')] }
  const block = { object: 'block' as const, type: 'paragraph', key: 'a', nodes: [text('go '), emoji, text(' '), link] }
  expect(lineOf(block)).toBe('go \ufffc there')
  expect([...linesOf(documentOf(block, paragraph('b', 'x'))).keys()]).toEqual(['a', 'b'])
})
