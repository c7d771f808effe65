// Checks every response in tests against its operation.
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { Operation } from '../../src/server/operation.ts'
import { statusOf } from '../../src/server/reply.ts'
import { ErrorReply, listShape, recursiveSchemas, toJsonSchema } from '../../src/server/schemas.ts'
import { type OperationEntry, operations } from './operations.ts'
import { objections } from './reference.ts'

// Most validators run a few times: optimizing them would take longer.
const ajv = formats(new Ajv({ strict: false, code: { optimize: false } }))
for (const [, shape] of recursiveSchemas()) ajv.addSchema(shape)

interface Known {
  id: string
  method: string
  matches: RegExp
  statuses: number[]
  /** Compiled on first use. */
  validate: () => ValidateFunction | undefined
}

const compile = (shape: TSchema | undefined) => (shape ? ajv.compile(toJsonSchema(shape)) : undefined)
const isError = compile(ErrorReply)!

const known: Known[] = operations.map((line) => ({
  id: line.id,
  method: line.method,
  matches: patternOf(line),
  ...describeSuccess(line.operation),
}))

function patternOf({ path }: OperationEntry): RegExp {
  return new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll(/:\w+\*/g, '.+')
      .replaceAll(/:\w+/g, '[^/]+')}/?$`,
  )
}

function describeSuccess(operation: Operation) {
  const shape = operation.list ? listShape(operation.list) : operation.reply
  const statuses = [statusOf(operation), ...('orCreates' in operation ? [201] : [])]
  let compiled: ValidateFunction | undefined
  const validate = () => {
    compiled ??= compile(shape)
    return compiled
  }
  return { statuses, validate }
}

export function operationAt(method: string, url: string): Known | undefined {
  const path = url.split('?')[0]!
  return known.find((operation) => operation.method === method && operation.matches.test(path))
}

export function checkReply(
  method: string,
  url: string,
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
): void {
  const operation = operationAt(method, url)
  if (!operation || status === 304) return
  const fail = (what: string) => {
    throw new Error(`${operation.id} answered ${status}, ${what}: ${JSON.stringify(body)}`)
  }
  if (status >= 500) fail('which no request may cause')
  const against = objections(operation.id, status, body)
  if (against.length > 0) fail(`which the reference contract does not allow (${against.join('; ')})`)
  if (status >= 400) {
    if (!isError(body)) fail('not in the shape of an error')
    return
  }
  if (!operation.statuses.includes(status)) fail(`but declares ${operation.statuses}`)
  if (status === 201 && !headers.get('location')) fail('without a Location')
  const validate = operation.validate()
  if (!validate && body !== '') fail('with a body')
  if (validate && !validate(body)) fail(`not in its shape ${ajv.errorsText(validate.errors)}`)
}
