// Laws for any text, however malformed: written text is stable, it keeps its meaning, and no word is lost.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeEntities } from './html/tokens.ts'
import { parseMarkdown, serializeMarkdown } from './index.ts'
import { markedText } from './testing/marked-text.ts'
import { nasty, words } from './testing/nasty.ts'

const rewrite = (markdown: string) => {
  const { document, title, frontMatter } = parseMarkdown(markdown)
  return serializeMarkdown(document, { title, frontMatter })
}
const numRuns = Number(process.env.LECTERN_LAW_RUNS ?? 120)
const timeout = 60_000

describe('any text', () => {
  test('serialize(parse(m)) is a fixpoint', { timeout }, async () => {
    await fc.assert(
      fc.property(nasty, (markdown) => {
        const once = rewrite(markdown)
        expect(rewrite(once)).toBe(once)
      }),
      { numRuns },
    )
  })
  test('what is written reads as the same document', { timeout }, async () => {
    await fc.assert(
      fc.property(nasty, (markdown) => {
        expect(parseMarkdown(rewrite(markdown))).toEqual(parseMarkdown(markdown))
      }),
      { numRuns },
    )
  })
  test('every word survives', { timeout }, async () => {
    await fc.assert(
      fc.property(nasty, (markdown) => {
        const written = rewrite(markdown)
        expect(
          words(markdown).filter((word) => !written.includes(word)),
          written,
        ).toEqual([])
      }),
      { numRuns },
    )
  })
  test('every word in every position survives', { timeout }, async () => {
    await fc.assert(
      fc.property(markedText, ({ markdown, words }) => {
        const written = rewrite(markdown)
        const shown = decodeEntities(written).toLowerCase()
        expect(
          words.filter((word) => !shown.includes(word)),
          written,
        ).toEqual([])
        expect(rewrite(written)).toBe(written)
        expect(parseMarkdown(written)).toEqual(parseMarkdown(markdown))
      }),
      { numRuns: numRuns * 2 },
    )
  })
  test('random characters', { timeout }, async () => {
    const characters = fc
      .array(fc.constantFrom(...'*_`~[]()<>#+-|\\&$:{%}!\n\n \tab1.="/^'), { maxLength: 40 })
      .map((list) => list.join(''))
    await fc.assert(
      fc.property(characters, (markdown) => {
        const once = rewrite(markdown)
        expect(rewrite(once), once).toBe(once)
        expect(parseMarkdown(once)).toEqual(parseMarkdown(markdown))
      }),
      { numRuns: numRuns * 2 },
    )
  })
})
