import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_SLUG_LENGTH, normalizeSlug, slugify, toAnchor, uniqueSlug, withSuffix } from './slug.ts'

describe('slugs', () => {
  test.each([
    ['Getting Started', 'getting-started'],
    ['  What’s new?  ', 'whats-new'],
    ['Crème brûlée', 'creme-brulee'],
    ['v1.2_beta', 'v1.2_beta'],
    ['a/b\\c', 'a-b-c'],
    ['日本語 ガイド', 'gaido'],
    ['算法思维系列', 'suan-fa-si-wei-xi-lie'],
    ['한국어 가이드', '한국어-가이드'],
    ['Ёлка', 'yolka'],
    ['Find & replace', 'find-and-replace'],
    ['7 ways', '7-ways'],
    ['.NET', 'net'],
    ['.git', 'git'],
    ['VMware (ESX, VCenter...)', 'vmware-esx-vcenter...'],
    ['TACACS+', 'tacacs+'],
    ['--..--', 'page'],
    ['..', 'page'],
    ['', 'page'],
  ])('%s → %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test.each([
    ['Getting Started', 'getting-started'],
    ['指南', '指南'],
    ['Ёлка', 'елка'],
    ['..', 'page'],
  ])('a slug that somebody chose keeps its letters: %s → %s', (text, slug) => {
    expect(normalizeSlug(text)).toBe(slug)
  })

  test('any text gives a valid slug, and slugs are idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (text) => {
        const slug = slugify(text)
        expect(slug.length).toBeGreaterThan(0)
        expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH)
        expect(slug).not.toMatch(/[/\s?#%]/)
        expect(normalizeSlug(slug)).toBe(slug)
        expect(normalizeSlug(normalizeSlug(text))).toBe(normalizeSlug(text))
      }),
    )
  })

  test('an anchor is truncated before it gets its prefix, and never begins with a digit', () => {
    expect(toAnchor(`1${'x'.repeat(200)}`)).toBe(`id-1${'x'.repeat(99)}`)
    expect(toAnchor('Ad-hoc: ads and AD')).toBe('a-d-hoc-ads-and-a-d')
    expect(toAnchor('개요')).toBeUndefined()
  })

  test('a suffix stays within the length', () => {
    expect(withSuffix('x'.repeat(100), 12)).toBe(`${'x'.repeat(97)}-12`)
  })

  test('the next free one is found with few lookups', () => {
    fc.assert(
      fc.property(fc.nat(5000), (count) => {
        let asked = 0
        const slug = uniqueSlug('s', (candidate) => {
          asked++
          return candidate === 's' ? count > 0 : Number(candidate.slice(2)) < count
        })
        expect(slug).toBe(withSuffix('s', count))
        expect(asked).toBeLessThan(30)
      }),
    )
  })
})
