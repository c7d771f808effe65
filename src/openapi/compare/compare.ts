// Compares two versions of an OpenAPI document: added and removed operations, and breaking changes of the others. The
// time grows with the documents: large ones are compared in a thread.
import { type ComparedOperation, type ComparedParameter, operationsOf } from './operations.ts'
import { type Budget, type Resolve, resolverOf } from './references.ts'
import { compareSchemas, type Walk } from './schemas.ts'

export interface OperationName {
  /** `GET /spaces/{id}`, or `webhook space.updated`. */
  name: string
  id?: string
}

export interface Break extends OperationName {
  /** `query limit`, `body.title`, `response 200.items[].id`; empty for the operation as a whole. */
  where: string
  /** `is gone`, `is required` … */
  what: string
}

export interface SpecComparison {
  added: OperationName[]
  removed: OperationName[]
  /** Includes removed operations. */
  breaks: Break[]
  /** False if the documents were too large to compare completely. */
  isComplete: boolean
}

const MAX_STEPS = 300_000

interface Versions {
  before: Resolve
  after: Resolve
  budget: Budget
}

export function compareSpecs(before: unknown, after: unknown): SpecComparison {
  const [old, current] = [operationsOf(before), operationsOf(after)]
  const versions = {
    before: resolverOf(before),
    after: resolverOf(after),
    budget: { left: MAX_STEPS, isExceeded: false },
  }
  const removed = [...old].filter(([key]) => !current.has(key)).map(([, operation]) => nameOf(operation))
  const added = [...current].filter(([key]) => !old.has(key)).map(([, operation]) => nameOf(operation))
  const stayed = [...old].filter(([key]) => current.has(key))
  const breaks = stayed.flatMap(([key, operation]) => compareOperations(operation, current.get(key)!, versions))
  const gone = removed.map((operation) => ({ ...operation, where: '', what: 'is gone' }))
  return { added, removed, breaks: [...gone, ...breaks], isComplete: !versions.budget.isExceeded }
}

const nameOf = ({ name, id }: ComparedOperation): OperationName => (id === undefined ? { name } : { name, id })

function compareOperations(before: ComparedOperation, after: ComparedOperation, versions: Versions): Break[] {
  const breaks: Break[] = []
  const report = (where: string, what: string) => breaks.push({ ...nameOf(before), where, what })
  const walk = (isSent: boolean): Walk => ({ ...versions, isSent, seen: new Map(), depth: 0, report })
  // Clients receive the body of a webhook.
  const sent = walk(!before.isWebhook)
  compareParameters(before.parameters, after.parameters, sent)
  compareBodies(before.body, after.body, sent)
  compareResponses(before.responses, after.responses, walk(before.isWebhook))
  return breaks
}

function compareParameters(before: ComparedParameter[], after: ComparedParameter[], walk: Walk): void {
  const [old, current] = [byPlace(before), byPlace(after)]
  for (const [key, parameter] of old) {
    const where = `${parameter.in} ${parameter.name}`
    const other = current.get(key)
    if (!other) walk.report(where, 'is gone')
    else compareSchemas(parameter.schema, other.schema, where, walk)
  }
  for (const [key, parameter] of current)
    if (parameter.required && !old.get(key)?.required) walk.report(`${parameter.in} ${parameter.name}`, 'is required')
}

/** Path parameters match by position, because their names are not sent. */
function byPlace(parameters: ComparedParameter[]): Map<string, ComparedParameter> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  return new Map(
    parameters.map((parameter) => [
      `${parameter.in} ${parameter.in === 'path' ? inPath.indexOf(parameter) : parameter.name}`,
      parameter,
    ]),
  )
}

function compareBodies(before: ComparedOperation['body'], after: ComparedOperation['body'], walk: Walk): void {
  if (after?.required && !before?.required) walk.report('body', 'is required')
  if (before && !after) walk.report('body', 'is gone')
  if (before && after) compareSchemas(before.schema, after.schema, 'body', walk)
}

function compareResponses(before: Map<string, unknown>, after: Map<string, unknown>, walk: Walk): void {
  for (const [status, schema] of before) {
    if (!after.has(status)) walk.report(`response ${status}`, 'is gone')
    else compareSchemas(schema, after.get(status), `response ${status}`, walk)
  }
}
