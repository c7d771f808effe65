// What people have not read yet, and pictures in comments.
import Type from 'typebox'
import { Id, named, Timestamp, Uri } from '../../server/schemas.ts'
import { File } from '../../shapes/files.ts'

export const UnreadComments = named(
  'UnreadComments',
  Type.Object({
    object: Type.Literal('unread-comments'),
    since: Type.Optional({
      ...Timestamp,
      description:
        'Everything before was read. Absent if you have read nothing here yet; then nothing counts as unread.',
    }),
    comments: Type.Array(Type.Object({ id: Type.String(), page: Type.Optional(Type.String()) }), {
      description: 'The comments that are new to you or have new replies, latest first; not more than 1000.',
    }),
  }),
)

export const ReadComments = Type.Object({
  comment: Type.Optional({
    ...Id,
    description: 'The comment that was read, with its replies. Absent: everything was.',
  }),
})

export const NewCommentFile = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  base64: Type.String({ description: 'The bytes of the picture: at most 10 MiB.' }),
})

export const CommentFile = named(
  'CommentFile',
  Type.Object({
    object: Type.Literal('comment-file'),
    ...File.properties,
    urls: Type.Object({
      location: { ...Uri, description: 'Comments show the picture where their body has this address.' },
    }),
  }),
)
