// What a page shows of an operation or a webhook: everything, as data, with references followed.
import { METHODS, type Method } from '../outline.ts'
import { callbacksOf, type ShownCallback } from './callbacks.ts'
import { bodyOf, bodyOfSwagger, type Showing, type ShownBody } from './contents.ts'
import type { Library } from './library.ts'
import { operationName, ROOT } from './names.ts'
import { fieldsOfParameters, parametersOf, type ShownParameter } from './parameters.ts'
import { responsesOf, type ShownResponse } from './responses.ts'
import { type ShownSample, samplesOf } from './samples/index.ts'
import type { Budget } from './schema.ts'
import { type SecurityChoice, securityOf } from './security.ts'
import { type ShownServer, serversOf } from './servers.ts'
import { type Fields, fieldsOf, isFields, textOf } from './values.ts'

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
  callbacks: ShownCallback[]
  samples: ShownSample[]
  /** Whether readers can send requests, and how: straight from their browsers, through this server, or as it works. */
  sending: 'off' | 'auto' | 'direct' | 'proxy'
  /** Whether all responses, and all parts of schemas, are open from the start. */
  opens: { responses: boolean; schemas: boolean }
}

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
    callbacks: callbacksOf(operation, root, showing),
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
