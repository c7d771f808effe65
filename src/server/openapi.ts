// Generates the OpenAPI description from the route tables.
import type { TSchema } from 'typebox'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { queryShape } from './input.ts'
import type { Operation, Resource } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { statusOf } from './reply.ts'
import { ErrorReply, listShape, recursiveSchemas, toJsonSchema } from './schemas.ts'

type Json = Record<string, unknown>

/** Webhook messages by type. */
export type Messages = Record<string, { summary: string; message: TSchema }>

export async function describeApi(
  resources: readonly Resource[],
  { base, version, messages = {} }: { base: string; version: string; messages?: Messages },
): Promise<Json> {
  const shapes: Json = {}
  const paths: Record<string, Json> = {}
  const ids = new Set<string>()
  for (const { title, operations } of resources) {
    for (const { id, operation } of operations) {
      await yieldToEventLoop()
      if (ids.has(id)) throw new Error(`Two operations have the id ${id}.`)
      ids.add(id)
      const { verb, path } = verbAndPath(operation)
      const template = `/v1${path.replaceAll(/:(\w+)\*?/g, '{$1}')}`
      if (paths[template]?.[verb]) throw new Error(`Two operations handle ${verb} ${path}.`)
      paths[template] = { ...paths[template], [verb]: describeOperation(id, title, operation, shapes) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern API', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: base }],
    security: [{ token: [] }],
    tags: resources.map(({ title }) => ({ name: title })),
    paths,
    webhooks: describeWebhooks(messages, shapes),
    components: { schemas: shapes, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function describeOperation(id: string, tag: string, operation: Operation, shapes: Json): Json {
  const body = 'body' in operation ? operation.body : undefined
  return {
    operationId: id,
    tags: [tag],
    summary: operation.summary,
    ...(operation.can === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(operation), ...queryParameters(operation, shapes)],
    ...(body ? { requestBody: { required: isRequired(body), content: json(body, shapes) } } : {}),
    responses: describeResponses(operation, shapes),
  }
}

function describeWebhooks(messages: Messages, shapes: Json): Json {
  const entries = Object.entries(messages).map(([type, { summary, message }]) => {
    const requestBody = { required: true, content: json(message, shapes) }
    const responses = { '2XX': { description: 'Delivered; any other response is retried' } }
    return [type, { post: { tags: ['Events'], summary, requestBody, responses } }]
  })
  return Object.fromEntries(entries)
}

/** A body is optional if none of its fields is required. */
const isRequired = (body: TSchema): boolean => ((toJsonSchema(body).required as string[] | undefined) ?? []).length > 0

function pathParameters(operation: Operation): Json[] {
  const names = [...verbAndPath(operation).path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters(operation: Operation, shapes: Json): Json[] {
  const { properties = {}, required = [] } = toJsonSchema(queryShape(operation)) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: hoist(schema, shapes),
  }))
}

function describeResponses(operation: Operation, shapes: Json): Json {
  const status = statusOf(operation)
  const shape = operation.list ? listShape(operation.list) : operation.reply
  const success = {
    description: operation.summary,
    ...(status === 201 ? { headers: { Location: { schema: { type: 'string', format: 'uri' } } } } : {}),
    ...(shape ? { content: json(shape, shapes) } : {}),
  }
  const created = 'orCreates' in operation ? { 201: { ...success, description: 'Created' } } : {}
  return {
    [status]: success,
    ...created,
    default: { description: 'Error', content: json(ErrorReply, shapes) },
  }
}

const json = (schema: TSchema, shapes: Json) => ({
  'application/json': { schema: hoist(toJsonSchema(schema), shapes) },
})

/** Moves each named shape to the components and replaces it by a reference. */
function hoist(schema: unknown, shapes: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, shapes))
  if (typeof schema !== 'object' || schema === null) return schema
  if ('$ref' in schema) return { $ref: hoistRecursive(String(schema.$ref).replace('#', ''), shapes) }
  const { title, ...rest } = schema as { title?: unknown }
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoist(value, shapes)]))
  if (typeof title !== 'string') return title === undefined ? inner : { ...inner, title: hoist(title, shapes) }
  shapes[title] ??= inner
  if (JSON.stringify(shapes[title]) !== JSON.stringify(inner)) throw new Error(`Two shapes are named ${title}.`)
  return { $ref: `#/components/schemas/${title}` }
}

function hoistRecursive(name: string, shapes: Json): string {
  if (!(name in shapes)) {
    shapes[name] = {}
    const { $id, ...shape } = Object.fromEntries(recursiveSchemas())[name]!
    shapes[name] = hoist(shape, shapes)
  }
  return `#/components/schemas/${name}`
}
