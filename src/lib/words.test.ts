import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldInPlace, joinWords, listSought, listWords } from './words.ts'

const matches = (text: string, query: string) => {
  const words = listWords(text)
  return listSought(query).every(({ word, prefix }) =>
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

  test('a query of signs alone has no words', () => {
    for (const query of ['', ' ', '"', '*', '(): -', '😀']) expect(listSought(query)).toEqual([])
    expect(listSought('"a" OR')).toEqual([
      { word: 'a', prefix: false },
      { word: 'or', prefix: true },
    ])
  })

  test('titles are compared as a whole', () => {
    expect(joinWords('Getting  Started!').startsWith(joinWords('getting star'))).toBe(true)
    expect(joinWords('Getting started')).not.toBe(joinWords('Gettingstarted'))
  })

  test('any text is found by itself, and words hold only letters and numbers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(matches(text, text)).toBe(true)
        for (const word of listWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
      }),
    )
  })

  test('places lead back to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (given) => {
        const { text, folded, places } = foldInPlace(given)
        expect(folded.normalize('NFC')).toBe(fold(given))
        expect(places?.length ?? text.length).toBe(folded.length)
        expect(places ?? []).toEqual([...(places ?? [])].sort((a, b) => a - b))
      }),
    )
  })
})
