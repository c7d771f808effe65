// The parameters of an operation.

import type { Showing } from './contents.ts'
import { exampleOf } from './example.ts'
import { type Library, resolved } from './library.ts'
import { type ShownSchema, showSchema } from './schema.ts'
import { type Fields, fieldsOf, listOf, shownValue, textOf } from './values.ts'

export const PLACES = ['path', 'query', 'header', 'cookie'] as const
export type Place = (typeof PLACES)[number]

export interface ShownParameter {
  name: string
  in: Place
  isRequired: boolean
  isDeprecated?: true
  description?: string
  schema: ShownSchema
  /** A value that its author gave. */
  example?: string
  /** How lists and objects are written. */
  isExploded: boolean
}

const MAX_PARAMETERS = 200

/** The parameters of the operation, and those of its path that it does not define itself. */
export function fieldsOfParameters(shared: Fields, operation: Fields, library: Library): Fields[] {
  const own = listOf(operation.parameters).map((each) => resolved(each, library).fields)
  const known = new Set(own.map(keyOf))
  const others = listOf(shared.parameters)
    .map((each) => resolved(each, library).fields)
    .filter((each) => !known.has(keyOf(each)))
  return [...others, ...own].slice(0, MAX_PARAMETERS)
}

const keyOf = ({ name, in: place }: Fields): string => JSON.stringify([name, place])

/** These headers are told by bodies and by security. */
const TOLD = new Set(['accept', 'content-type', 'authorization'])

export function parametersOf(all: readonly Fields[], showing: Showing): ShownParameter[] {
  const shown = all.flatMap((fields) => shownParameter(fields, showing))
  return PLACES.flatMap((place) => shown.filter((each) => each.in === place))
}

function shownParameter(fields: Fields, { library, budget }: Showing): ShownParameter[] {
  const name = textOf(fields.name, 200)
  const place = PLACES.find((each) => each === fields.in)
  if (name === undefined || !place || (place === 'header' && TOLD.has(name.toLowerCase()))) return []
  const [media] = Object.values(fieldsOf(fields.content))
  // In OpenAPI 2.0 a parameter is its own schema.
  const own = fields.type === undefined ? {} : { ...fields, description: undefined, required: undefined }
  const schema = fields.schema ?? fieldsOf(media).schema ?? own
  const description = textOf(fields.description)
  const example = exampleIn(fields, schema, library)
  budget.left--
  return [
    {
      name,
      in: place,
      isRequired: fields.required === true || place === 'path',
      ...(fields.deprecated === true && { isDeprecated: true as const }),
      ...(description !== undefined && { description }),
      schema: showSchema(schema, library, budget),
      ...(example !== undefined && { example: shownValue(example) }),
      isExploded:
        fields.explode !== false &&
        !/^(pipe|space)Delimited$|^csv$/.test(String(fields.style ?? fields.collectionFormat)),
    },
  ]
}

function exampleIn(fields: Fields, schema: unknown, library: Library): unknown {
  const [named] = Object.values(fieldsOf(fields.examples))
  const given = fields.example ?? fields['x-example'] ?? resolved(named, library).fields.value
  if (given !== undefined) return given
  const { example, examples, default: usual } = resolved(schema, library).fields
  const told = example ?? listOf(examples)[0] ?? usual
  if (told !== undefined) return told
  return fields.required === true && fields.in !== 'path' ? exampleOf(schema, library, 'request') : undefined
}
