// What a person has viewed of a change request.
import Type from 'typebox'
import { Id, named, oneOf } from '../../server/schemas.ts'

export const ViewedChange = named(
  'ViewedChange',
  Type.Object({ kind: oneOf('page', 'file', 'reusable-content'), id: Id }),
)

export const ViewedChanges = Type.Object({ items: Type.Array(ViewedChange) })

export const ViewedMark = Type.Object({
  ...ViewedChange.properties,
  viewed: Type.Boolean(),
  revision: Type.Optional({
    ...Id,
    description: 'The revision of the change request that was viewed; its newest by default.',
  }),
})
