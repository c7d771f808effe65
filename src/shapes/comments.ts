// Comments on spaces and change requests, their replies, and reactions to both.
import Type from 'typebox'
import { booleans, Id, named, oneOf, Timestamp, Uri } from '../server/schemas.ts'
import { JsonDocument } from './content.ts'
import { User } from './users.ts'

const Emoji = Type.String({ minLength: 1, maxLength: 50 })
const Format = oneOf('document', 'markdown')

export type Format = 'document' | 'markdown'

const Body = Type.Object({ markdown: Type.Optional(Type.String()), document: Type.Optional(JsonDocument) })

const Reactions = Type.Array(
  Type.Object({
    emoji: Emoji,
    count: Type.Integer(),
    users: Type.Array(Type.Object({ user: User, reactedAt: Timestamp })),
  }),
)

const TableCell = Type.Object({
  record: Type.String({ minLength: 1, maxLength: 256, description: 'The row.' }),
  definition: Type.String({ minLength: 1, maxLength: 256, description: 'The column.' }),
})

const Target = Type.Object({
  node: Type.Optional(
    Type.Object({
      id: Type.String(),
      preview: Type.Optional(Type.String({ description: 'The text of the node.' })),
      range: Type.Optional(
        Type.Object(
          { start: Type.Integer(), end: Type.Integer(), quote: Type.String({ description: 'The words.' }) },
          { description: 'Words of the node. They follow edits; `start` equals `end` if they are gone.' },
        ),
      ),
    }),
  ),
  tableCell: Type.Optional(TableCell),
  changeRequest: Type.Optional(Type.String()),
  review: Type.Optional(Type.String({ description: 'The review that the comment is part of.' })),
  page: Type.Optional(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      createdAt: Type.Optional(Timestamp),
      updatedAt: Type.Optional(Timestamp),
      path: Type.String(),
      outdated: Type.Boolean({ description: 'The target no longer exists.' }),
    }),
  ),
  space: Type.String(),
  revision: Type.String({ description: 'The revision that the comment was posted on.' }),
})

const shared = {
  id: Type.String(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  reactions: Reactions,
  body: Body,
  urls: Type.Object({ location: Uri }),
  permissions: booleans('view', 'edit', 'reply', 'delete'),
}

export const Comment = named(
  'Comment',
  Type.Object({
    object: Type.Literal('comment'),
    ...shared,
    replies: Type.Integer({ description: 'Number of replies.' }),
    target: Target,
    status: oneOf('open', 'resolved'),
    resolvedAt: Type.Optional(Timestamp),
    resolvedBy: Type.Optional(User),
  }),
)

export const CommentReply = named('CommentReply', Type.Object({ object: Type.Literal('comment-reply'), ...shared }))

/** A comment body, as markdown or as a document. */
export const WrittenBody = Type.Unsafe<{ markdown?: string; document?: object }>({
  type: 'object',
  properties: {
    markdown: {
      type: 'string',
      minLength: 1,
      description: '`@` followed by the name, email or id of a member mentions them.',
    },
    document: { type: 'object', additionalProperties: true },
  },
  anyOf: [{ required: ['markdown'] }, { required: ['document'] }],
})

const MAX_OFFSET = 10_000_000

const NewRange = Type.Object(
  {
    start: Type.Integer({ minimum: 0, maximum: MAX_OFFSET }),
    end: Type.Integer({ minimum: 0, maximum: MAX_OFFSET }),
    quote: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'The words. If they are not at that place any more, the nearest place that has them is taken.',
      }),
    ),
  },
  {
    description:
      'Words of the block to comment on, as UTF-16 offsets in its text, in which an inline without text counts as one ' +
      'character (U+FFFC); requires `node`, the key of a block that holds a line of text.',
  },
)

export const NewComment = Type.Object({
  body: WrittenBody,
  page: Type.Optional({ ...Id, description: 'The page to comment on.' }),
  node: Type.Optional({ ...Id, description: 'The key of the block to comment on; requires `page`.' }),
  range: Type.Optional(NewRange),
  tableCell: Type.Optional(TableCell),
})

export const NewReply = Type.Object({ body: WrittenBody })

const SomeReactions = Type.Optional(Type.Array(Emoji, { maxItems: 100 }))

export const ReplyPatch = Type.Object({
  body: Type.Optional(WrittenBody),
  addedReactions: SomeReactions,
  removedReactions: SomeReactions,
})

export const CommentPatch = Type.Object({ resolved: Type.Optional(Type.Boolean()), ...ReplyPatch.properties })

export const FormatQuery = Type.Object({
  format: Type.Optional(Type.Unsafe<Format>({ ...Format, default: 'markdown', description: 'The format of bodies.' })),
})

export const CommentsQuery = Type.Object({
  ...FormatQuery.properties,
  order: Type.Optional(Type.Unsafe<'asc' | 'desc'>({ ...oneOf('asc', 'desc'), default: 'desc' })),
  status: Type.Optional(
    Type.Unsafe<'all' | 'open' | 'resolved'>({ ...oneOf('all', 'open', 'resolved'), default: 'all' }),
  ),
  targetPage: Type.Optional(Type.String({ description: 'Only comments on the page with this id.' })),
  authors: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'Only comments by these users.' })),
})
