// The route table, flat: what the tests of all operations are made from.
import { resources } from '../../src/resources/index.ts'
import { type Operation, type Verb, verbAndPath } from '../../src/server/operation.ts'
import { minimal, toSchema } from './samples.ts'

export interface Line {
  id: string
  operation: Operation
  verb: Verb
  method: string
  /** With `:name` for each parameter, and `:name*` for one that may have slashes. */
  path: string
  params: string[]
}

export const operations: Line[] = resources
  .flatMap((resource) => resource.operations)
  .map(({ id, operation }) => {
    const { verb, path } = verbAndPath(operation)
    const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    return { id, operation, verb, method: verb.toUpperCase(), path: `/v1${path}`, params }
  })

export const isPublic = ({ operation }: Line): boolean => operation.can === 'public'
export const isWrite = ({ operation }: Line): boolean => 'event' in operation
export const bodyOf = ({ operation }: Line) => ('body' in operation ? operation.body : undefined)

/** The path with its parameters filled in. */
export const at = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/:(\w+)\*?/g, (_, name: string) => encodeURIComponent(params[name] ?? `no-${name}`))

/** The parameters that a query cannot do without. */
export const smallestQuery = ({ operation }: Line): Record<string, string> =>
  operation.query ? (minimal(toSchema(operation.query)) as Record<string, string>) : {}

/** The path with its parameters filled in, and the smallest valid query with more of it. */
export function urlOf(line: Line, params: Record<string, string>, more = ''): string {
  const query = [new URLSearchParams(smallestQuery(line)).toString(), more].filter(Boolean).join('&')
  return at(line.path, params) + (query && `?${query}`)
}
