// The published contract that today's clients are written for, and the check of an answer against it.
import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { readAsReference } from './differences.ts'

type Json = Record<string, unknown>
type Responses = Record<string, { $ref?: string; content?: { 'application/json'?: { schema: Json } } }>

interface Shape {
  oneOf?: Json[]
  anyOf?: Json[]
  properties?: Record<string, Shape>
}

interface Specification {
  paths: Record<string, Record<string, { operationId?: string; responses: Responses }>>
  components: { responses: Responses; schemas: Record<string, Shape> }
}

const file = new URL(import.meta.resolve('@gitbook/api/spec/openapi.json'))
export const specification = toJsonSchema(JSON.parse(readFileSync(file, 'utf8'))) as Specification

// "Neither markdown nor a document" is written there as an object without any property, but stands beside the properties
// of a page, which no page can satisfy. This is what it means.
specification.components.schemas.Document!.oneOf![2] = {
  not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] },
}

// Which of these attributes a page has is a matter of its type; a new title alone fits them all.
const edited = specification.components.schemas.RevisionSemanticChangePageEdited!.properties!.attributes!
specification.components.schemas.RevisionSemanticChangePageEdited!.properties!.attributes = { anyOf: edited.oneOf! }

const ajv = formats(
  new Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    // Formats that are made up (an emoji, an icon) are not checked.
    logger: false,
    // Compiling well takes longer than these ever run.
    code: { optimize: false },
  }),
)
ajv.addSchema({ ...specification, $id: 'reference' })

/** OpenAPI 3.0 says `nullable` where JSON Schema would list a type more; beside a reference, Ajv needs it spelled out. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, $ref } = value as Json
  if (nullable === true && $ref) return { anyOf: [{ $ref }, { type: 'null' }] }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJsonSchema(inner)]))
}

const operations = new Map(
  Object.values(specification.paths)
    .flatMap((verbs) => Object.values(verbs))
    .filter(({ operationId }) => operationId)
    .map(({ operationId, responses }) => [operationId!, responses]),
)

const validators = new Map<string, ValidateFunction | undefined>()

/** Failures that the reference describes with the code of another status. */
const SLIPS = ['dnsRevalidateCustomHostname 400']

function validatorOf(id: string, status: number): ValidateFunction | undefined {
  const key = `${id} ${status}`
  if (SLIPS.includes(key)) return undefined
  if (!validators.has(key)) validators.set(key, compile(operations.get(id)?.[status]))
  return validators.get(key)
}

function compile(response: Responses[string] | undefined): ValidateFunction | undefined {
  const { content } = response?.$ref
    ? specification.components.responses[response.$ref.split('/').at(-1)!]!
    : (response ?? {})
  const schema = content?.['application/json']?.schema
  return schema && ajv.compile(absolute(schema) as Json)
}

/** References as seen from outside the document. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) =>
    key === '$ref' ? [key, `reference${inner}`] : [key, absolute(inner)],
  )
  return Object.fromEntries(entries)
}

/** What the reference says against this answer; nothing for operations and failures it does not know. */
export function objections(id: string, status: number, body: unknown): string[] {
  const responses = operations.get(id)
  if (!responses) return []
  if (status < 300 && !(status in responses)) return [`status ${status}`]
  const validate = validatorOf(id, status)
  // Failures have one shape, here and there.
  if (!validate || validate(status < 300 ? readAsReference(id, body) : body)) return []
  return (validate.errors ?? []).map(say)
}

const say = ({ instancePath, keyword, message, data }: ErrorObject): string =>
  `${instancePath || 'it'} ${message}${keyword === 'required' ? '' : ` (${JSON.stringify(data)})`}`
