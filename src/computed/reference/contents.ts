// Bodies of requests and responses: their media types, each with a schema and examples.
import { type Direction, exampleOf } from './example.ts'
import { type Library, resolved } from './library.ts'
import { type Budget, type ShownSchema, showSchema } from './schema.ts'
import { codeOf, type Fields, fieldsOf, listOf, textOf } from './values.ts'

export interface ShownExample {
  title?: string
  text: string
  /** The language that its code is highlighted as. */
  syntax?: 'json' | 'xml'
}

export interface ShownContent {
  type: string
  schema?: ShownSchema
  examples: ShownExample[]
  /** The first example as it is, for samples of code. */
  value?: unknown
}

/** What everything that is shown of an operation shares. */
export interface Showing {
  library: Library
  budget: Budget
}

const MAX_CONTENTS = 10
const MAX_EXAMPLES = 10
const MAX_EXAMPLE = 20_000

export const isJson = (type: string): boolean => /[/+]json\b/i.test(type) || type === '*/*'
const isXml = (type: string): boolean => /[/+]xml\b/i.test(type)

export function contentsOf(content: unknown, direction: Direction, showing: Showing): ShownContent[] {
  const all = Object.entries(fieldsOf(content)).slice(0, MAX_CONTENTS)
  // Most readers want JSON.
  all.sort(([one], [other]) => Number(isJson(other)) - Number(isJson(one)))
  return all.map(([type, media]) => contentOf(type.slice(0, 200), fieldsOf(media), direction, showing))
}

function contentOf(type: string, media: Fields, direction: Direction, { library, budget }: Showing): ShownContent {
  const given = givenExamples(media, library)
  const made = given.length > 0 ? given : madeExamples(type, media.schema, direction, library)
  const value = made[0]?.value
  return {
    type,
    ...(media.schema !== undefined && { schema: showSchema(media.schema, library, budget) }),
    examples: made.flatMap((each) => written(each, type)),
    ...(value !== undefined && { value }),
  }
}

interface Example {
  title?: string | undefined
  value: unknown
}

function givenExamples({ example, examples }: Fields, library: Library): Example[] {
  if (example !== undefined) return [{ value: example }]
  return Object.entries(fieldsOf(examples))
    .slice(0, MAX_EXAMPLES)
    .flatMap(([name, each]) => {
      const { value, summary } = resolved(each, library).fields
      return value === undefined ? [] : [{ title: textOf(summary, 200) ?? name.slice(0, 200), value }]
    })
}

function madeExamples(type: string, schema: unknown, direction: Direction, library: Library): Example[] {
  if (schema === undefined || isXml(type) || /^(image|audio|video|font)\//.test(type)) return []
  const value = exampleOf(schema, library, direction)
  return value === undefined ? [] : [{ value }]
}

function written({ title, value }: Example, type: string): ShownExample[] {
  const isText = typeof value === 'string' && !isJson(type)
  const text = isText || isWrittenJson(value, type) ? String(value) : JSON.stringify(value, null, 2)
  if (text === undefined || text.length > MAX_EXAMPLE) return []
  const syntax = isXml(type) ? ('xml' as const) : isText ? undefined : ('json' as const)
  return [{ ...(title !== undefined && { title }), text: codeOf(text), ...(syntax && { syntax }) }]
}

/** Some authors write JSON as a text. */
const isWrittenJson = (value: unknown, type: string): boolean =>
  typeof value === 'string' && isJson(type) && /^\s*[{[]/.test(value)

export interface ShownBody {
  description?: string
  isRequired: boolean
  contents: ShownContent[]
}

export function bodyOf(value: unknown, showing: Showing): ShownBody | undefined {
  const { fields } = resolved(value, showing.library)
  const contents = contentsOf(fields.content, 'request', showing)
  const description = textOf(fields.description)
  if (contents.length === 0 && description === undefined) return undefined
  return { ...(description !== undefined && { description }), isRequired: fields.required === true, contents }
}

/** In OpenAPI 2.0 a parameter is the body. */
export function bodyOfSwagger(
  parameters: readonly Fields[],
  consumes: unknown,
  showing: Showing,
): ShownBody | undefined {
  const body = parameters.find((each) => each.in === 'body')
  const form = parameters.filter((each) => each.in === 'formData')
  const types = listOf(consumes).flatMap((each) => textOf(each, 200) ?? [])
  if (body) return bodyOf({ ...body, content: mediaOf(types, body.schema) }, showing)
  if (form.length === 0) return undefined
  const properties = Object.fromEntries(form.map(({ name, ...schema }) => [String(name), schema]))
  const required = form.filter((each) => each.required === true).map(({ name }) => name)
  const usual = types.length > 0 ? types : ['application/x-www-form-urlencoded']
  return bodyOf({ required: true, content: mediaOf(usual, { type: 'object', properties, required }) }, showing)
}

export const mediaOf = (types: readonly string[], schema: unknown, examples?: unknown): Fields =>
  Object.fromEntries(
    (types.length > 0 ? types : ['application/json']).slice(0, MAX_CONTENTS).map((type) => {
      const example = fieldsOf(examples)[type]
      return [type, { schema, ...(example !== undefined && { example }) }]
    }),
  )
