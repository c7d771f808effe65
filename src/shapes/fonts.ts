// Custom fonts of an organization: a family with one file per weight.
import Type from 'typebox'
import { Id, Nullable, named, oneOf, Uri } from '../server/schemas.ts'

const Family = Type.String({ minLength: 1, maxLength: 50 })
const Weight = Type.Integer({ minimum: 1, maximum: 1000 })
const FontFace = Type.Object({
  weight: Weight,
  sources: Type.Array(Type.Object({ url: Uri, format: Type.Optional(oneOf('woff2', 'woff')) }), { minItems: 1 }),
})

/** A font in a customization. */
export const FontDefinition = named(
  'CustomizationFontDefinitionInput',
  Type.Object({
    id: Id,
    custom: Type.Boolean(),
    fontFamily: Family,
    fontFaces: Type.Array(FontFace, { minItems: 1 }),
  }),
)

export const CustomFont = named(
  'CustomizationFontDefinition',
  Type.Object({ ...FontDefinition.properties, permissions: Type.Object({ edit: Type.Boolean() }) }),
)

const Key = Type.String({ minLength: 1, maxLength: 512 })
const MAX_FACES = 100

export const NewFont = Type.Object({
  fontFamily: Family,
  fontFaces: Type.Array(Type.Object({ weight: Weight, storageKey: Key }), { minItems: 1, maxItems: MAX_FACES }),
})

export const FontPatch = Type.Object({
  fontFamily: Type.Optional(Family),
  fontFaces: Type.Optional(
    Type.Array(Type.Object({ weight: Weight, storageKey: Nullable(Key) }), { maxItems: MAX_FACES }),
  ),
})
