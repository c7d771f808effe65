// Completion of expressions: the name at their end becomes one that is known.
import type { AdaptiveSchema, ClaimSchema } from '../../shapes/json-schema.ts'
import type { Item } from './library.ts'

/** The expression with each of the names that fit what is typed last. */
export function completed(expression: string, known: readonly Item[]): Item[] {
  const [typed] = /[\p{L}\p{N}_$.]*$/u.exec(expression)!
  const before = expression.slice(0, expression.length - typed.length)
  const wanted = typed.toLowerCase()
  return known
    .filter(({ title }) => title !== typed && title.toLowerCase().includes(wanted))
    .map((item) => ({ ...item, title: before + item.title }))
}

/** Every claim by its path, and what it can be compared with. */
export const claimsOf = ({ properties }: Pick<AdaptiveSchema, 'properties'>, path = 'visitor.claims'): Item[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const own = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
    return schema.type === 'object' ? claimsOf(schema, own) : [{ id: own, title: own, lead: leadOf(schema) }]
  })

const leadOf = (schema: Exclude<ClaimSchema, { type: 'object' }>): string =>
  schema.type === 'string' && schema.enum
    ? schema.enum.map((value) => JSON.stringify(value)).join(', ')
    : schema.description
