// The claims of a schema as rows of a form, and back. What a form cannot show stays as it is.

export const TYPES = ['string', 'boolean', 'number', 'list', 'object'] as const
export type ClaimType = (typeof TYPES)[number]

export interface ClaimRow {
  name: string
  type: ClaimType
  /** The only values; empty: any. */
  values: string[]
  description: string
  /** Whether the backend signs it; others come from the browser. */
  isSigned: boolean
  /** The claim as it was, for what the form does not show. */
  source: Given
}

type Given = Record<string, unknown>

const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of a schema; undefined if it has no properties to show. */
export function rowsOf(schema: unknown): ClaimRow[] | undefined {
  if (!isGiven(schema) || !isGiven(schema.properties)) return undefined
  const { unsigned, ...signed } = schema.properties
  const rows = (properties: unknown, isSigned: boolean) =>
    isGiven(properties)
      ? Object.entries(properties).map(([name, claim]) => rowOf(name, isGiven(claim) ? claim : {}, isSigned))
      : []
  return [...rows(signed, true), ...rows(isGiven(unsigned) ? unsigned.properties : undefined, false)]
}

function rowOf(name: string, source: Given, isSigned: boolean): ClaimRow {
  const { type, description } = source
  const listed = type === 'array' && isGiven(source.items) ? source.items.enum : source.enum
  return {
    name,
    type: type === 'array' ? 'list' : TYPES.includes(type as ClaimType) ? (type as ClaimType) : 'string',
    values: Array.isArray(listed) ? listed.map(String) : [],
    description: typeof description === 'string' ? description : '',
    isSigned,
    source,
  }
}

/** The schema with these claims. */
export function withRows(schema: unknown, rows: readonly ClaimRow[]): Given {
  const given = isGiven(schema) ? schema : { type: 'object', additionalProperties: false }
  const before = isGiven(given.properties) ? given.properties : {}
  const unsigned = isGiven(before.unsigned) ? before.unsigned : EMPTY
  const claims = (isSigned: boolean) =>
    Object.fromEntries(rows.filter((row) => row.isSigned === isSigned).map((row) => [row.name, claimOf(row)]))
  return { ...given, properties: { ...claims(true), unsigned: { ...unsigned, properties: claims(false) } } }
}

const EMPTY = { type: 'object', description: '', properties: {}, additionalProperties: false }

function claimOf({ type, values, description, source }: ClaimRow): Given {
  const named = values.length > 0 ? { enum: values } : {}
  if (type === 'string') return { type, description, ...named }
  if (type === 'list') {
    const { enum: _values, ...items } = isGiven(source.items) ? source.items : { type: 'string', description: '' }
    return { type: 'array', description, items: { ...items, ...(items.type === 'string' && named) } }
  }
  if (type === 'object')
    return {
      type,
      description,
      properties: isGiven(source.properties) ? source.properties : {},
      additionalProperties: false,
    }
  return { type, description }
}

/** The value of JSON; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
