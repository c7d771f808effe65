// Collections: folders of spaces and other collections, with their own access.
import Type from 'typebox'
import { booleans, Id, Nullable, named, Uri } from '../server/schemas.ts'
import { Position } from './positions.ts'
import { DefaultLevel } from './spaces.ts'

const Title = Type.String({ maxLength: 50 })
const Description = Type.String({ maxLength: 100 })

export const Collection = named(
  'Collection',
  Type.Object({
    object: Type.Literal('collection'),
    id: Type.String(),
    title: Title,
    description: Type.Optional(Description),
    organization: Type.String(),
    parent: Type.Optional(Type.String()),
    defaultLevel: DefaultLevel,
    urls: Type.Object({ location: Uri, app: Uri }),
    permissions: booleans('view', 'admin', 'viewInviteLinks', 'create'),
  }),
)

export const NewCollection = Type.Object({ title: Type.Optional(Title), parent: Type.Optional(Id) })

export const CollectionPatch = Type.Object({
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  defaultLevel: Type.Optional(DefaultLevel),
})

export const CollectionMove = Type.Object({ parent: Type.Optional(Nullable(Id)), position: Type.Optional(Position) })

export const CollectionFilter = Type.Object({
  nested: Type.Optional(Type.Boolean({ default: true, description: 'Include collections inside other collections.' })),
})
