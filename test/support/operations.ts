// The flat route table that the derived tests iterate over.
import { resources } from '../../src/resources/index.ts'
import { type Operation, type Verb, verbAndPath } from '../../src/server/operation.ts'
import { minimal, toSchema } from './samples.ts'

export interface OperationEntry {
  id: string
  operation: Operation
  verb: Verb
  method: string
  /** `:name` is a parameter, `:name*` one that may contain slashes. */
  path: string
  params: string[]
}

export const operations: OperationEntry[] = resources
  .flatMap((resource) => resource.operations)
  .map(({ id, operation }) => {
    const { verb, path } = verbAndPath(operation)
    const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    return { id, operation, verb, method: verb.toUpperCase(), path: `/v1${path}`, params }
  })

export const isPublic = ({ operation }: OperationEntry): boolean => operation.can === 'public'
export const isWrite = ({ operation }: OperationEntry): boolean => 'event' in operation
export const bodyOf = ({ operation }: OperationEntry) => ('body' in operation ? operation.body : undefined)

/** Fills in the parameters of a path. */
export const at = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/:(\w+)\*?/g, (_, name: string) => encodeURIComponent(params[name] ?? `no-${name}`))

/** The smallest valid query: its required parameters. */
export const smallestQuery = ({ operation }: OperationEntry): Record<string, string> =>
  operation.query ? (minimal(toSchema(operation.query)) as Record<string, string>) : {}

/** Returns the path with its parameters filled in and the smallest valid query, plus `more`. */
export function urlOf(line: OperationEntry, params: Record<string, string>, more = ''): string {
  const query = [new URLSearchParams(smallestQuery(line)).toString(), more].filter(Boolean).join('&')
  return at(line.path, params) + (query && `?${query}`)
}
