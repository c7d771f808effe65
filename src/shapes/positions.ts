// Positions among siblings: before or after a space or collection.
import Type, { type Static } from 'typebox'
import { Id, named } from '../server/schemas.ts'

const SpacePointer = Type.Object({ type: Type.Literal('space'), space: Id })
const CollectionPointer = Type.Object({ type: Type.Literal('collection'), collection: Id })
export const Sibling = Type.Unsafe<Static<typeof SpacePointer> | Static<typeof CollectionPointer>>({
  anyOf: [SpacePointer, CollectionPointer],
})

export const Position = named(
  'ContentPosition',
  Type.Object({ before: Type.Optional(Sibling), after: Type.Optional(Sibling) }),
)

export type Position = Static<typeof Position>
export type Sibling = Static<typeof Sibling>
