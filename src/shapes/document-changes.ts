// What changed in a page or a reusable content from one revision to another, drawn as HTML.
import Type, { type Static } from 'typebox'
import { named, oneOf } from '../server/schemas.ts'

const From = Type.Optional(
  Type.String({ description: 'The id of the revision to compare with; default: the parent of the revision.' }),
)

/** For changes from another revision to the one in the path. */
export const FromQuery = Type.Object({ from: From })

export const DocumentChangesQuery = Type.Object({
  from: From,
  view: Type.Optional(oneOf('inline', 'sides')),
  unchanged: Type.Optional(
    Type.Unsafe<'drawn' | 'counted'>({
      ...oneOf('drawn', 'counted'),
      description: 'With `counted`, parts without changes have no HTML; `part` asks for one of them.',
    }),
  ),
  part: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The place of a part in `parts` of the same comparison and view. The reply has this part alone.',
    }),
  ),
})

const Title = Type.Object({
  title: Type.String(),
  description: Type.Optional(Type.String()),
  emoji: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
})

const Part = Type.Object({
  kind: oneOf('same', 'added', 'removed', 'edited', 'moved', 'left'),
  blocks: Type.Integer({ description: 'The number of blocks.' }),
  html: Type.Optional(Type.String({ description: 'Both versions in one, with `view=inline`.' })),
  before: Type.Optional(Type.String({ description: 'The earlier version, with `view=sides`.' })),
  after: Type.Optional(Type.String({ description: 'The later version, with `view=sides`.' })),
})

export const DocumentChanges = named(
  'DocumentChanges',
  Type.Object({
    object: Type.Literal('document-changes'),
    before: Type.Optional({ ...Title, description: 'Absent if it did not exist.' }),
    after: Type.Optional({ ...Title, description: 'Absent if it does not exist any more.' }),
    changes: Type.Integer({ description: 'The number of blocks that changed.' }),
    words: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
    parts: Type.Array(Part, {
      description:
        'The blocks in order, those without changes together. A block that was moved is `left` where it was and `moved` where it is.',
    }),
  }),
)

export type DocumentChangesJson = Static<typeof DocumentChanges>
export type PartJson = Static<typeof Part>
