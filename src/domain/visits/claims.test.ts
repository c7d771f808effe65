import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findExpressionError } from '../../expressions/index.ts'
import { templateConditions } from '../../resources/adaptive/template-conditions.ts'
import { type AdaptiveSchema, type ClaimSchema, issuesInSchema } from '../../shapes/json-schema.ts'
import { filterClaims } from './claims.ts'

const claim = (type: string, more: object = {}) => ({ type, description: 'A claim', ...more }) as ClaimSchema
const object = (properties: Record<string, ClaimSchema>) => claim('object', { properties, additionalProperties: false })
const schema = (properties: Record<string, ClaimSchema>): AdaptiveSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
})

const full = schema({
  beta: claim('boolean'),
  plan: claim('string', { enum: ['free', 'pro'] }),
  name: claim('string'),
  seats: claim('number'),
  groups: claim('array', { items: claim('string', { enum: ['staff', 'admins'] }) }),
  account: object({ region: claim('string'), active: claim('boolean') }),
  unsigned: object({ theme: claim('string'), tester: claim('boolean') }),
})

describe('claims', () => {
  test('only claims in the schema are accepted, and unsigned ones stay separate', () => {
    const signed = {
      beta: true,
      plan: 'gold',
      name: 'n',
      seats: '5',
      groups: ['staff', 'others', 7],
      account: { region: 'eu', secret: 1 },
      unsigned: { tester: true },
      sub: 'x',
      iat: 5,
    }
    expect(filterClaims(full, signed, { theme: 'dark', tester: 'yes', beta: false })).toEqual({
      beta: true,
      name: 'n',
      groups: ['staff'],
      account: { region: 'eu' },
      unsigned: { theme: 'dark' },
    })
  })

  test('accepted claims always match the schema', () => {
    const names = new Set(Object.keys(full.properties))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
        const kept = filterClaims(full, a, b)
        expect(Object.keys(kept).every((name) => names.has(name))).toBe(true)
        expect(filterClaims(full, kept, kept.unsigned as never)).toEqual(kept)
      }),
    )
  })

  test('a claim with a special name is plain data', () => {
    const awkward = schema({ constructor: claim('string'), toString: claim('boolean') } as never)
    expect(Object.keys(filterClaims(awkward, {}, {}))).toEqual([])
    expect(filterClaims(awkward, JSON.parse('{"constructor": "c"}'), {})).toEqual({ constructor: 'c' })
  })
})

describe('schemas', () => {
  test('a valid schema has no issues', () => {
    expect(issuesInSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...full })).toEqual([])
    expect(issuesInSchema(schema({}))).toEqual([])
  })

  const bad: [unknown, string][] = [
    [null, 'jsonSchema'],
    [[], 'jsonSchema'],
    [{ properties: {}, additionalProperties: false }, 'jsonSchema.type'],
    [{ type: 'object', additionalProperties: false }, 'jsonSchema.properties'],
    [{ type: 'object', properties: {} }, 'jsonSchema.additionalProperties'],
    [{ ...full, required: ['beta'] }, 'jsonSchema.required'],
    [{ ...full, $schema: 'https://json-schema.org/draft/2020-12/schema' }, 'jsonSchema.$schema'],
    [schema({ beta: { type: 'boolean' } as never }), 'jsonSchema.properties.beta.description'],
    [schema({ beta: claim('date') }), 'jsonSchema.properties.beta.type'],
    [schema({ beta: claim('constructor') }), 'jsonSchema.properties.beta.type'],
    [schema({ beta: claim('boolean', { enum: [] }) }), 'jsonSchema.properties.beta.enum'],
    [schema({ plan: claim('string', { enum: [1] }) }), 'jsonSchema.properties.plan.enum'],
    [schema({ plan: claim('string', { enum: [] }) }), 'jsonSchema.properties.plan.enum'],
    [schema({ list: claim('array') }), 'jsonSchema.properties.list.items'],
    [schema({ list: claim('array', { items: object({}) }) }), 'jsonSchema.properties.list.items.type'],
    [schema({ a: object({ b: claim('never') }) }), 'jsonSchema.properties.a.properties.b.type'],
    [schema({ unsigned: claim('boolean') }), 'jsonSchema.properties.unsigned.type'],
    [schema({ '': claim('boolean') }), 'jsonSchema.properties'],
  ]
  test.each(bad)('%j is refused at %s', (given, path) => {
    expect(issuesInSchema(given).map((issue) => issue.path)).toContain(path)
  })

  test('nesting is limited', () => {
    let deep = claim('boolean')
    for (let depth = 0; depth < 20; depth++) deep = object({ deep })
    expect(issuesInSchema(schema({ deep }))[0]?.message).toContain('nested')
  })

  test('any input is handled', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(issuesInSchema(value))))
  })
})

test('every suggested condition is a valid expression about a claim of the schema', () => {
  const odd = schema({ ...full.properties, 'https://example.com/plan "x"': claim('boolean') })
  const suggested = templateConditions(odd)
  expect(suggested).toContainEqual({ description: 'A claim: pro', condition: 'visitor.claims.plan == "pro"' })
  expect(suggested.map(({ condition }) => condition)).toEqual(
    expect.arrayContaining([
      'visitor.claims.beta == true',
      '"staff" in visitor.claims.groups',
      'visitor.claims.unsigned.tester != true',
      'visitor.claims.account.region != undefined',
      'visitor.claims["https://example.com/plan \\"x\\""] == true',
    ]),
  )
  for (const { condition } of suggested) expect(findExpressionError(condition), condition).toBeUndefined()
})
