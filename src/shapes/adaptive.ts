import Type from 'typebox'
import { named, Timestamp } from '../server/schemas.ts'
import type { AdaptiveSchema } from './json-schema.ts'

const JsonSchema = named(
  'SiteAdaptiveJSONSchema',
  Type.Unsafe<AdaptiveSchema>({
    type: 'object',
    additionalProperties: true,
    description:
      'A draft-07 JSON Schema of visitor claims. Claims are of type boolean, number, string, ' +
      'array or object, and have a description. `unsigned` holds unsigned claims.',
  }),
)

export const SiteAdaptiveSchema = named(
  'SiteAdaptiveSchema',
  Type.Object({ object: Type.Literal('site-adaptive-schema'), jsonSchema: JsonSchema, updatedAt: Timestamp }),
)

export const NewSiteAdaptiveSchema = Type.Object({ jsonSchema: JsonSchema })

export const TemplateConditions = Type.Object({
  items: Type.Array(
    named('SiteAdaptiveTemplateCondition', Type.Object({ description: Type.String(), condition: Type.String() })),
  ),
})
