// Suggested conditions, derived from the schema of visitor claims.
import { type AdaptiveSchema, type ClaimSchema, UNSIGNED_DESCRIPTION } from '../../shapes/json-schema.ts'

export interface TemplateCondition {
  description: string
  condition: string
}

export const templateConditions = ({ properties }: AdaptiveSchema): TemplateCondition[] =>
  conditionsIn(properties, 'visitor.claims')

const conditionsIn = (properties: Record<string, ClaimSchema>, owner: string): TemplateCondition[] =>
  Object.entries(properties).flatMap(([name, schema]) => conditionsOn(schema, `${owner}${member(name)}`, name))

function conditionsOn(schema: ClaimSchema, claim: string, name: string): TemplateCondition[] {
  const about = schema.description && schema.description !== UNSIGNED_DESCRIPTION ? schema.description : name
  switch (schema.type) {
    case 'object':
      return conditionsIn(schema.properties, claim)
    case 'boolean':
      return [
        { description: `${about}: yes`, condition: `${claim} == true` },
        { description: `${about}: no`, condition: `${claim} != true` },
      ]
    case 'array':
      return forValues(schema.items, { about, claim }, (value) => ({
        description: `${about}: includes ${value}`,
        condition: `${JSON.stringify(value)} in ${claim}`,
      }))
    default:
      return forValues(schema, { about, claim }, (value) => ({
        description: `${about}: ${value}`,
        condition: `${claim} == ${JSON.stringify(value)}`,
      }))
  }
}

/** One condition per value of an enumeration; for any other type, whether the claim is set. */
function forValues(
  schema: ClaimSchema,
  { about, claim }: { about: string; claim: string },
  toCondition: (value: string) => TemplateCondition,
): TemplateCondition[] {
  if (schema.type === 'string' && schema.enum) return schema.enum.map(toCondition)
  return [{ description: `${about}: known`, condition: `${claim} != undefined` }]
}

const member = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)
