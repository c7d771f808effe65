// Responses: headers, bodies, and the operations that they lead to.
import { contentsOf, mediaOf, type Showing, type ShownContent } from './contents.ts'
import { resolved, shortName } from './library.ts'
import { type ShownSchema, showSchema } from './schema.ts'
import { type Fields, fieldsOf, listOf, shownValue, textOf } from './values.ts'

export interface ShownResponse {
  status: string
  description?: string
  headers: { name: string; schema: ShownSchema; description?: string; isRequired: boolean }[]
  contents: ShownContent[]
  links: ShownLink[]
}

/** An operation that can be called next, with values of this response. */
export interface ShownLink {
  name: string
  /** The id of the operation, or its method and path. */
  operation?: string
  description?: string
  values: { name: string; value: string }[]
}

const MAX_RESPONSES = 50
const MAX_HEADERS = 50
const MAX_LINKS = 20

export function responsesOf(operation: Fields, root: Fields, showing: Showing): ShownResponse[] {
  const all = Object.entries(fieldsOf(operation.responses)).filter(([status]) => !status.startsWith('x-'))
  return all.slice(0, MAX_RESPONSES).map(([status, value]) => {
    const { fields } = resolved(value, showing.library)
    const types = listOf(operation.produces ?? root.produces).flatMap((each) => textOf(each, 200) ?? [])
    // In OpenAPI 2.0 a response has one schema for all its types.
    const content = fields.schema === undefined ? fields.content : mediaOf(types, fields.schema, fields.examples)
    const description = textOf(fields.description)
    return {
      status: status.slice(0, 20),
      ...(description !== undefined && { description }),
      headers: headersOf(fields.headers, showing),
      contents: contentsOf(content, 'response', showing),
      links: linksOf(fields.links, showing),
    }
  })
}

function headersOf(headers: unknown, { library, budget }: Showing): ShownResponse['headers'] {
  return Object.entries(fieldsOf(headers))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => {
      const { fields } = resolved(value, library)
      const description = textOf(fields.description)
      budget.left--
      return {
        name: name.slice(0, 200),
        schema: showSchema(fields.schema ?? { ...fields, description: undefined }, library, budget),
        ...(description !== undefined && { description }),
        isRequired: fields.required === true,
      }
    })
}

function linksOf(links: unknown, { library, budget }: Showing): ShownLink[] {
  return Object.entries(fieldsOf(links))
    .slice(0, MAX_LINKS)
    .map(([name, value]) => {
      const { fields } = resolved(value, library)
      const operation = textOf(fields.operationId, 200) ?? nameOf(textOf(fields.operationRef, 500))
      const description = textOf(fields.description)
      const body = fields.requestBody === undefined ? [] : [['body', fields.requestBody] as const]
      const values = [...Object.entries(fieldsOf(fields.parameters)).slice(0, MAX_LINKS), ...body]
      budget.left--
      return {
        name: name.slice(0, 200),
        ...(operation !== undefined && { operation }),
        ...(description !== undefined && { description }),
        values: values.map(([key, each]) => ({ name: key.slice(0, 200), value: shownValue(each) })),
      }
    })
}

/** `#/paths/~1boats/get` → `GET /boats`. */
function nameOf(reference: string | undefined): string | undefined {
  const [, item, method] = /^(.*)\/([a-z]+)$/.exec(reference ?? '') ?? []
  return item === undefined ? reference : `${method!.toUpperCase()} ${shortName(item)}`
}
