// The servers of a specification, and the addresses that they stand for. Browsers and the server use the same rules.
import { type Fields, fieldsOf, listOf, textOf } from './values.ts'

export interface ServerVariable {
  name: string
  default: string
  values: string[]
  description?: string
  /** True if readers may give any value. */
  isFree: boolean
}

export interface ShownServer {
  /** With variables in braces; relative ones are left out. */
  url: string
  description?: string
  variables: ServerVariable[]
}

const MAX_SERVERS = 20
const MAX_VARIABLES = 20

const VARIABLE = /\{([^{}]{1,100})\}/g

/** The servers of an operation: its own, those of its path, or those of the specification. */
export function serversOf(root: Fields, shared: Fields, operation: Fields): ShownServer[] {
  const given = [operation, shared, root].map(({ servers }) => listOf(servers)).find((servers) => servers.length > 0)
  const servers = given ?? serverOfSwagger(root)
  return servers.slice(0, MAX_SERVERS).flatMap((each) => shownServer(fieldsOf(each)))
}

/** OpenAPI 2.0 has parts of one address. */
function serverOfSwagger({ host, basePath, schemes }: Fields): unknown[] {
  if (typeof host !== 'string') return []
  const scheme = listOf(schemes).includes('https') ? 'https' : (listOf(schemes)[0] ?? 'https')
  return [{ url: `${String(scheme)}://${host}${typeof basePath === 'string' ? basePath : ''}` }]
}

function shownServer({ url: given, description, variables }: Fields): ShownServer[] {
  const url = textOf(given, 2000)?.replace(/\/+$/, '')
  if (url === undefined) return []
  const names = [...new Set([...url.matchAll(VARIABLE)].map(([, name]) => name!))].slice(0, MAX_VARIABLES)
  const known = fieldsOf(variables)
  const shown = names.map((name) => variableOf(name, Object.hasOwn(known, name) ? fieldsOf(known[name]) : {}, url))
  const server = { url, ...(textOf(description, 300) && { description: textOf(description, 300)! }), variables: shown }
  return addressOf(server, {}) === undefined ? [] : [server]
}

function variableOf(name: string, fields: Fields, url: string): ServerVariable {
  const values = listOf(fields.enum).flatMap((each) => (typeof each === 'string' ? [each.slice(0, 200)] : []))
  const description = textOf(fields.description, 300)
  return {
    name,
    default: (typeof fields.default === 'string' ? fields.default : (values[0] ?? '')).slice(0, 200),
    values: values.slice(0, 100),
    ...(description !== undefined && { description }),
    isFree: values.length === 0 && mayBeFree(url, name),
  }
}

/**
 * A variable may have any value in the path, and as a subdomain of a domain that is written out. Elsewhere in the host
 * it would let readers choose which server is asked.
 */
function mayBeFree(url: string, name: string): boolean {
  const host = hostIn(url)
  if (host === undefined) return false
  const at = host.lastIndexOf(`{${name}}`)
  const rest = host.slice(at + name.length + 2).replace(/^(\.\{[^{}]+\})+/, '')
  return at === -1 || /^\.[^{}.:@]+(\.[^{}.:@]+)+(:(\d+|\{[^{}]+\}))?$/.test(rest)
}

const hostIn = (url: string): string | undefined => /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]

const LABEL = /^[a-z0-9-]{1,63}$/i
const SEGMENTS = /^(?!\.{1,2}(\/|$))[\w~.-]+(\/(?!\.{1,2}(\/|$))[\w~.-]+)*$/

/** The address with the values of its variables; undefined if they or it are not allowed. */
export function addressOf({ url, variables }: ShownServer, given: Readonly<Record<string, string>>): URL | undefined {
  const host = hostIn(url) ?? ''
  let isAllowed = true
  const text = url.replaceAll(VARIABLE, (_whole, name: string) => {
    const variable = variables.find((each) => each.name === name)
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) || (variable?.default ?? '')
    if (variable && value !== variable.default && !variable.values.includes(value)) {
      const form = host.includes(`{${name}}`) ? LABEL : SEGMENTS
      isAllowed &&= variable.isFree && form.test(value)
    }
    return value
  })
  const address = isAllowed && URL.canParse(text) ? new URL(text) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) return undefined
  return address.search === '' && address.hash === '' ? address : undefined
}

const DOTS = /^(\.|%2e){1,2}$/i

/**
 * The address of an operation below a server. `target` is its path with values, and its query; undefined if that is
 * not the path of the operation.
 */
export function targetOf(server: URL, path: string, target: string): URL | undefined {
  const [asked = ''] = target.split(/[?#]/)
  const [given, template] = [asked.split('/'), path.split('/')]
  if (!target.startsWith('/') || target.includes('#') || given.length !== template.length) return undefined
  const fits = template.every((part, at) => !DOTS.test(given[at]!) && matches(part, given[at]!))
  const whole = server.href.replace(/\/+$/, '') + target
  const url = fits && URL.canParse(whole) ? new URL(whole) : undefined
  return url?.origin === server.origin ? url : undefined
}

function matches(template: string, given: string): boolean {
  const fixed = template.split(VARIABLE).filter((_part, at) => at % 2 === 0)
  if (fixed.length === 1) return encodeURI(template) === given || template === given
  if (/[\\\s]|%2f|%5c/i.test(given)) return false
  let at = 0
  for (const [index, part] of fixed.entries()) {
    const found = index === fixed.length - 1 ? given.length - part.length : given.indexOf(part, at)
    if (found < at || !given.startsWith(part, found) || (index === 0 && found !== 0)) return false
    if (index > 0 && found === at) return false
    at = found + part.length
  }
  return at === given.length
}
