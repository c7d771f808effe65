// Parses one file of an OpenAPI specification: JSON or YAML, its OpenAPI version, and the files it references.
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import { type ExternalPathItem, type OutlineOperation, operationsIn, outlineOf, valueAt } from '../computed/outline.ts'
import { isDeeper } from '../lib/json.ts'

export interface ParsedFile {
  format: 'json' | 'yaml'
  /** The content as JSON. */
  json: string
  /** The references to other files, as written. */
  references: string[]
  /** `2.0`, `3.0.3` …; undefined for a file that is only a part. */
  openapi: string | undefined
  /** Only for the entry file. */
  outline?: ReturnType<typeof outlineOf>
  /** The operations of the requested path items. */
  items: OutlineOperation[]
}

/** The file cannot be parsed; the message is for its author. */
export class ParseFailure extends Error {}

/** Limit on the number of values after expanding aliases, which can make a small file huge. */
const MAX_VALUES = 5_000_000
const MAX_ALIASES = 10_000
const MAX_DEPTH = 200

/** A path item requested from a file: its pointer in the file, and its path in the specification. */
export interface RequestedItem extends Omit<ExternalPathItem, 'ref'> {
  pointer: string
}

export function parseFile(bytes: Uint8Array, wanted: readonly RequestedItem[] = []): ParsedFile & { text: string } {
  const text = decode(bytes)
  const { format, value } = parseText(text)
  if (countValues(value) > MAX_VALUES) throw new ParseFailure('The file is too large after expanding its aliases.')
  const json = format === 'json' ? text : JSON.stringify(value)
  const openapi = versionOf(value)
  const items = wanted.flatMap(({ pointer, path, webhook }) => operationsIn(valueAt(value, pointer), path, webhook))
  const outline = openapi === undefined ? {} : { outline: outlineOf(value) }
  return { text, format, json, references: referencesIn(value), openapi, items, ...outline }
}

/** Rejects files that are not an entry file of a supported version. */
export function requireOpenApi({ openapi }: ParsedFile): string {
  if (openapi === undefined)
    throw new ParseFailure('The file is not an OpenAPI specification: it needs the field "openapi" or "swagger".')
  if (!/^(2\.0|3\.[01](\.\d+)?)$/.test(openapi))
    throw new ParseFailure(`The specification is written in OpenAPI ${openapi}: use 2.0, 3.0 or 3.1.`)
  return openapi
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ParseFailure('The file is not text in UTF-8.')
  }
}

function parseText(text: string): Pick<ParsedFile, 'format'> & { value: unknown } {
  if (/^\s*[{[]/.test(text)) {
    if (isDeeper(text, MAX_DEPTH)) throw new ParseFailure(`The file is nested deeper than ${MAX_DEPTH} levels.`)
    try {
      return { format: 'json', value: JSON.parse(text) }
    } catch (error) {
      // YAML may also begin with a brace.
      const value = parseYaml(text, `The file is not valid JSON: ${(error as Error).message}.`)
      return { format: 'yaml', value }
    }
  }
  return { format: 'yaml', value: parseYaml(text) }
}

function parseYaml(text: string, sentence?: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: MAX_ALIASES, maxDepth: MAX_DEPTH })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw new ParseFailure(sentence ?? `The file is not valid YAML: ${error.message.split('\n')[0]}.`)
  }
}

const versionOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown }
  const version = openapi ?? swagger
  if (typeof version === 'number') return version.toFixed(1)
  return typeof version === 'string' ? version : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Counts the values with shared ones expanded; circular values are infinite. */
function countValues(value: unknown): number {
  const counted = new Map<object, number>()
  const count = (inner: unknown): number => {
    if (!isObject(inner)) return 1
    const known = counted.get(inner)
    if (known !== undefined) return known
    counted.set(inner, Number.POSITIVE_INFINITY)
    let sum = 1
    for (const part of Object.values(inner)) sum += count(part)
    counted.set(inner, sum)
    return sum
  }
  return count(value)
}

/** Lists references to other files by relative path; references within the file and absolute URLs are ignored. */
function referencesIn(value: unknown): string[] {
  const found = new Set<string>()
  const seen = new Set<object>()
  const visit = (inner: unknown): void => {
    if (!isObject(inner) || seen.has(inner)) return
    seen.add(inner)
    const file = '$ref' in inner && typeof inner.$ref === 'string' ? inner.$ref.split('#')[0]! : ''
    if (file !== '' && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) found.add(file)
    for (const part of Object.values(inner)) visit(part)
  }
  visit(value)
  return [...found]
}
