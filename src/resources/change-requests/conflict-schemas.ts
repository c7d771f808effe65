// How conflicts are listed and resolved.
import Type from 'typebox'
import { oneOf } from '../../server/schemas.ts'
import { WrittenDocument } from '../../shapes/content-changes.ts'

const Format = Type.Optional(oneOf('document', 'markdown'))

export const ConflictsQuery = Type.Object({ format: Format, status: Type.Optional(oneOf('open', 'resolved')) })
export const ConflictQuery = Type.Object({ format: Format })

export const Resolution = Type.Object({
  resolution: oneOf('ours', 'theirs', 'document'),
  document: Type.Optional(WrittenDocument),
})
