// The operations of an OpenAPI document (2.0, 3.0 or 3.1) in a version-independent form.
import { METHODS } from '../../computed/outline.ts'
import { type Fields, fieldsOf, itemsOf, type Resolve, resolverOf } from './references.ts'

export interface ComparedParameter {
  name: string
  in: string
  required: boolean
  schema: unknown
}

export interface ComparedOperation {
  /** `GET /spaces/{id}`, or `webhook space.updated`. */
  name: string
  /** The `operationId`, if any. */
  id?: string
  isWebhook: boolean
  parameters: ComparedParameter[]
  body?: { required: boolean; schema: unknown }
  /** By status: `200`, `default` … */
  responses: Map<string, unknown>
}

/** Lists operations by a key that does not depend on the names of path parameters: clients send values, not names. */
export function operationsOf(document: unknown): Map<string, ComparedOperation> {
  const resolve = resolverOf(document)
  const { paths, webhooks } = fieldsOf(document)
  return new Map([...listOperations(paths, false, resolve), ...listOperations(webhooks, true, resolve)])
}

function* listOperations(paths: unknown, isWebhook: boolean, resolve: Resolve): Generator<[string, ComparedOperation]> {
  for (const [path, reference] of Object.entries(fieldsOf(paths))) {
    const item = resolve(reference)
    for (const method of METHODS) {
      if (item[method] === undefined) continue
      const name = isWebhook ? `webhook ${path}` : `${method.toUpperCase()} ${path}`
      yield [name.replaceAll(/\{[^{}]*\}/g, '{}'), operationOf(name, isWebhook, item, fieldsOf(item[method]), resolve)]
    }
  }
}

function operationOf(
  name: string,
  isWebhook: boolean,
  item: Fields,
  operation: Fields,
  resolve: Resolve,
): ComparedOperation {
  const declared = [...itemsOf(item.parameters), ...itemsOf(operation.parameters)].map(resolve)
  const body = bodyOf(operation, declared, resolve)
  return {
    name,
    ...(typeof operation.operationId === 'string' && { id: operation.operationId }),
    isWebhook,
    parameters: declared.filter((parameter) => parameter.in !== 'body').map(parameterOf),
    ...(body && { body }),
    responses: new Map(
      Object.entries(fieldsOf(operation.responses)).map(([status, response]) => [status, schemaOf(resolve(response))]),
    ),
  }
}

// OpenAPI 2.0 describes the body as a parameter, and the type of a parameter in the parameter itself.
const bodyOf = (operation: Fields, declared: Fields[], resolve: Resolve): ComparedOperation['body'] => {
  const body = declared.find((parameter) => parameter.in === 'body') ?? resolve(operation.requestBody)
  return Object.keys(body).length === 0 ? undefined : { required: body.required === true, schema: schemaOf(body) }
}

/** An object cannot be turned into text if it has a `toString` of its own. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const parameterOf = (parameter: Fields): ComparedParameter => ({
  name: textOf(parameter.name),
  in: textOf(parameter.in),
  required: parameter.required === true,
  schema: schemaOf(parameter) ?? parameter,
})

/** The schema of a parameter, body or response: that of JSON, or else the first one. */
function schemaOf({ schema, content }: Fields): unknown {
  if (schema !== undefined) return schema
  const types = fieldsOf(content)
  return fieldsOf(types['application/json'] ?? Object.values(types)[0]).schema
}
