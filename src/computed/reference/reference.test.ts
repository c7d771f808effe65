// What pages show of a specification, for specifications that people write and for those that nobody would.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ferryApi } from '../../../test/support/ferry-api.ts'
import { piecesOf } from '../../openapi/pieces.ts'
import { exampleOf } from './example.ts'
import { type Library, type ShownSchema, showOperation, showSchema } from './index.ts'
import { addressOf, type ShownServer, serversOf, targetOf } from './servers.ts'

const libraryOf = (...files: [string, unknown][]): Library => {
  const pieces = new Map(
    piecesOf(files.map(([filename, value]) => ({ filename, value }))).map((each) => [each.name, each.json]),
  )
  return (name) => (pieces.has(name) ? JSON.parse(pieces.get(name)!) : undefined)
}

const show = (spec: object, method: string, path: string, isWebhook = false, left = 300) =>
  showOperation({ method, path, isWebhook }, libraryOf(['openapi.json', spec]), { left })!

const withSchema = (schema: unknown, schemas: object = {}) =>
  showSchema(schema, libraryOf(['a.json', { openapi: '3.1.0', components: { schemas } }]), { left: 100 })

const propertyOf = ({ properties = [] }: ShownSchema, name: string) =>
  properties.find((each) => each.name === name)!.schema

/** Every schema inside one, with its depth. */
function* inside(schema: ShownSchema, depth = 0): Generator<[ShownSchema, number]> {
  yield [schema, depth]
  const inner = [
    ...(schema.properties ?? []).map((each) => each.schema),
    ...(schema.choices?.schemas ?? []),
    ...[schema.items, schema.others].filter((each) => each !== undefined),
  ]
  for (const each of inner) yield* inside(each, depth + 1)
}

describe('an operation', () => {
  test('shows where its responses lead, and the requests that it causes', () => {
    const spec = {
      openapi: '3.1.0',
      paths: {
        '/boats': {
          post: {
            responses: {
              201: {
                links: {
                  Show: { operationId: 'showBoat', parameters: { id: '$response.body#/id' }, requestBody: { a: 1 } },
                  Next: { $ref: '#/components/links/Next' },
                },
              },
            },
            callbacks: {
              arrival: {
                '{$request.query.hook}': {
                  put: { deprecated: true, requestBody: { content: { 'text/plain': {} } }, responses: { 204: {} } },
                },
              },
              departure: { $ref: '#/components/callbacks/Departure' },
              'x-nothing': 7,
            },
          },
        },
      },
      components: {
        links: { Next: { operationRef: '#/paths/~1boats~1{id}/get', description: 'The *next* one' } },
        callbacks: { Departure: { 'https://a.example/{$request.body#/id}': { post: { summary: 'Left' } } } },
      },
    }
    const { responses, callbacks } = show(spec, 'post', '/boats')
    expect(responses[0]!.links).toEqual([
      {
        name: 'Show',
        operation: 'showBoat',
        values: [
          { name: 'id', value: '$response.body#/id' },
          { name: 'body', value: '{"a":1}' },
        ],
      },
      { name: 'Next', operation: 'GET /boats/{id}', description: 'The *next* one', values: [] },
    ])
    expect(callbacks).toEqual([
      {
        name: 'arrival',
        method: 'put',
        path: '{$request.query.hook}',
        isDeprecated: true,
        body: { isRequired: false, contents: [{ type: 'text/plain', examples: [] }] },
        responses: [{ status: '204', headers: [], contents: [], links: [] }],
      },
      {
        name: 'departure',
        method: 'post',
        path: 'https://a.example/{$request.body#/id}',
        title: 'Left',
        isDeprecated: false,
        responses: [],
      },
    ])
  })

  const ferry = ferryApi('https://api.ferry.example/')

  test('shows its parameters with those of its path, its servers and its security', () => {
    const list = show(ferry, 'get', '/v3/endpoints')
    expect(list.parameters.map(({ name, in: place, schema }) => [place, name, schema.type])).toEqual([
      ['query', 'limit', 'integer'],
      ['query', 'status', 'string'],
      ['query', 'tags', 'string[]'],
      ['header', 'X-Trace', 'string'],
    ])
    expect(list.parameters[0]!.schema.facts).toEqual([
      { name: 'minimum', value: '1' },
      { name: 'maximum', value: '100' },
    ])
    expect(list.servers).toEqual([{ url: 'https://api.ferry.example', description: 'Sandbox', variables: [] }])
    const remove = show(ferry, 'delete', '/v3/endpoints/{id}')
    expect(remove).toMatchObject({
      isDeprecated: true,
      sunset: '2027-03-01',
      parameters: [{ name: 'id', isRequired: true }],
    })
    expect(remove.security.map((choice) => choice.map(({ kind }) => kind))).toEqual([['basic'], ['apiKey']])
  })

  test('shows schemas as deep as they go, and names those that contain themselves', () => {
    const { body, responses } = show(ferry, 'post', '/v3/endpoints')
    const schema = body!.contents[0]!.schema!
    expect(schema).toMatchObject({ name: 'Endpoint', type: 'object' })
    expect(schema.properties!.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['url', 'events'])
    const retry = propertyOf(schema, 'retry')
    expect(propertyOf(retry, 'jitter').type).toBe('number | null')
    expect(propertyOf(retry, 'next')).toMatchObject({ name: 'Endpoint', isCut: 'cycle', type: 'object | null' })
    expect(propertyOf(schema, 'target')).toMatchObject({
      type: 'Mail | Queue',
      choices: { kind: 'oneOf', discriminator: 'kind' },
    })
    const queue = propertyOf(schema, 'target').choices!.schemas[1]!
    expect(queue.properties!.map(({ name }) => name)).toEqual(['kind', 'address', 'name'])
    expect(propertyOf(schema, 'status').values).toEqual([
      { value: 'pending', description: 'Waits for the first ping.' },
      { value: 'live', description: 'Receives events.' },
    ])
    expect(responses.map(({ status }) => status)).toEqual(['201', '422'])
  })

  test('has examples that fit where they stand', () => {
    const { body, responses } = show(ferry, 'post', '/v3/endpoints')
    const [sent, received] = [body!.contents[0]!.value, responses[0]!.contents[0]!.value] as Record<string, unknown>[]
    expect(sent).toMatchObject({ url: 'https://example.com', events: ['invoice.paid'], secret: 'text' })
    expect(sent).not.toHaveProperty('id')
    expect(received).toHaveProperty('id')
    expect(received).not.toHaveProperty('secret')
    expect(responses[1]!.contents[0]!.examples[0]!.text).toBe('{\n  "errors": [\n    "url"\n  ]\n}')
  })

  test('has samples in three languages, and those of its author first', () => {
    const { samples } = show(ferry, 'post', '/v3/endpoints')
    expect(samples.map(({ title }) => title)).toEqual(['cURL', 'JavaScript', 'Python'])
    for (const { code } of samples) {
      expect(code).toContain('https://api.ferry.example/v3/endpoints')
      expect(code).toContain('Bearer FERRY_TOKEN')
      expect(code).toContain('invoice.paid')
    }
    const own = show(ferry, 'delete', '/v3/endpoints/{id}').samples
    expect(own.map(({ title }) => title)).toEqual(['Ruby', 'cURL', 'JavaScript', 'Python'])
    expect(own[1]!.code).toContain('/v3/endpoints/ep_4Kx9')
  })

  test('follows what its author wants: no form, a proxy, no samples, everything open', () => {
    const spec = (fields: object, root: object = {}) => ({
      openapi: '3.0.0',
      ...root,
      paths: { '/a': { get: { responses: {}, ...fields } } },
    })
    const of = (fields: object, root: object = {}) => show(spec(fields, root), 'get', '/a')
    expect(of({}).sending).toBe('auto')
    expect(of({ 'x-hideTryItPanel': true }).sending).toBe('off')
    expect(of({}, { 'x-hideTryItPanel': true }).sending).toBe('off')
    expect(of({ 'x-hideTryItPanel': false }, { 'x-hideTryItPanel': true }).sending).toBe('auto')
    expect(of({}, { 'x-enable-proxy': true }).sending).toBe('proxy')
    expect(of({ 'x-enable-proxy': false }, { 'x-enable-proxy': true }).sending).toBe('direct')
    expect(of({ 'x-codeSamples': false }).samples).toEqual([])
    expect(of({ 'x-expandAllResponses': true }).opens).toEqual({ responses: true, schemas: false })
    expect(of({}, { 'x-expandAllModelSections': true }).opens).toEqual({ responses: false, schemas: true })
    expect(of({ 'x-internal': true })).toBeUndefined()
    expect(of({ 'x-gitbook-ignore': true })).toBeUndefined()
  })

  test('is read from files that refer to each other', () => {
    const library = libraryOf(
      ['api/openapi.yaml', { openapi: '3.1.0', paths: { '/pets': { $ref: 'paths/pets.yaml' } } }],
      ['api/paths/pets.yaml', { get: { responses: { 200: { $ref: '../answers.yaml#/Pets' } } } }],
      [
        'api/answers.yaml',
        {
          Pets: { content: { 'application/json': { schema: { $ref: '#/Pet' } } } },
          Pet: { type: 'object', properties: { name: { type: 'string' } } },
        },
      ],
    )
    const { responses } = showOperation({ method: 'get', path: '/pets', isWebhook: false }, library, { left: 10 })!
    expect(responses[0]!.contents[0]!.schema).toMatchObject({ name: 'Pet', properties: [{ name: 'name' }] })
  })

  test('is also read from OpenAPI 2.0', () => {
    const spec = {
      swagger: '2.0',
      host: 'api.example.com',
      basePath: '/v1',
      schemes: ['https'],
      produces: ['application/json'],
      securityDefinitions: { basic: { type: 'basic' } },
      security: [{ basic: [] }],
      definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
      paths: {
        '/pets': {
          post: {
            parameters: [
              { name: 'limit', in: 'query', type: 'integer', maximum: 3 },
              { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
            ],
            responses: { 200: { description: 'Done', schema: { $ref: '#/definitions/Pet' } } },
          },
        },
      },
    }
    const { servers, parameters, body, responses, security } = show(spec, 'post', '/pets')
    expect(servers[0]!.url).toBe('https://api.example.com/v1')
    expect(parameters.map(({ name, schema }) => [name, schema.type, schema.facts])).toEqual([
      ['limit', 'integer', [{ name: 'maximum', value: '3' }]],
    ])
    expect(body!.contents[0]).toMatchObject({ type: 'application/json', schema: { name: 'Pet' } })
    expect(responses[0]!.contents[0]).toMatchObject({ type: 'application/json', schema: { name: 'Pet' } })
    expect(security[0]![0]!.kind).toBe('basic')
  })
})

describe('a schema', () => {
  test.each([
    [{ type: 'string', format: 'date' }, 'string (date)'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'integer', nullable: true }, 'integer | null'],
    [{ type: 'array', items: { type: ['string', 'integer'] } }, '(string | integer)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'string[][]'],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ enum: [1, 2] }, 'number'],
    [{ const: 'a' }, 'string'],
    [{ additionalProperties: true }, 'object'],
    [{}, 'any'],
    [true, 'any'],
    [null, ''],
    [{ type: 7, properties: 'no', items: 3, oneOf: 'x', required: {} }, 'number[]'.slice(0, 0)],
  ])('%j is %s', (schema, type) => {
    expect(withSchema(schema).type === 'array' ? '' : withSchema(schema).type).toBe(type)
  })

  test('shows the first levels of everything before the depths of anything', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1), b: deep(levels - 1) } }
    const shown = showSchema({ type: 'object', properties: { first: deep(7), last: deep(7) } }, () => undefined, {
      left: 40,
    })
    const depths = [...inside(shown)].map(([, depth]) => depth)
    expect(depths.length).toBeLessThan(50)
    expect(propertyOf(shown, 'last').properties).toHaveLength(2)
    expect([...inside(shown)].some(([{ isCut }]) => isCut === 'depth')).toBe(true)
  })

  const names = ['A', 'B', 'C']
  const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(
        ...names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
        { $ref: '#/nothing' },
        { $ref: 3 },
      ),
      fc.anything({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value) ?? 'null')),
      fc.dictionary(
        fc.constantFrom(
          'properties',
          'items',
          'allOf',
          'oneOf',
          'anyOf',
          'not',
          'additionalProperties',
          'enum',
          'type',
          'required',
          'example',
        ),
        fc.oneof(
          tie('schema'),
          fc.array(tie('schema'), { maxLength: 3 }),
          fc.dictionary(fc.string(), tie('schema'), { maxKeys: 3 }),
        ),
        { maxKeys: 4 },
      ),
    ),
  })).schema

  test('of any shape is shown within its bounds, and so is its example', async () => {
    await fc.assert(
      fc.property(schemas, schemas, schemas, (a, b, c) => {
        const library = libraryOf(['a.json', { components: { schemas: { A: a, B: b, C: c } } }])
        for (const name of names) {
          const shown = [...inside(showSchema({ $ref: `#/components/schemas/${name}` }, library, { left: 50 }))]
          // The last one that was opened may have many parts.
          expect(shown.length).toBeLessThan(50 + 310)
          expect(Math.max(...shown.map(([, depth]) => depth))).toBeLessThanOrEqual(9)
          expect(
            (JSON.stringify(exampleOf({ $ref: `#/components/schemas/${name}` }, library, 'request')) ?? '').length,
          ).toBeLessThan(100_000)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('that is inside itself in every way ends', () => {
    const self = { $ref: '#/components/schemas/A' }
    const A = {
      allOf: [self, { properties: { a: self, b: { items: self }, c: { oneOf: [self, { allOf: [self] }] } } }],
      additionalProperties: self,
    }
    const shown = withSchema(self, { A })
    expect([...inside(shown)].length).toBeLessThan(20)
    expect(propertyOf(shown, 'a').isCut).toBe('cycle')
    expect(withSchema({ $ref: '#/components/schemas/B' }, { B: { $ref: '#/components/schemas/B' } }).type).toBe('')
  })
})

describe('the address of a server', () => {
  const serverOf = (url: string, variables: object = {}): ShownServer[] =>
    serversOf({ servers: [{ url, variables }] }, {}, {})

  test.each([
    'javascript:alert(1)',
    'ftp://a.example',
    '/relative',
    '//a.example',
    'https://u:p@a.example',
    'https://{host}',
    '',
    'https://a.example?x',
  ])('%s is none', (url) => expect(serverOf(url)).toEqual([]))

  test('takes the values that its variables allow, and no others', () => {
    const [server] = serverOf('https://{tenant}.api.example.com:{port}/{version}', {
      tenant: { default: 'demo' },
      port: { default: '8443', enum: ['8443', '443'] },
      version: { default: 'v1' },
    })
    const at = (given: Record<string, string>) => addressOf(server!, given)?.href
    expect(at({})).toBe('https://demo.api.example.com:8443/v1')
    expect(at({ tenant: 'acme', version: 'v2', port: '443' })).toBe('https://acme.api.example.com/v2')
    for (const tenant of ['evil.example/', 'a.b', 'a@b', '127.0.0.1#', 'a:1', 'x?', '..', 'a/b'])
      expect(at({ tenant })).toBeUndefined()
    for (const version of ['../x', '/x', 'a?b', 'a#b', 'a b', '\\x'])
      expect(at({ version }) ?? '').not.toMatch(/[?#\\ ]|\/x/)
    expect(at({ port: '22' })).toBeUndefined()
  })

  test.each([
    'https://{host}/v1',
    'https://{name}.com/',
    'https://api.{domain}',
    'https://{a}{b}.co',
    '{a}://api.example.com/',
    'https://a.example.com:{port}',
  ])('keeps to what %s names', (url) => {
    const [, name] = /\{(\w+)\}/.exec(url)!
    const [server] = serverOf(url, { [name!]: { default: 'a' }, b: { default: 'b' } })
    if (server) expect(addressOf(server, { [name!]: 'evil' })).toBeUndefined()
  })

  test('leads to the path of its operation alone', () => {
    const server = new URL('https://a.example/v1')
    const at = (path: string, target: string) => targetOf(server, path, target)?.href
    expect(at('/pets/{id}', '/pets/7?x=1')).toBe('https://a.example/v1/pets/7?x=1')
    expect(at('/pets/{id}.json', '/pets/7.json')).toBe('https://a.example/v1/pets/7.json')
    for (const target of [
      '/pets/..',
      '/pets/%2e%2e',
      '/pets/',
      '/other/7',
      '/pets/7/8',
      'pets/7',
      '//evil.example/7',
      '/pets/7#x',
      '/pets/a%2fb',
      '/pets/\\x',
    ])
      expect(at('/pets/{id}', target), target).toBeUndefined()
  })

  test('stays at its origin, whatever is asked', async () => {
    const server = new URL('https://a.example/v1')
    await fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('/', '.', '..', '%2e', '@', ':', '\\', '//', '?', '#', 'a', 'evil.example', ' ', '%2f'),
        ),
        (parts) => {
          const url = targetOf(server, '/{a}/{b}', `/${parts.join('')}`)
          if (url) expect([url.origin, url.pathname.startsWith('/v1/')]).toEqual([server.origin, true])
        },
      ),
      { numRuns: 500 },
    )
  })
})
