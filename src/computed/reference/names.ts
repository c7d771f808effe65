// The names of specifications, and of the pieces that each is split into.
import { fieldsOf } from './values.ts'

/** What holds for all operations: servers, security. */
export const ROOT = 'root'

export const operationName = (method: string, path: string, isWebhook: boolean): string =>
  `${isWebhook ? 'webhook' : 'operation'} ${method} ${path}`

export const schemaName = (name: string): string => `schema ${name}`

/** Names the specification that a block refers to: by its slug, its address or its file; undefined if it is none. */
export function sourceNameOf(ref: unknown): string | undefined {
  const { kind, spec, url, file, space } = fieldsOf(ref)
  if (kind === 'openapi' && typeof spec === 'string') return spec
  // Slugs have no spaces.
  if (kind === 'url' && typeof url === 'string') return `url ${url}`
  return kind === 'file' && typeof file === 'string' && space === undefined ? `file ${file}` : undefined
}

/** True for types of blocks that show something of a specification. */
export const isApiBlock = (type: string): boolean => type.startsWith('openapi-') || type === 'swagger'
