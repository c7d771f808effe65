import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraph } from '../testing/histories.ts'
import { areSimilar, similarity, wordsOf } from './similarity.ts'

const numRuns = Number(process.env.LECTERN_LAW_RUNS ?? 300)

const piece = fc.constantFrom('a', 'b', 'ab', 'A', '1', ' ', ' ', '. ', '\n', 'é', 'K', '漢')
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

test('blocks are similar by their ends only if they are by their words', () => {
  fc.assert(
    fc.property(text, text, text, text, fc.constantFrom(0.25, 0.5, 0.75, 1), (start, old, now, end, least) => {
      const [a, b] = [paragraph('a', start + old + end), paragraph('b', start + now + end)]
      expect(areSimilar(a, b, least)).toBe(similarity(wordsOf(a), wordsOf(b)) >= least)
    }),
    { numRuns },
  )
})
