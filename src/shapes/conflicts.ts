// A conflict: a change that could not be merged, with the base and both sides.
import Type, { type Static } from 'typebox'
import { named, oneOf, Timestamp } from '../server/schemas.ts'

const Side = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }))
const Nodes = Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }))

export const ChangeRequestConflict = named(
  'ChangeRequestConflict',
  Type.Object({
    object: Type.Literal('change-request-conflict'),
    id: Type.String(),
    kind: oneOf('edited', 'document', 'deleted', 'moved', 'cycle'),
    status: oneOf('open', 'resolved'),
    resolution: Type.Optional(oneOf('ours', 'theirs', 'document', 'edited')),
    target: Type.Object({ kind: oneOf('page', 'file', 'reusable-content', 'tag', 'variable'), id: Type.String() }),
    page: Type.Optional(Type.Object({ id: Type.String(), title: Type.String(), path: Type.String() })),
    field: Type.Optional(Type.String()),
    base: Side('The value before either side changed it; absent if it did not exist.'),
    ours: Side('The value in the change request, or of the writer.'),
    theirs: Side('The value in the main content of the space, or of whoever wrote before.'),
    blocks: Type.Optional(
      Type.Array(
        Type.Object({
          kind: oneOf('edited', 'deleted', 'replaced', 'moved'),
          base: Nodes,
          ours: Nodes,
          theirs: Nodes,
        }),
        { description: 'For a conflict in a document, with `format=document`: the blocks that cannot be merged.' },
      ),
    ),
    createdAt: Timestamp,
    resolvedAt: Type.Optional(Timestamp),
  }),
)

export type ConflictJson = Static<typeof ChangeRequestConflict>
