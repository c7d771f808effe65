// Comments and replies, on the space and on the change request.
import { operations } from '../operations.ts'
import { CHANGE_REQUEST, make, type Needs, type Part } from './part.ts'

/** The comment and reply of the world are on the space; paths below a change request need others. */
const commentOnChangeRequest: Needs = {
  before: async (world) => {
    const body = { body: { markdown: 'A comment' } }
    world.ids.commentId = await make(world, `${CHANGE_REQUEST}/comments`, body)
    world.ids.commentReplyId = await make(world, `${CHANGE_REQUEST}/comments/:commentId/replies`, body)
  },
}

const PICTURE = {
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

export const comments: Part = {
  makers: {
    commentFileId: (world) => make(world, '/v1/spaces/:spaceId/comment-files', PICTURE),
    commentId: (world) => make(world, '/v1/spaces/:spaceId/comments', { body: { markdown: 'A comment' } }),
    commentReplyId: (world) =>
      make(world, '/v1/spaces/:spaceId/comments/:commentId/replies', { body: { markdown: 'A reply' } }),
  },
  needs: {
    addCommentFile: { body: () => PICTURE },
    updateCommentInSpace: { body: () => ({ resolved: true }) },
    updateCommentReplyInSpace: { body: () => ({ addedReactions: ['👍'] }) },
    ...Object.fromEntries(
      operations
        .filter(({ path }) => path.startsWith(`${CHANGE_REQUEST}/comments/:commentId`))
        .map(({ id, verb }) => [
          id,
          verb === 'put'
            ? { ...commentOnChangeRequest, body: () => ({ addedReactions: ['👍'] }) }
            : commentOnChangeRequest,
        ]),
    ),
  },
  pointing: [{ id: 'postCommentInSpace', body: ({ pageId }) => ({ page: pageId, body: { markdown: 'x' } }) }],
}
