// Suggested conditions, derived from the schema of visitor claims.
import {
  type AdaptiveSchema,
  type ClaimSchema,
  type ObjectSchema,
  UNSIGNED_DESCRIPTION,
} from '../../shapes/json-schema.ts'

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
      return isPlain(schema, claim) ? [known(about, claim)] : conditionsIn(schema.properties, claim)
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
  return [known(about, claim)]
}

/** An object of which nothing is known but whether it is there. */
const isPlain = ({ properties }: ObjectSchema, claim: string): boolean =>
  Object.keys(properties).length === 0 && claim !== 'visitor.claims.unsigned'

const known = (about: string, claim: string): TemplateCondition => ({
  description: `${about}: known`,
  condition: `${claim} != undefined`,
})

const member = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)
