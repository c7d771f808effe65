import fc from 'fast-check'
import limax from 'limax'
import { describe, expect, test } from 'vitest'
import { transliterate } from './transliteration.ts'

describe('transliteration', () => {
  test.each([
    ['概要', 'gai-yao'],
    ['在 Cherry Studio 中配置 Ollama', 'zai-cherry-studio-zhong-pei-zhi-ollama'],
    ['调用链使用说明', 'diao-yong-lian-shi-yong-shuo-ming'],
    ['「お知らせ」を作成する', 'orasewosuru'],
    ['🤔 PortalDots について', 'portaldots-nitsuite'],
    ['Crème brûlée', 'creme-brulee'],
    ['한국어 가이드', ''],
    ['Editing & publishing', 'editing-and-publishing'],
    ['1. Create it', '1.-create-it'],
    ['CAP_SETUID', 'cap_setuid'],
    ['SeDebug + SeImpersonate', 'sedebug-+-seimpersonate'],
  ])('%s → %s', (text, spelled) => {
    expect(transliterate(text)).toBe(spelled)
  })

  test('plain ASCII is spelled as the library spells it', () => {
    const ascii = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'&|<>$\'".-_+ ab1'),
        fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
      ),
      maxLength: 30,
    })
    fc.assert(
      fc.property(ascii, (text) => {
        expect(transliterate(text)).toBe(limax(text, { tone: false, custom: { '.': '.', '+': '+' } }))
      }),
      { numRuns: 2000 },
    )
  })

  test('Chinese is spelled as the library spells it, cached or not', () => {
    const chinese = fc.string({
      unit: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...'第一章介绍安装配置使用指南重行长乐还都得地了着和为中国银行绿略') },
        { weight: 2, arbitrary: fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCharCode(code)) },
        { weight: 2, arbitrary: fc.constantFrom(..." .+-’'&a1é。，（）かーカ한🤔\u{20000}") },
      ),
      maxLength: 40,
    })
    fc.assert(
      fc.property(chinese, (text) => {
        const spelling = limax(text, { tone: false, custom: { '.': '.', '+': '+' } })
        expect([transliterate(text), transliterate(text)]).toEqual([spelling, spelling])
      }),
      { numRuns: 3000 },
    )
  })
})
