import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeSlug, MAX_SLUG_LENGTH, slugify, withSuffix } from './slug.ts'

describe('slugs', () => {
  test.each([
    ['Getting Started', 'getting-started'],
    ['  What’s new?  ', 'whats-new'],
    ['Crème brûlée', 'creme-brulee'],
    ['v1.2_beta', 'v1.2_beta'],
    ['a/b\\c', 'a-b-c'],
    ['日本語 ガイド', '日本語-ガイド'],
    ['Ёлка', 'елка'],
    ['--..--', 'page'],
    ['..', 'page'],
    ['', 'page'],
  ])('%s → %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('any text gives a slug that fits in a path and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (text) => {
        const slug = slugify(text)
        expect(slug.length).toBeGreaterThan(0)
        expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH)
        expect(slug).not.toMatch(/[/\s?#%]/)
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })

  test('a suffix stays within the length', () => {
    expect(withSuffix('x'.repeat(100), 12)).toBe(`${'x'.repeat(97)}-12`)
  })

  test('a free one is found, the next in line, with few questions', () => {
    fc.assert(
      fc.property(fc.nat(5000), (count) => {
        let asked = 0
        const slug = freeSlug('s', (candidate) => {
          asked++
          return candidate === 's' ? count > 0 : Number(candidate.slice(2)) < count
        })
        expect(slug).toBe(withSuffix('s', count))
        expect(asked).toBeLessThan(30)
      }),
    )
  })
})
