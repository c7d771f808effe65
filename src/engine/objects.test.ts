import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, decode, encode, isEqual, isIntact } from './objects.ts'

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, shuffled(part)])
  return Object.fromEntries(entries.reverse())
}

// Excludes minus zero and keys that change a prototype, which JSON does not preserve.
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)))

describe('objects', () => {
  test('equal values have one hash, in any key order', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(encode(shuffled(value)).hash).toBe(encode(value).hash)
        expect(isEqual(shuffled(value), value)).toBe(true)
      }),
    )
  })

  test('different values have different hashes', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const isSame = canonical(a) === canonical(b)
        expect(encode(a).hash === encode(b).hash).toBe(isSame)
        expect(isEqual(a, b)).toBe(isSame)
      }),
    )
  })

  test('bytes decode to the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const { hash, bytes } = encode(value)
        expect(decode(bytes)).toEqual(value)
        expect(isIntact(hash, bytes)).toBe(true)
      }),
    )
  })

  test('the hash never changes: 192 bits of SHA-256, URL-safe', () => {
    expect(canonical({ b: [1, 'ü'], a: undefined, c: null })).toBe('{"b":[1,"ü"],"c":null}')
    expect(encode({}).hash).toBe('RBNvo1WzZ4oRRq0W9-hknpT7T8If536D')
    expect(isIntact(encode({}).hash, encode([]).bytes)).toBe(false)
  })

  test('fields are in order of their code units, whatever their names', () => {
    const spelled = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(spelled).join()}]`
      if (typeof value !== 'object' || value === null) return JSON.stringify(value)
      const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
      return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${spelled(part)}`).join()}}`
    }
    const name = fc.oneof(fc.string(), fc.constantFrom('9', '10', '01', '__proto__', 'constructor', 'toJSON', '\ud800'))
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('value')),
        fc
          .array(fc.tuple(name, tie('value')))
          .map((fields) =>
            JSON.parse(`{${fields.map(([key, part]) => `${JSON.stringify(key)}:${JSON.stringify(part)}`).join()}}`),
          ),
      ),
    }))
    fc.assert(
      fc.property(value, (each) => {
        expect(canonical(each)).toBe(spelled(each))
      }),
    )
  })

  test('undefined fields and inherited names are ignored', () => {
    expect(isEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(isEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true)
    expect(isEqual({}, { constructor: 1 })).toBe(false)
    expect(isEqual({ toString: 1 }, {})).toBe(false)
    expect(isEqual([], {})).toBe(false)
    expect(isEqual({ a: null }, {})).toBe(false)
  })
})
