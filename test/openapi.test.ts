// @only-sqlite
// The API description: valid OpenAPI, and consistent with the route table.
import { Validator } from '@seriousme/openapi-schema-validator'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '../src/server/openapi.ts'
import { resource, routes } from '../src/server/operation.ts'
import { named } from '../src/server/schemas.ts'
import { httpAs } from './support/http.ts'
import { isPublic, operations } from './support/operations.ts'
import { startedServer } from './support/server.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
}

interface Described {
  operationId: string
  summary: string
  security?: unknown[]
  parameters: Parameter[]
  requestBody?: object
  responses: Record<string, object>
}

interface Description {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object> }
}

const server = startedServer()
let description: Description
let described: (Described & { line: string })[]

beforeAll(async () => {
  const { status, body } = await httpAs(server.url).get('/openapi.json')
  expect(status).toBe(200)
  description = body
  described = Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      ...operation,
      line: `${operation.operationId} ${verb} ${path}`,
    })),
  )
})

describe('the description', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(description.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate(description as never)).toMatchObject({ valid: true })
  })

  test('lists exactly the route table', () => {
    const table = operations.map(({ id, verb, path }) => `${id} ${verb} ${path.replaceAll(/:(\w+)\*?/g, '{$1}')}`)
    expect(described.map(({ line }) => line).sort()).toEqual(table.sort())
  })

  test('gives every operation a unique id and a description', () => {
    const ids = described.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(described.filter(({ summary }) => !summary).map(({ line }) => line)).toEqual([])
  })

  test('declares every parameter of a path, and no parameter twice', () => {
    for (const { line, parameters } of described) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(
        inPath.map(({ name }) => `{${name}}`),
        line,
      ).toEqual(line.match(/\{\w+\}/g) ?? [])
      expect(
        inPath.every(({ required }) => required),
        line,
      ).toBe(true)
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(names).size, line).toBe(names.length)
    }
  })

  test('resolves every reference and uses every named shape', () => {
    const used = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!)
    const known = Object.keys(description.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...new Set(used)].sort()).toEqual(known.sort())
  })

  test('declares public operations, and the shape of every failure', () => {
    for (const line of operations) {
      const operation = described.find(({ operationId }) => operationId === line.id)!
      expect(operation.security, line.id).toEqual(isPublic(line) ? [] : undefined)
      expect(operation.responses.default, line.id).toMatchObject({ content: { 'application/json': {} } })
    }
  })

  test('is about this server', () => {
    expect(description.servers).toEqual([{ url: server.url }])
  })
})

describe('a table', () => {
  const tableWith = (table: Parameters<typeof routes>[1]) => resource(routes('Test', table), async () => ({}) as never)
  const get = (path: string, name: string, of: ReturnType<typeof Type.String>) =>
    ({ get: path, can: 'public', summary: 'A test', reply: named(name, Type.Object({ of })) }) as const
  const describeWith = (...tables: Parameters<typeof tableWith>[0][]) =>
    describeApi(tables.map(tableWith), { base: 'http://x', version: '1' })

  test('may use a shape many times, but not one name for two shapes', async () => {
    const same = { a: get('/a', 'Shape', Type.String()), b: get('/b', 'Shape', Type.String()) }
    expect(await describeWith(same)).toMatchObject({ components: { schemas: { Shape: {} } } })
    const other = { a: get('/a', 'Shape', Type.String()), b: get('/b', 'Shape', Type.String({ minLength: 1 })) }
    await expect(describeWith(other)).rejects.toThrow('Shape')
  })

  test('may not use an id or a route that is taken', async () => {
    const one = { a: get('/a', 'A', Type.String()) }
    await expect(describeWith(one, { a: get('/b', 'B', Type.String()) })).rejects.toThrow('a')
    await expect(describeWith(one, { b: get('/a', 'B', Type.String()) })).rejects.toThrow('/a')
  })
})
