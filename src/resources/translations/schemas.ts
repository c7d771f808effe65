// Translation settings: a named set of target languages of an organization.
import Type from 'typebox'
import { booleans, named, Timestamp, Uri } from '../../server/schemas.ts'
import { Language } from '../../shapes/spaces.ts'

const Title = Type.String({ minLength: 1, maxLength: 100 })
const Languages = Type.Array(Language, { uniqueItems: true })

export const TranslationSettings = named(
  'TranslationSettings',
  Type.Object({
    object: Type.Literal('translation-settings'),
    id: Type.String(),
    title: Title,
    languages: Languages,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: booleans('view', 'edit'),
    urls: Type.Object({ location: Uri }),
  }),
)

export const NewTranslationSettings = Type.Object({ title: Title, languages: Type.Optional(Languages) })
