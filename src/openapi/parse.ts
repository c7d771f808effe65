// One file of an OpenAPI specification: JSON or YAML, the version of OpenAPI it is written in, and the files it refers to.
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'

export interface ParsedFile {
  format: 'json' | 'yaml'
  /** The same content as JSON. */
  json: string
  /** What it refers to in other files, as it names them. */
  references: string[]
  /** `2.0`, `3.0.3` …; undefined for a file that is only a part. */
  openapi: string | undefined
}

/** The file cannot be read; the message is for whoever gave it. */
export class ParseFailure extends Error {}

/** Aliases can make a small file a huge one: this many values, once all are written out, are refused. */
const MAX_VALUES = 5_000_000
const MAX_ALIASES = 10_000
const MAX_DEPTH = 200

export function parseFile(bytes: Uint8Array): ParsedFile & { text: string } {
  const text = decode(bytes)
  const { format, value } = parseText(text)
  if (countValues(value) > MAX_VALUES) throw new ParseFailure('The file is too large once its aliases are written out.')
  const json = format === 'json' ? text : JSON.stringify(value)
  return { text, format, json, references: referencesIn(value), openapi: versionOf(value) }
}

/** Refuses what is no entry point: only these versions can be shown. */
export function demandOpenApi({ openapi }: ParsedFile): string {
  if (openapi === undefined)
    throw new ParseFailure('The file is no OpenAPI specification: it needs the field "openapi" or "swagger".')
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
    try {
      return { format: 'json', value: JSON.parse(text) }
    } catch (error) {
      // YAML may begin with a brace as well.
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

/** How many values there are when everything that is shared is written out. What contains itself has no end. */
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

/** References to other files by a relative path; those within the file and those to addresses of their own stay. */
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
