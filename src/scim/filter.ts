// SCIM filters (RFC 7644, section 3.4.2.2): parsed into a tree, and evaluated on JSON. Length and depth are bounded.
import { ScimError } from './errors.ts'

const MAX_LENGTH = 2000
const MAX_DEPTH = 20

type Literal = string | number | boolean | null
const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Operator = (typeof OPERATORS)[number]

export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; of: Filter }
  | { kind: 'present'; path: AttributePath }
  | { kind: 'compare'; path: AttributePath; operator: Operator; value: Literal }
  | { kind: 'each'; path: AttributePath; filter: Filter }

/** An attribute and an optional part of it, in lower case: names are case-insensitive. */
export interface AttributePath {
  name: string
  part?: string
}

const bad = (why: string) => new ScimError(400, `The filter is invalid: ${why}.`, 'invalidFilter')

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/** The filter of a request, if it has one. */
export function filterIn(query: unknown): Filter | undefined {
  const { filter } = query as { filter?: unknown }
  if (filter === undefined) return undefined
  if (typeof filter !== 'string') throw bad('there is more than one')
  return parseFilter(filter)
}

export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw bad(`it has more than ${MAX_LENGTH} characters`)
  const tokens = tokensIn(text)
  const parser = new Parser(tokens)
  const filter = parser.or(0)
  if (parser.next !== undefined) throw bad(`"${parser.next}" is unexpected`)
  return filter
}

function tokensIn(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text)
    if (!found) throw bad('a quotation mark is missing')
    tokens.push(found[1] ?? found[2] ?? found[3]!)
  }
  return tokens
}

class Parser {
  private at = 0
  private readonly tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  get next(): string | undefined {
    return this.tokens[this.at]
  }

  private take(): string {
    const token = this.tokens[this.at++]
    if (token === undefined) throw bad('it ends too early')
    return token
  }

  private takeWord(word: string): boolean {
    if (this.next?.toLowerCase() !== word) return false
    this.at++
    return true
  }

  or(depth: number): Filter {
    let left = this.and(depth)
    while (this.takeWord('or')) left = { kind: 'or', left, right: this.and(depth) }
    return left
  }

  private and(depth: number): Filter {
    let left = this.term(depth)
    while (this.takeWord('and')) left = { kind: 'and', left, right: this.term(depth) }
    return left
  }

  private term(depth: number): Filter {
    if (depth > MAX_DEPTH) throw bad(`it is nested more than ${MAX_DEPTH} levels deep`)
    if (this.takeWord('not')) return { kind: 'not', of: this.group(depth) }
    if (this.next === '(') return this.group(depth)
    const path = parseAttributePath(this.take())
    if (this.takeWord('pr')) return { kind: 'present', path }
    if (this.takeWord('[')) {
      const filter = this.or(depth + 1)
      if (this.take() !== ']') throw bad('a closing bracket is missing')
      return { kind: 'each', path, filter }
    }
    const operator = OPERATORS.find((known) => known === this.next?.toLowerCase())
    if (!operator) throw bad(`"${this.next ?? ''}" is not an operator`)
    this.at++
    return { kind: 'compare', path, operator, value: literalOf(this.take()) }
  }

  private group(depth: number): Filter {
    if (this.take() !== '(') throw bad('an opening parenthesis is missing')
    const inner = this.or(depth + 1)
    if (this.take() !== ')') throw bad('a closing parenthesis is missing')
    return inner
  }
}

function literalOf(token: string): Literal {
  try {
    const value: unknown = JSON.parse(token)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Literal
  } catch {
    // The error below names the token.
  }
  throw bad(`${token} is not a value; texts need quotation marks`)
}

/** Attributes may carry the URN of their schema in front. */
export function parseAttributePath(text: string): AttributePath {
  const local = text.startsWith('urn:') ? text.slice(text.lastIndexOf(':') + 1) : text
  const [, name, part] = /^([a-zA-Z][\w$-]*)(?:\.([a-zA-Z$][\w$-]*))?$/.exec(local) ?? []
  if (name === undefined) throw new ScimError(400, `"${text}" is not an attribute.`, 'invalidPath')
  return { name: name.toLowerCase(), ...(part !== undefined && { part: part.toLowerCase() }) }
}

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export function attributeOf(object: Json, name: string): unknown {
  const key = Object.keys(object).find((known) => known.toLowerCase() === name)
  return key === undefined ? undefined : object[key]
}

/** How many comparisons a filter makes for each object. */
export function sizeOf(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') return sizeOf(filter.left) + sizeOf(filter.right)
  if (filter.kind === 'not') return sizeOf(filter.of)
  return filter.kind === 'each' ? 1 + sizeOf(filter.filter) : 1
}

export function matches(filter: Filter, object: Json): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, object) && matches(filter.right, object)
    case 'or':
      return matches(filter.left, object) || matches(filter.right, object)
    case 'not':
      return !matches(filter.of, object)
    case 'present':
      return valuesAt(filter.path, object).some((value) => value !== undefined && value !== null && value !== '')
    case 'each':
      return asList(attributeOf(object, filter.path.name)).some((item) => isJson(item) && matches(filter.filter, item))
    case 'compare': {
      const { path, operator, value } = filter
      const isExact = EXACT.has(path.part ?? path.name)
      const found = valuesAt(path, object)
      if (operator === 'ne') return !found.some((one) => compare('eq', one, value, isExact))
      return found.some((one) => compare(operator, one, value, isExact))
    }
  }
}

/** Ids are compared exactly, everything else regardless of case. */
const EXACT = new Set(['id', 'externalid', 'value', '$ref'])

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** The values at a path. A list of objects without a part stands for their `value`. */
function valuesAt({ name, part }: AttributePath, object: Json): unknown[] {
  return asList(attributeOf(object, name)).map((item) => (isJson(item) ? attributeOf(item, part ?? 'value') : item))
}

function compare(operator: Operator, found: unknown, wanted: Literal, isExact: boolean): boolean {
  if (typeof found === 'string' && typeof wanted === 'string') {
    const [one, other] = isExact ? [found, wanted] : [found.toLowerCase(), wanted.toLowerCase()]
    return TEXTS[operator](one, other)
  }
  return operator === 'eq' && (found ?? null) === wanted
}

const TEXTS: Record<Operator, (found: string, wanted: string) => boolean> = {
  eq: (found, wanted) => found === wanted,
  ne: (found, wanted) => found !== wanted,
  co: (found, wanted) => found.includes(wanted),
  sw: (found, wanted) => found.startsWith(wanted),
  ew: (found, wanted) => found.endsWith(wanted),
  gt: (found, wanted) => found > wanted,
  ge: (found, wanted) => found >= wanted,
  lt: (found, wanted) => found < wanted,
  le: (found, wanted) => found <= wanted,
}
