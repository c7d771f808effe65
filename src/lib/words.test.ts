import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldWithOffsets, joinWords, listSearchTerms, listWords } from './words.ts'

const matches = (text: string, query: string) => {
  const words = listWords(text)
  return listSearchTerms(query).every(({ word, prefix }) =>
    words.some((each) => (prefix ? each.startsWith(word) : each === word)),
  )
}

describe('words', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Cre\u0300me', 'creme'],
    ['Łódź, Ærøskøbing, Straße', 'lodz, aeroskobing, strasse'],
    ['ﬁne Ａ１', 'fine a1'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul ısı', 'istanbul isi'],
    ['が か\u3099 ｶﾞ', 'が が ガ'],
    ['شُكْرًا', 'شكرا'],
  ])('%s is compared as %s', (text, expected) => {
    expect(fold(text)).toBe(expected)
  })

  test.each([
    ['Install the server', 'server install', true],
    ['Install the server', 'serv', true],
    ['Install the server', 'serv install', false],
    ['日本語の文書', '日本', true],
    ['日本語の文書', '文書', true],
    ['日本語の文書', '書', true],
    ['日本語の文書', '英語', false],
    ['설치를 시작합니다', '설치', true],
    ['คู่มือการติดตั้ง', 'ติดตั้ง', true],
    ['Node.js 20で動く', 'node 20 動く', true],
    ['hello_world v1.2.3', 'world v1', true],
    ['x'.repeat(100), 'x'.repeat(80), true],
  ])('%j has %j: %s', (text, query, expected) => {
    expect(matches(text, query)).toBe(expected)
  })

  test('a query without letters and digits has no words', () => {
    for (const query of ['', ' ', '"', '*', '(): -', '😀']) expect(listSearchTerms(query)).toEqual([])
    expect(listSearchTerms('"a" OR')).toEqual([
      { word: 'a', prefix: false },
      { word: 'or', prefix: true },
    ])
  })

  test('titles are compared as a whole', () => {
    expect(joinWords('Getting  Started!').startsWith(joinWords('getting star'))).toBe(true)
    expect(joinWords('Getting started')).not.toBe(joinWords('Gettingstarted'))
  })

  test('any text matches itself, and words contain only letters, numbers and marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(matches(text, text)).toBe(true)
        for (const word of listWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
      }),
    )
  })

  test('foldWithOffsets: offsets are ascending and cover the folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (given) => {
        const { text, folded, offsets } = foldWithOffsets(given)
        expect(folded.normalize('NFC')).toBe(fold(given))
        expect(offsets?.length ?? text.length).toBe(folded.length)
        expect(offsets ?? []).toEqual([...(offsets ?? [])].sort((a, b) => a - b))
      }),
    )
  })
})
