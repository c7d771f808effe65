// The words of the interface, in ten locales.
import { describe, expect, test } from 'vitest'
import { directionOf, ENGLISH_SITE, LOCALES, wordsFor } from './words.ts'

const textsOf = (words: object): string[] =>
  Object.values(words).flatMap((value) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' ? textsOf(value) : []
  })

describe('the words of a locale', () => {
  test.each(Object.entries(LOCALES))('%s are all there, in its own language', (locale, words) => {
    const [own, english] = [textsOf(words), textsOf(ENGLISH_SITE)]
    expect(own.filter((text) => text.trim() === '')).toEqual([])
    if (locale === 'en') return
    const same = own.filter((text, at) => text === english[at])
    expect(same.length, same.join(', ')).toBeLessThan(own.length / 6)
  })

  test('count and say dates by its rules', () => {
    const { ru, de, ja, 'pt-br': ptBr } = LOCALES
    expect([1, 3, 12].map(ru.blocks.allLines)).toEqual([
      'Показать # строку'.replace('#', '1'),
      'Показать все 3 строки',
      'Показать все 12 строк',
    ])
    expect(de.blocks.allLines(1200)).toBe('Alle 1.200 Zeilen anzeigen')
    expect(de.updated(de.blocks.date('2026-03-01'))).toBe('Aktualisiert am 1. März 2026')
    expect(ja.updated(ja.blocks.date('2026-03-01'))).toBe('2026年3月1日に更新')
    expect(ptBr.blocks.date('2026-03-01')).toBe('1 de março de 2026')
    expect(de.blocks.date('soon')).toBe('soon')
  })

  test('are those of the language of the content, else of the site', () => {
    expect(wordsFor('fr-CA', 'en')).toBe(LOCALES.fr)
    expect(wordsFor('nb', 'en')).toBe(LOCALES.no)
    expect(wordsFor('pt', 'en')).toBe(LOCALES['pt-br'])
    expect(wordsFor('zh-Hant', 'en')).toBe(LOCALES.zh)
    expect(wordsFor('ar', 'de')).toBe(LOCALES.de)
    expect(wordsFor('constructor', 'de')).toBe(LOCALES.de)
    expect(wordsFor(null, 'ru')).toBe(LOCALES.ru)
    expect(['ar', 'he-IL', 'en', 'zh'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr', 'ltr'])
  })
})
