// The JSON of SCIM: media type, lists, errors, and ETags.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import { ScimError } from './errors.ts'

export type Json = Record<string, unknown>

const TYPE = 'application/scim+json; charset=utf-8'

export const SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

export const sendScim = (reply: FastifyReply, body: Json, status = 200): FastifyReply =>
  reply.code(status).header('content-type', TYPE).send(JSON.stringify(body))

export const sendScimError = (reply: FastifyReply, { status, message, scimType }: ScimError): FastifyReply =>
  sendScim(reply, { schemas: [SCHEMAS.error], status: String(status), detail: message, scimType }, status)

/** A resource with its version, which changes with everything it shows. */
export interface Resource extends Json {
  id: string
  meta: { resourceType: string; created: string; lastModified: string; location: string; version: string }
}

export function withVersion(resource: Json & { id: string; meta: Omit<Resource['meta'], 'version'> }): Resource {
  const { meta, ...rest } = resource
  return { ...rest, id: resource.id, meta: { ...meta, version: `W/"${sha256(JSON.stringify(rest)).slice(0, 22)}"` } }
}

export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: Resource,
  status = 200,
): FastifyReply {
  const { version, location } = resource.meta
  reply.headers({ etag: version, ...(status === 201 && { location }) })
  if (request.method === 'GET' && request.headers['if-none-match'] === version) return reply.code(304).send()
  return sendScim(reply, shaped(request, resource), status)
}

/** Refuses to change a resource that the client has not seen in its current version. */
export function requireVersion({ headers }: FastifyRequest, { meta }: Resource): void {
  const wanted = headers['if-match']
  if (wanted === undefined || wanted === '*' || wanted === meta.version) return
  throw new ScimError(412, 'The resource has changed: read it again before you change it.')
}

const namesIn = (value: unknown): string[] | undefined =>
  typeof value === 'string'
    ? value.split(',').map((name) => (name.trim().toLowerCase().split(':').at(-1) ?? '').split('.')[0]!)
    : undefined

/** Leaves out what the client does not want: `attributes` or `excludedAttributes`. */
function shaped({ query }: FastifyRequest, resource: Json): Json {
  const { attributes, excludedAttributes } = query as Record<string, unknown>
  const [wanted, unwanted] = [namesIn(attributes), namesIn(excludedAttributes) ?? []]
  const isShown = (key: string) =>
    key === 'schemas' ||
    key === 'id' ||
    (wanted ? wanted.includes(key.toLowerCase()) : !unwanted.includes(key.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([key]) => isShown(key)))
}

/** Whether the reply shows an attribute, so that it need not be loaded otherwise. */
export function isShown({ query }: FastifyRequest, attribute: string): boolean {
  const { attributes, excludedAttributes } = query as Record<string, unknown>
  return namesIn(attributes)?.includes(attribute) ?? !(namesIn(excludedAttributes) ?? []).includes(attribute)
}

const MAX_COUNT = 200
const DEFAULT_COUNT = 100

export interface Window {
  startIndex: number
  count: number
}

/** Positions count from 1. */
export function windowOf({ query }: FastifyRequest): Window {
  const { startIndex, count } = query as Record<string, unknown>
  const whole = (value: unknown, otherwise: number) => {
    if (value === undefined) return otherwise
    if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value)
    throw new ScimError(400, 'startIndex and count are whole numbers.', 'invalidValue')
  }
  return {
    startIndex: Math.max(1, whole(startIndex, 1)),
    count: Math.min(MAX_COUNT, Math.max(0, whole(count, DEFAULT_COUNT))),
  }
}

export const sendList = (
  request: FastifyRequest,
  reply: FastifyReply,
  resources: readonly Resource[],
  { startIndex, totalResults }: { startIndex: number; totalResults: number },
): FastifyReply =>
  sendScim(reply, {
    schemas: [SCHEMAS.list],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => shaped(request, resource)),
  })
