// The glossary of an organization. Each entry is one term in several languages.
import Type, { type Static } from 'typebox'
import { Id, inWords, named, Timestamp, Uri } from '../../server/schemas.ts'
import { LANGUAGES, Language } from '../../shapes/spaces.ts'

const Term = Type.String({ minLength: 1, maxLength: 255, pattern: inWords('^[^\\n\\r]*$', 'must be one line') })

const Translations = Type.Unsafe<Record<string, string>>({
  type: 'object',
  minProperties: 1,
  propertyNames: { enum: LANGUAGES },
  additionalProperties: Term,
  description: 'The term in each language, by language code.',
})

export const GlossaryEntry = named(
  'GlossaryEntry',
  Type.Object({
    object: Type.Literal('glossary-entry'),
    id: Type.String(),
    translations: Translations,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Uri }),
  }),
)

const MAX_OPERATIONS = 1000

const GlossaryOperation = named(
  'GlossaryBatchOperation',
  Type.Union([
    Type.Object({ type: Type.Literal('insert'), translations: Translations }),
    Type.Object({ type: Type.Literal('update'), id: Id, translations: Translations }),
    Type.Object({ type: Type.Literal('delete'), id: Id }),
  ]),
)
export type GlossaryOperation = Static<typeof GlossaryOperation>

export const GlossaryUpdate = Type.Object({
  operations: Type.Array(GlossaryOperation, { maxItems: MAX_OPERATIONS }),
})

export const GlossaryQuery = Type.Object({
  orderBy: Type.Optional(
    Type.Unsafe<Static<typeof Language>>({
      ...Language,
      description: 'Sort by the term in this language, entries without one last. Default: oldest first.',
    }),
  ),
})
