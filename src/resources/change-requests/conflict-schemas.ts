// A conflict: what an update from main could not settle by itself, on its three sides.
import Type, { type Static } from 'typebox'
import { named, oneOf, Timestamp } from '../../server/schemas.ts'
import { WrittenDocument } from '../content/change-schemas.ts'

const Side = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }))
const Format = Type.Optional(oneOf('document', 'markdown'))
const Nodes = Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }))

export const ConflictsQuery = Type.Object({ format: Format, status: Type.Optional(oneOf('open', 'resolved')) })
export const ConflictQuery = Type.Object({ format: Format })

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
    base: Side('As it was before either side changed it; absent where it was not there.'),
    ours: Side('As the change request has it.'),
    theirs: Side('As the space has it.'),
    blocks: Type.Optional(
      Type.Array(
        Type.Object({
          kind: oneOf('edited', 'deleted', 'replaced', 'moved'),
          base: Nodes,
          ours: Nodes,
          theirs: Nodes,
        }),
        { description: 'Of a conflict in a document, as documents: the blocks that do not merge.' },
      ),
    ),
    createdAt: Timestamp,
    resolvedAt: Type.Optional(Timestamp),
  }),
)

export type ConflictJson = Static<typeof ChangeRequestConflict>

export const Resolution = Type.Object({
  resolution: oneOf('ours', 'theirs', 'document'),
  document: Type.Optional(WrittenDocument),
})
