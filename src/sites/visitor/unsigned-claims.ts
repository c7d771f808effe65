// Claims that nobody signs: from the query of an address (`?visitor.unsigned.beta=true`, or `?visitor.beta=true`), and
// from cookies that scripts of the operator's other pages set. The site's schema decides which of them count.
import type { FastifyRequest } from 'fastify'
import { findJson } from '../../lib/json.ts'
import { listCookies, readSiteCookie } from './cookies.ts'

type Claims = Record<string, unknown>

const PARAMETER = /^visitor\.(?:unsigned\.)?(.+)$/
/** Cookies of these names hold a JSON object each. Public clients of the API use the first. */
const COOKIE = /^(?:gitbook|lectern)-visitor-public/
const MAX_DEPTH = 8
const MAX_LENGTH = 2000
const MAX_COUNT = 50

/** Undefined if the address has none. */
export function claimsInQuery({ searchParams }: URL): Claims | undefined {
  const given = [...searchParams].flatMap(([name, text]): [string[], string][] => {
    const path = PARAMETER.exec(name)?.[1]?.split('.')
    return path && path.length <= MAX_DEPTH && text.length <= MAX_LENGTH ? [[path, text]] : []
  })
  if (given.length === 0) return undefined
  const claims: Claims = {}
  for (const [path, text] of given.slice(0, MAX_COUNT)) assign(claims, path, toValue(text))
  return claims
}

/** Creates the objects on the way. */
function assign(claims: Claims, [name, ...deeper]: string[], value: unknown): void {
  if (deeper.length === 0) {
    define(claims, name!, value)
    return
  }
  const inner = Object.hasOwn(claims, name!) && isObject(claims[name!]) ? (claims[name!] as Claims) : {}
  define(claims, name!, inner)
  assign(inner, deeper, value)
}

/** Any name is a name, such as `__proto__`. */
const define = (claims: Claims, name: string, value: unknown): void =>
  void Object.defineProperty(claims, name, { value, enumerable: true, configurable: true, writable: true })

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Numbers, booleans, null and objects are meant as such, everything else as text. */
function toValue(text: string): unknown {
  if (text === 'undefined') return undefined
  if (!/^(?:true|false|null|-?\d+(?:\.\d+)?|\{.*\}|\[.*\])$/s.test(text)) return text
  return findJson(text, MAX_DEPTH) ?? (text === 'null' ? null : text)
}

export function claimsInCookies(request: FastifyRequest): Claims {
  const claims: Claims = {}
  for (const [name, value] of listCookies(request)) {
    const found = COOKIE.test(name) && value.length <= MAX_LENGTH ? findJson(decode(value), MAX_DEPTH) : undefined
    if (isObject(found)) merge(claims, found as Claims)
  }
  return claims
}

/** The claims of earlier addresses, which the site keeps. */
export function keptClaims(request: FastifyRequest, siteId: string): Claims {
  const text = readSiteCookie(listCookies(request), 'claims', siteId)
  const found = text && findJson(Buffer.from(text, 'base64url').toString(), MAX_DEPTH)
  return isObject(found) ? (found as Claims) : {}
}

export const toKept = (claims: Claims): string => Buffer.from(JSON.stringify(claims)).toString('base64url')

/** Later claims win; undefined ones go. */
export function merge(claims: Claims, more: Claims): Claims {
  for (const [name, value] of Object.entries(more)) {
    if (value === undefined) delete claims[name]
    else define(claims, name, value)
  }
  return claims
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
