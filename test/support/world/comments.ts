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

export const comments: Part = {
  makers: {
    commentId: (world) => make(world, '/v1/spaces/:spaceId/comments', { body: { markdown: 'A comment' } }),
    commentReplyId: (world) =>
      make(world, '/v1/spaces/:spaceId/comments/:commentId/replies', { body: { markdown: 'A reply' } }),
  },
  needs: {
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
