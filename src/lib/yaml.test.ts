import { describe, expect, test } from 'vitest'
import { findYaml, findYamlData, isYaml, MAX_DEPTH, MAX_LENGTH, MAX_VALUES, readYaml, YamlError } from './yaml.ts'

const DEEP: Record<string, (levels: number) => string> = {
  mappings: (n) => '{'.repeat(n),
  'closed mappings': (n) => `${'{a: '.repeat(n)}1${'}'.repeat(n)}`,
  lists: (n) => `${'['.repeat(n)}${']'.repeat(n)}`,
  'lists on one line': (n) => '- '.repeat(n),
  'explicit keys': (n) => '? '.repeat(n),
  'indented mappings': (n) => Array.from({ length: n }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  'brackets that only seem closed': (n) => '["]", '.repeat(n),
}

const LAUGHS = `a: &a [x, x]\n${['b', 'c', 'd', 'e']
  .map((name, at) => `${name}: &${name} [*${'abcd'[at]}, *${'abcd'[at]}]`)
  .join('\n')}`

describe('limits', () => {
  test.each(Object.entries(DEEP))('%s: too many levels are refused before they are read', (_name, deep) => {
    for (const levels of [MAX_DEPTH + 2, 1200]) {
      const source = deep(levels)
      expect(() => readYaml(source)).toThrow(YamlError)
      expect([findYaml(source), findYamlData(source), isYaml(source)]).toEqual([undefined, undefined, false])
    }
  })

  test('levels within the limit are read', () => {
    expect(JSON.stringify(readYaml(DEEP['closed mappings']!(30))).length).toBeGreaterThan(100)
  })

  test('aliases are refused', () => {
    expect(() => readYaml(LAUGHS)).toThrow(YamlError)
    expect(findYamlData(LAUGHS)).toBeUndefined()
  })

  test('a text that is too long is refused', () => {
    expect(() => readYaml(`a: ${'b'.repeat(MAX_LENGTH)}`)).toThrow(`it is longer than ${MAX_LENGTH} characters`)
  })

  test.each([`[${'a,'.repeat(MAX_VALUES + 1)}]`, 'a:\n'.repeat(MAX_VALUES), `${'- '.repeat(50)}a\n`.repeat(1000)])(
    'a text of too many values is refused before it is read (%#)',
    (source) => {
      expect(() => readYaml(source)).toThrow(`it has more than ${MAX_VALUES} values`)
    },
  )

  test('a second document is refused', () => {
    expect(() => readYaml('a: 1\n---\nb: 2')).toThrow(YamlError)
  })
})

describe('data', () => {
  test.each([
    ['a: "x # y"\nb: \'#\'\nc: |\n  x # y\n', { a: 'x # y', b: '#', c: 'x # y\n' }],
    ['a:\nb: [1, {c: null}]', { a: null, b: [1, { c: null }] }],
    ['__proto__: {a: 1}', JSON.parse('{"__proto__":{"a":1}}')],
  ])('%j', (source, value) => {
    expect(findYamlData(source)).toEqual(value)
    expect(readYaml(source)).toEqual(value)
  })

  test.each([
    '# c\na: b',
    'a: b # c',
    'a: >- # c\n x',
    'a: b\n\n# c',
    'a: &b c',
    'a: !!str b',
    '1: a',
    '%YAML 1.2\n---\na: b',
  ])('%j says more than data', (source) => {
    expect(findYamlData(source)).toBeUndefined()
    expect(readYaml(source)).toBeTypeOf('object')
  })
})
