// What a page shows of an operation or a webhook: everything, as data, with references followed.
import { METHODS, type Method } from '../outline.ts'
import {
  bodyOf,
  bodyOfSwagger,
  contentsOf,
  mediaOf,
  type Showing,
  type ShownBody,
  type ShownContent,
} from './contents.ts'
import { type Library, resolved } from './library.ts'
import { operationName, ROOT } from './names.ts'
import { fieldsOfParameters, parametersOf, type ShownParameter } from './parameters.ts'
import { type ShownSample, samplesOf } from './samples/index.ts'
import { type Budget, type ShownSchema, showSchema } from './schema.ts'
import { type SecurityChoice, securityOf } from './security.ts'
import { type ShownServer, serversOf } from './servers.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from './values.ts'

export interface ShownResponse {
  status: string
  description?: string
  headers: { name: string; schema: ShownSchema; description?: string; isRequired: boolean }[]
  contents: ShownContent[]
}

export interface ShownOperation {
  method: Method
  path: string
  isWebhook: boolean
  title: string
  description?: string
  isDeprecated: boolean
  /** The day on which it will be gone, as its author wrote it. */
  sunset?: string
  /** `experimental`, `alpha`, `beta`. */
  stability?: string
  servers: ShownServer[]
  security: SecurityChoice[]
  parameters: ShownParameter[]
  body?: ShownBody
  responses: ShownResponse[]
  samples: ShownSample[]
  /** Whether readers can send requests, and how: straight from their browsers, through this server, or as it works. */
  sending: 'off' | 'auto' | 'direct' | 'proxy'
  /** Whether all responses, and all parts of schemas, are open from the start. */
  opens: { responses: boolean; schemas: boolean }
}

const MAX_RESPONSES = 50
const MAX_HEADERS = 50

export interface OperationId {
  method: string
  path: string
  isWebhook: boolean
}

/** Undefined if the pieces of the operation are not there. */
export function showOperation(id: OperationId, library: Library, budget: Budget): ShownOperation | undefined {
  const method = METHODS.find((each) => each === id.method)
  const { operation, shared: around } = fieldsOf(library(operationName(id.method, id.path, id.isWebhook)))
  if (!method || !isFields(operation) || isInternal(operation)) return undefined
  const [root, shared] = [fieldsOf(library(ROOT)), fieldsOf(around)]
  const showing: Showing = { library, budget }
  const given = fieldsOfParameters(shared, operation, library)
  const consumes = operation.consumes ?? root.consumes
  const body =
    operation.requestBody === undefined
      ? bodyOfSwagger(given, consumes, showing)
      : bodyOf(operation.requestBody, showing)
  const description = textOf(operation.description) ?? textOf(shared.description)
  const [sunset, stability] = [textOf(operation['x-deprecated-sunset'], 100), textOf(operation['x-stability'], 40)]
  const shown = {
    ...id,
    method,
    title: textOf(operation.summary, 200) ?? textOf(operation.operationId, 200) ?? id.path,
    ...(description !== undefined && { description }),
    isDeprecated: operation.deprecated === true,
    ...(sunset !== undefined && { sunset }),
    ...(stability !== undefined && { stability }),
    servers: id.isWebhook ? [] : serversOf(root, shared, operation),
    security: securityOf(root, operation, library),
    parameters: parametersOf(given, showing),
    ...(body && { body }),
    responses: responsesOf(operation, root, showing),
    sending: sendingOf(id, root, operation),
    opens: {
      responses: flagIn('x-expandAllResponses', operation, root) === true,
      schemas: flagIn('x-expandAllModelSections', operation, root) === true,
    },
  }
  return { ...shown, samples: samplesOf(shown, [operation, root]) }
}

const isInternal = (operation: Fields): boolean =>
  operation['x-internal'] === true || operation['x-gitbook-ignore'] === true

/** What the operation says, or else what the specification says. */
const flagIn = (name: string, operation: Fields, root: Fields): unknown => operation[name] ?? root[name]

function sendingOf({ isWebhook }: OperationId, root: Fields, operation: Fields): ShownOperation['sending'] {
  if (isWebhook || flagIn('x-hideTryItPanel', operation, root) === true) return 'off'
  const proxy = flagIn('x-enable-proxy', operation, root)
  return proxy === true ? 'proxy' : proxy === false ? 'direct' : 'auto'
}

function responsesOf(operation: Fields, root: Fields, showing: Showing): ShownResponse[] {
  const all = Object.entries(fieldsOf(operation.responses)).filter(([status]) => !status.startsWith('x-'))
  return all.slice(0, MAX_RESPONSES).map(([status, value]) => {
    const { fields } = resolved(value, showing.library)
    const types = listOf(operation.produces ?? root.produces).flatMap((each) => textOf(each, 200) ?? [])
    // In OpenAPI 2.0 a response has one schema for all its types.
    const content = fields.schema === undefined ? fields.content : mediaOf(types, fields.schema, fields.examples)
    const description = textOf(fields.description)
    return {
      status: status.slice(0, 20),
      ...(description !== undefined && { description }),
      headers: headersOf(fields.headers, showing),
      contents: contentsOf(content, 'response', showing),
    }
  })
}

function headersOf(headers: unknown, { library, budget }: Showing): ShownResponse['headers'] {
  return Object.entries(fieldsOf(headers))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => {
      const { fields } = resolved(value, library)
      const description = textOf(fields.description)
      budget.left--
      return {
        name: name.slice(0, 200),
        schema: showSchema(fields.schema ?? { ...fields, description: undefined }, library, budget),
        ...(description !== undefined && { description }),
        isRequired: fields.required === true,
      }
    })
}
