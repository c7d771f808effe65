// Breaking and compatible changes of an API.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareSpecs } from './compare.ts'

const operation = (parts: object = {}) => ({ operationId: 'getThing', responses: { 200: {} }, ...parts })
const documentOf = (parts: object, more: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/things/{id}': { get: operation(parts) } },
  ...more,
})
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const query = (schema: unknown, required = false) => ({
  parameters: [{ name: 'limit', in: 'query', required, schema }],
})
const body = (schema: unknown, required = true) => ({ requestBody: { required, ...json(schema) } })
const reply = (schema: unknown) => ({ responses: { 200: json(schema) } })
const fields = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

const breaksOf = (before: object, after: object) =>
  compareSpecs(documentOf(before), documentOf(after)).breaks.map(({ where, what }) => `${where} ${what}`)

const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const INTEGER = { type: 'integer' }
const PAGE = fields({ type: { const: 'page' }, title: TEXT })
const LINK = fields({ type: { const: 'link' }, url: TEXT })

describe('breaks', () => {
  test.each<[string, object, object, string[]]>([
    ['a parameter that goes', query(TEXT), {}, ['query limit is gone']],
    ['a parameter that becomes required', query(TEXT), query(TEXT, true), ['query limit is required']],
    ['a parameter that comes and is required', {}, query(TEXT, true), ['query limit is required']],
    [
      'a parameter of another type',
      query(TEXT),
      query(INTEGER),
      ['query limit has the type integer instead of string'],
    ],
    [
      'fewer values in a request',
      query({ enum: ['a', 'b'] }),
      query({ enum: ['a'] }),
      ['query limit no longer has the value "b"'],
    ],
    ['any text that becomes a list of values', query(TEXT), query({ enum: ['a'] }), ['query limit is limited to "a"']],
    ['a body that goes', body(PAGE), {}, ['body is gone']],
    ['a body that becomes required', body(PAGE, false), body(PAGE), ['body is required']],
    [
      'a field of a body that becomes required',
      body(fields({ a: TEXT })),
      body(fields({ a: TEXT }, ['a'])),
      ['body.a is required'],
    ],
    [
      'a field of a body that comes and is required',
      body(fields({})),
      body(fields({ a: TEXT }, ['a'])),
      ['body.a is required'],
    ],
    ['a field of a body that goes', body(fields({ a: TEXT })), body(fields({})), ['body.a is gone']],
    [
      'a field of a body that may not be null any more',
      body(fields({ a: { type: ['string', 'null'] } })),
      body(fields({ a: TEXT })),
      ['body.a has the type string instead of null or string'],
    ],
    ['a response that goes', { responses: { 200: {}, 201: {} } }, {}, ['response 201 is gone']],
    ['a field of a response that goes', reply(fields({ a: TEXT })), reply(fields({})), ['response 200.a is gone']],
    [
      'a field of a response that may be left out',
      reply(fields({ a: TEXT }, ['a'])),
      reply(fields({ a: TEXT })),
      ['response 200.a may be left out'],
    ],
    [
      'a field of a response that may be null',
      reply(fields({ a: TEXT })),
      reply(fields({ a: { ...TEXT, nullable: true } })),
      ['response 200.a has the type null or string instead of string'],
    ],
    [
      'a value of a response that goes',
      reply({ enum: ['a', 'b'] }),
      reply({ enum: ['b'] }),
      ['response 200 no longer has the value "a"'],
    ],
    [
      'a whole number that may be any number',
      reply(INTEGER),
      reply(NUMBER),
      ['response 200 has the type number instead of integer'],
    ],
    [
      'items of another type',
      reply({ type: 'array', items: TEXT }),
      reply({ type: 'array', items: NUMBER }),
      ['response 200[] has the type number instead of string'],
    ],
    [
      'an alternative that goes',
      reply({ oneOf: [PAGE, LINK] }),
      reply({ oneOf: [PAGE] }),
      ['response 200 no longer has the alternative type="link"'],
    ],
    [
      'a change within an alternative',
      reply({ oneOf: [PAGE, LINK] }),
      reply({ anyOf: [fields({ type: { const: 'link' } }), PAGE] }),
      ['response 200<type="link">.url is gone'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(breaksOf(before, after)).toEqual(expected)
  })

  test('a removed operation, with the name that clients use', () => {
    const { removed, breaks, added } = compareSpecs(documentOf({}), { paths: { '/others': { post: {} } } })
    expect(removed).toEqual([{ name: 'GET /things/{id}', id: 'getThing' }])
    expect(breaks).toEqual([{ name: 'GET /things/{id}', id: 'getThing', where: '', what: 'is gone' }])
    expect(added).toEqual([{ name: 'POST /others' }])
  })

  test('a field that a webhook no longer has', () => {
    const withMessage = (schema: object) => ({ webhooks: { 'thing.made': { post: { requestBody: json(schema) } } } })
    const { breaks } = compareSpecs(withMessage(fields({ a: TEXT }, ['a'])), withMessage(fields({ a: TEXT })))
    expect(breaks).toEqual([{ name: 'webhook thing.made', where: 'body.a', what: 'may be left out' }])
  })

  test('something in a shared schema, once for each operation that shows it', () => {
    const paths = {
      '/a': { get: operation(reply({ $ref: '#/components/schemas/A' })) },
      '/b': { get: operation(reply({ $ref: '#/components/schemas/A' })) },
    }
    const before = { paths, components: { schemas: { A: fields({ x: TEXT, a: { $ref: '#/components/schemas/A' } }) } } }
    const after = { paths, components: { schemas: { A: fields({ a: { $ref: '#/components/schemas/A' } }) } } }
    expect(compareSpecs(before, after).breaks.map(({ name, where }) => `${name} ${where}`)).toEqual([
      'GET /a response 200.x',
      'GET /b response 200.x',
    ])
  })

  test('a field of OpenAPI 2.0', () => {
    const before = {
      swagger: '2.0',
      paths: {
        '/a': {
          post: {
            parameters: [
              { name: 'a', in: 'body', schema: fields({ x: TEXT }) },
              { name: 'n', in: 'query', type: 'string' },
            ],
          },
        },
      },
    }
    const after = {
      swagger: '2.0',
      paths: {
        '/a': {
          post: {
            parameters: [
              { name: 'a', in: 'body', schema: fields({}) },
              { name: 'n', in: 'query', type: 'integer' },
            ],
          },
        },
      },
    }
    expect(compareSpecs(before, after).breaks.map(({ where }) => where)).toEqual(['query n', 'body.x'])
  })
})

describe('does not break', () => {
  test.each<[string, object, object]>([
    ['a parameter that comes', {}, query(TEXT)],
    ['a parameter that need not be sent any more', query(TEXT, true), query(TEXT)],
    ['more values', query({ enum: ['a'] }), query({ enum: ['a', 'b'] })],
    ['values that become any text, in a request', query({ enum: ['a'] }), query(TEXT)],
    ['a field of a response that comes', reply(fields({})), reply(fields({ a: TEXT }))],
    [
      'a field of a response that is always there from now on',
      reply(fields({ a: TEXT })),
      reply(fields({ a: TEXT }, ['a'])),
    ],
    ['a body that may be more', body(fields({ a: TEXT })), body(fields({ a: { type: ['string', 'null'] } }))],
    ['a response that is less', reply({ type: ['string', 'null'] }), reply(TEXT)],
    ['an alternative that comes', reply({ oneOf: [PAGE] }), reply({ oneOf: [LINK, PAGE] })],
    ['alternatives in another order', reply({ oneOf: [PAGE, LINK] }), reply({ oneOf: [LINK, PAGE] })],
    [
      'another way to write the same',
      reply({ anyOf: [{ const: 'a' }, { const: 'b' }] }),
      reply({ type: 'string', enum: ['b', 'a'] }),
    ],
    [
      'parts that are written out',
      reply({ allOf: [fields({ a: TEXT }), fields({ b: TEXT }, ['b'])] }),
      reply(fields({ a: TEXT, b: TEXT }, ['b'])),
    ],
    ['words', { summary: 'One' }, { summary: 'Another', description: 'New' }],
  ])('%s', (_, before, after) => {
    expect(breaksOf(before, after)).toEqual([])
  })

  test('another name of a path parameter', () => {
    const before = {
      paths: { '/a/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }] } } },
    }
    const after = {
      paths: { '/a/{a}': { get: { parameters: [{ name: 'a', in: 'path', required: true, schema: TEXT }] } } },
    }
    expect(compareSpecs(before, after)).toEqual({ added: [], removed: [], breaks: [], isComplete: true })
  })
})

describe('whatever the documents are', () => {
  const word = fc.constantFrom(
    'type',
    'properties',
    'required',
    'items',
    '$ref',
    'anyOf',
    'allOf',
    'enum',
    'a',
    '200',
    'get',
    'name',
    'toString',
  )
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('string', 'object', '#/components/schemas/A', '#', null, true, false, 1),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(word, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  const document = fc.record({ schema: value, parameters: value, responses: value }).map(({ schema, ...rest }) => ({
    paths: { '/a': { get: { ...rest, ...body({ $ref: '#/components/schemas/A' }) } } },
    components: { schemas: { A: schema } },
  }))

  test('names that are no text are no names', () => {
    const odd = { toString: 1 }
    const parameters = [{ name: odd, in: odd }]
    const spec = { paths: { '/a': { get: { parameters, ...body({ required: [odd], properties: { a: TEXT } }) } } } }
    expect(compareSpecs(spec, structuredClone(spec))).toEqual({ added: [], removed: [], breaks: [], isComplete: true })
  })

  test('a document never breaks its own clients', () => {
    fc.assert(
      fc.property(document, (spec) => {
        expect(compareSpecs(spec, structuredClone(spec)).breaks).toEqual([])
      }),
    )
  })

  test('every pair is compared', () => {
    fc.assert(
      fc.property(value, document, (one, other) => {
        expect(compareSpecs(one, other).isComplete && compareSpecs(other, one).isComplete).toBe(true)
      }),
    )
  })

  test('documents that are too large or too deep are compared in part', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`S${n}`, fields({ next: { $ref: `#/components/schemas/S${n + 1}` } })]),
    )
    const deep = documentOf(reply({ $ref: '#/components/schemas/S0' }), { components: { schemas: chain } })
    expect(compareSpecs(deep, structuredClone(deep))).toMatchObject({ breaks: [], isComplete: false })
    const choice = { anyOf: [TEXT, NUMBER, PAGE, LINK] }
    const wide = documentOf(reply({ allOf: Array.from({ length: 50 }, () => choice) }))
    expect(compareSpecs(wide, structuredClone(wide))).toMatchObject({ isComplete: false })
  })
})
