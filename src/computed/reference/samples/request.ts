// The request that samples of code send: the address, and what the examples of the specification say.
import { isJson, type ShownBody } from '../contents.ts'
import type { ShownParameter } from '../parameters.ts'
import { carried, type SecurityChoice } from '../security.ts'
import { addressOf, type ShownServer } from '../servers.ts'
import { fieldsOf } from '../values.ts'

export interface SampleRequest {
  method: string
  url: string
  headers: [string, string][]
  body?: { kind: 'json' | 'form' | 'parts' | 'text'; value: unknown }
}

export interface Sampled {
  method: string
  path: string
  servers: ShownServer[]
  security: SecurityChoice[]
  parameters: ShownParameter[]
  body?: ShownBody
}

const PLACEHOLDER = 'https://api.example.com'

export function requestOf({ method, path, servers, security, parameters, body }: Sampled): SampleRequest {
  const headers: [string, string][] = []
  const query: [string, string][] = []
  const cookies: string[] = []
  const put = (place: string, name: string, value: string) => {
    if (place === 'header') headers.push([name, value])
    if (place === 'query') query.push([name, value])
    if (place === 'cookie') cookies.push(`${name}=${value}`)
  }
  for (const scheme of security[0] ?? []) {
    const secret = carried(scheme)
    if (secret) put(secret.in, secret.name, secret.value)
  }
  for (const { name, in: place, isRequired, example } of parameters)
    if (isRequired && place !== 'path') put(place, name, example ?? 'text')
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
  const [content] = body?.contents ?? []
  const sent = content && { kind: kindOf(content.type), value: content.value }
  if (content && sent?.value !== undefined && sent.kind !== 'parts')
    headers.push(['Content-Type', content.type === '*/*' ? 'application/json' : content.type])
  return {
    method: method.toUpperCase(),
    url: base(servers) + filled(path, parameters) + written(query),
    headers,
    ...(sent?.value !== undefined && { body: sent }),
  }
}

const base = ([server]: readonly ShownServer[]): string =>
  (server && addressOf(server, {})?.href.replace(/\/+$/, '')) ?? PLACEHOLDER

const filled = (path: string, parameters: readonly ShownParameter[]): string =>
  path.replaceAll(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
    const example = parameters.find((each) => each.in === 'path' && each.name === name)?.example
    return example === undefined ? whole : encodeURIComponent(example.toWellFormed())
  })

const written = (query: readonly [string, string][]): string =>
  query.length === 0
    ? ''
    : `?${query.map((pair) => pair.map((each) => encodeURIComponent(each.toWellFormed())).join('=')).join('&')}`

export const kindOf = (type: string): NonNullable<SampleRequest['body']>['kind'] => {
  if (isJson(type)) return 'json'
  if (/x-www-form-urlencoded/i.test(type)) return 'form'
  return /^multipart\//i.test(type) ? 'parts' : 'text'
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The fields of a form; none for bodies that are no form. */
export const pairsOf = (body: SampleRequest['body']): [string, string][] =>
  body?.kind === 'form' || body?.kind === 'parts'
    ? Object.entries(fieldsOf(body.value)).map(([name, value]) => [name, textOf(value)])
    : []
