// The reference contract of current clients, and the validation of responses against it.
import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { readAsReference } from './differences.ts'

type Json = Record<string, unknown>
type Responses = Record<string, { $ref?: string; content?: { 'application/json'?: { schema: Json } } }>

interface Shape {
  type?: string
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

// The reference writes "neither Markdown nor a document" as an object without properties, which no page can match. This
// is what it means.
specification.components.schemas.Document!.oneOf![2] = {
  not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] },
}

// Pages may hold columns: clients draw them there, and no other list of blocks has them. Only this list forgets them.
specification.components.schemas.DocumentBlocksTopLevels!.oneOf!.push({
  $ref: '#/components/schemas/DocumentBlockColumns',
})

// PlainObject has no type, so text matches it too, and `oneOf` with text never matches exactly one.
specification.components.schemas.PlainObject!.type = 'object'

// The attributes depend on the page type; a new title alone matches all of them.
const edited = specification.components.schemas.RevisionSemanticChangePageEdited!.properties!.attributes!
specification.components.schemas.RevisionSemanticChangePageEdited!.properties!.attributes = { anyOf: edited.oneOf! }

const ajv = formats(
  new Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    // Custom formats (emoji, icon) are not checked.
    logger: false,
    // Optimizing takes longer than these validators ever run.
    code: { optimize: false },
  }),
)
ajv.addSchema({ ...specification, $id: 'reference' })

/** OpenAPI 3.0 has `nullable` instead of a type list; beside a reference, Ajv needs it spelled out. */
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

/** Failures that the reference declares under another status. */
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

/** Makes references absolute. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) =>
    key === '$ref' ? [key, `reference${inner}`] : [key, absolute(inner)],
  )
  return Object.fromEntries(entries)
}

/** Returns the violations of a response; none for unknown operations and failures. */
export function objections(id: string, status: number, body: unknown): string[] {
  const responses = operations.get(id)
  if (!responses) return []
  if (status < 300 && !(status in responses)) return [`status ${status}`]
  const validate = validatorOf(id, status)
  // Failures have the same shape in both.
  if (!validate || validate(status < 300 ? readAsReference(id, body) : body)) return []
  return (validate.errors ?? []).map(say)
}

const say = ({ instancePath, keyword, message, data }: ErrorObject): string =>
  `${instancePath || 'it'} ${message}${keyword === 'required' ? '' : ` (${JSON.stringify(data)})`}`
