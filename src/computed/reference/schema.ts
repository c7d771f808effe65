// What readers see of a schema: its type, its limits, its properties. Breadth first and within a budget, so that the first
// levels of everything come before the depths of anything; what is left out is named.
import { flatten, type Library, shortName } from './library.ts'
import { type Fields, fieldsOf, isFields, listOf, shownValue, textOf } from './values.ts'

export interface ShownSchema {
  /** The name by which the specification calls it. */
  name?: string
  /** `string`, `Pet[]`, `integer | null`. */
  type: string
  description?: string
  /** Keywords with their values: `minLength`, `pattern`. */
  facts: { name: string; value: string }[]
  values?: { value: string; description?: string }[]
  default?: string
  example?: string
  isReadOnly?: true
  isWriteOnly?: true
  isDeprecated?: true
  properties?: ShownProperty[]
  /** What the items of a list are, and the properties that have no name, if there is more to say than their type. */
  items?: ShownSchema
  others?: ShownSchema
  choices?: { kind: 'oneOf' | 'anyOf' | 'not'; schemas: ShownSchema[]; discriminator?: string }
  /** Not shown further: it is inside itself, or the budget is used up. */
  isCut?: 'cycle' | 'depth'
}

export interface ShownProperty {
  name: string
  isRequired: boolean
  schema: ShownSchema
}

/** How many schemas are still shown. */
export interface Budget {
  left: number
}

const MAX_DEPTH = 8
const MAX_VALUES = 100
const MAX_PROPERTIES = 300

interface Waiting {
  shown: ShownSchema
  fields: Fields
  above: readonly string[]
  depth: number
}

export function showSchema(value: unknown, library: Library, budget: Budget): ShownSchema {
  const waiting: Waiting[] = []
  const open = (inner: unknown, above: readonly string[], depth: number): ShownSchema => {
    const { fields, names } = flatten(inner, library)
    const plain = withoutNull(fields, library)
    const shown = describe(plain.fields, inner, library, [...names, ...plain.names], plain.isNullable)
    const all = [...names, ...plain.names]
    if (all.some((name) => above.includes(name))) {
      shown.isCut = 'cycle'
      return shown
    }
    if (hasParts(plain.fields)) waiting.push({ shown, fields: plain.fields, above: [...above, ...all], depth })
    return shown
  }
  const root = open(value, [], 0)
  for (let at = 0; at < waiting.length; at++) {
    const { shown, fields, above, depth } = waiting[at]!
    if (budget.left <= 0 || depth >= MAX_DEPTH) shown.isCut = 'depth'
    else addParts(shown, fields, budget, (inner) => open(inner, above, depth + 1))
  }
  return root
}

/** True if there is more to show than one line. */
const hasParts = ({ properties, items, additionalProperties, oneOf, anyOf, not }: Fields): boolean =>
  isFields(properties) ||
  isFields(items) ||
  isFields(additionalProperties) ||
  [oneOf, anyOf].some(Array.isArray) ||
  isFields(not)

function addParts(shown: ShownSchema, fields: Fields, budget: Budget, open: (inner: unknown) => ShownSchema): void {
  const required = new Set(listOf(fields.required))
  const spend = (inner: unknown): ShownSchema => {
    budget.left--
    return open(inner)
  }
  const named = Object.entries(fieldsOf(fields.properties)).slice(0, MAX_PROPERTIES)
  if (named.length > 0)
    shown.properties = named.map(([name, inner]) => ({ name, isRequired: required.has(name), schema: spend(inner) }))
  const items = isFields(fields.items) ? spend(fields.items) : undefined
  if (items && saysMore(items)) shown.items = items
  const others = isFields(fields.additionalProperties) ? spend(fields.additionalProperties) : undefined
  if (others && Object.keys(fieldsOf(fields.additionalProperties)).length > 0) shown.others = others
  for (const kind of ['oneOf', 'anyOf'] as const) {
    const choices = listOf(fields[kind]).slice(0, MAX_VALUES)
    if (choices.length === 0 || shown.choices) continue
    const { propertyName } = fieldsOf(fields.discriminator)
    shown.choices = {
      kind,
      schemas: choices.map(spend),
      ...(typeof propertyName === 'string' && { discriminator: propertyName }),
    }
  }
  if (isFields(fields.not) && !shown.choices) shown.choices = { kind: 'not', schemas: [spend(fields.not)] }
}

/** Items of a simple type are told by the type of the list. */
const saysMore = ({
  properties,
  items,
  others,
  choices,
  values,
  description,
  facts,
  isCut,
  name,
  type,
}: ShownSchema): boolean =>
  [properties, items, others, choices, values, description].some((each) => each !== undefined) ||
  facts.length > 0 ||
  (isCut === undefined && (name !== undefined || type.startsWith('object') || type.includes('[]') || type === ''))

interface WithoutNull {
  fields: Fields
  names: string[]
  isNullable: boolean
}

/** Of a choice between null and one schema, that schema. */
function withoutNull(fields: Fields, library: Library): WithoutNull {
  for (const kind of ['oneOf', 'anyOf'] as const) {
    const choices = listOf(fields[kind])
    const others = choices.filter((each) => fieldsOf(each).type !== 'null')
    if (others.length === choices.length || choices.length > MAX_VALUES) continue
    const { [kind]: _, ...rest } = fields
    if (others.length !== 1) return { fields: { ...rest, [kind]: others }, names: [], isNullable: true }
    const only = flatten(others[0], library)
    return { fields: { ...only.fields, ...rest }, names: only.names, isNullable: true }
  }
  return { fields, names: [], isNullable: false }
}

const FACTS = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentMediaType',
  'contentEncoding',
] as const

function describe(
  fields: Fields,
  given: unknown,
  library: Library,
  names: readonly string[],
  isNullable: boolean,
): ShownSchema {
  const named = names[0] === undefined ? undefined : shortName(names[0])
  const shown: ShownSchema = {
    ...(named !== undefined && { name: named }),
    type: typeOf(fields, given, library, isNullable),
    facts: FACTS.flatMap((name) =>
      ['string', 'number', 'boolean'].includes(typeof fields[name]) && fields[name] !== false
        ? [{ name, value: shownValue(fields[name]) }]
        : [],
    ),
  }
  const description = textOf(fields.description) ?? textOf(fields.title)
  if (description !== undefined) shown.description = description
  const values = valuesOf(fields)
  if (values.length > 0) shown.values = values
  if (fields.default !== undefined) shown.default = shownValue(fields.default)
  const example = fields.example ?? listOf(fields.examples)[0]
  if (example !== undefined && !isFields(example) && !Array.isArray(example)) shown.example = shownValue(example)
  if (fields.readOnly === true) shown.isReadOnly = true
  if (fields.writeOnly === true) shown.isWriteOnly = true
  if (fields.deprecated === true) shown.isDeprecated = true
  return shown
}

function valuesOf({ enum: list, const: only, 'x-enumDescriptions': told }: Fields): NonNullable<ShownSchema['values']> {
  const values = only === undefined ? listOf(list) : [only]
  const descriptions = fieldsOf(told)
  return values.slice(0, MAX_VALUES).map((each) => {
    const value = typeof each === 'string' ? each.slice(0, 500) : shownValue(each)
    const description = textOf(Object.hasOwn(descriptions, value) ? descriptions[value] : undefined)
    return description === undefined ? { value } : { value, description }
  })
}

/** The type in the notation of programmers, which every reader's language shares. */
export function typeOf(fields: Fields, given: unknown, library: Library, isNullable = false, depth = 0): string {
  if (given === true || (isFields(given) && Object.keys(given).length === 0)) return 'any'
  const types = listOf(Array.isArray(fields.type) ? fields.type : [fields.type]).filter(
    (each) => typeof each === 'string',
  )
  const isNull = isNullable || fields.nullable === true || types.includes('null')
  const one = types.filter((type) => type !== 'null').map((type) => nameType(type as string, fields, library, depth))
  const known = one.length > 0 ? one : guessed(fields, library, depth)
  const all = [...new Set([...known, ...(isNull ? ['null'] : [])])]
  return all.slice(0, 6).join(' | ')
}

function nameType(type: string, fields: Fields, library: Library, depth: number): string {
  if (type === 'array') return listType(fields.items, library, depth)
  const format = textOf(fields.format, 40)
  return format === undefined ? type.slice(0, 40) : `${type.slice(0, 40)} (${format})`
}

function listType(items: unknown, library: Library, depth: number): string {
  if (!isFields(items) || depth > 4) return 'array'
  const { fields, names } = flatten(items, library)
  const name = names[0] === undefined ? typeOf(fields, items, library, false, depth + 1) : shortName(names[0])
  return name.includes(' | ') ? `(${name})[]` : `${name}[]`
}

/** The type of a schema that does not say it. */
function guessed(fields: Fields, library: Library, depth: number): string[] {
  if (isFields(fields.properties) || fields.additionalProperties !== undefined) return ['object']
  if (fields.items !== undefined) return [listType(fields.items, library, depth)]
  const choices = [...listOf(fields.oneOf), ...listOf(fields.anyOf)].slice(0, 6)
  if (choices.length > 0 && depth < 3)
    return choices.flatMap((choice) => {
      const { fields: inner, names } = flatten(choice, library)
      const name = names[0] === undefined ? typeOf(inner, choice, library, false, depth + 1) : shortName(names[0])
      return name === '' ? [] : [name]
    })
  const [value] = fields.const === undefined ? listOf(fields.enum) : [fields.const]
  return value === undefined ? [] : [value === null ? 'null' : typeof value]
}
