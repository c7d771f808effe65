// Comments on the main content of a space and on its change requests: the same operations at two paths.
import { routes } from '../../server/operation.ts'
import {
  Comment,
  CommentPatch,
  CommentReply,
  CommentsQuery,
  FormatQuery,
  NewComment,
  NewReply,
  ReplyPatch,
} from '../../shapes/comments.ts'
import { Member } from '../../shapes/members.ts'
import { CommentFile, NewCommentFile, ReadComments, UnreadComments } from './schemas.ts'

const list = { can: 'space.view', kept: true, query: CommentsQuery, list: Comment } as const
const post = {
  can: 'space.comment',
  query: FormatQuery,
  body: NewComment,
  reply: Comment,
  event: 'comment.created',
} as const
const get = { can: 'comment.view', query: FormatQuery, reply: Comment } as const
const update = {
  can: 'comment.view',
  query: FormatQuery,
  body: CommentPatch,
  reply: Comment,
  event: 'comment.updated',
} as const
const remove = { can: 'comment.delete', status: 205, event: 'comment.deleted' } as const

const listReplies = { can: 'comment.view', query: FormatQuery, list: CommentReply } as const
const postReply = {
  can: 'comment.reply',
  query: FormatQuery,
  body: NewReply,
  reply: CommentReply,
  event: 'comment-reply.created',
} as const
const getReply = { can: 'reply.view', query: FormatQuery, reply: CommentReply } as const
const updateReply = {
  can: 'reply.view',
  query: FormatQuery,
  body: ReplyPatch,
  reply: CommentReply,
  event: 'comment-reply.updated',
} as const
const removeReply = { can: 'reply.delete', status: 205, event: 'comment-reply.deleted' } as const

const unread = { can: 'space.view', reply: UnreadComments } as const
const read = { can: 'space.view', body: ReadComments, event: 'comment.read' } as const
const commenters = { can: 'space.view', list: Member } as const

const IN_SPACE = '/spaces/:spaceId/comments'
const OF_SPACE = `${IN_SPACE}/:commentId` as const

export const spaceCommentRoutes = routes('Space comments', {
  listCommentsInSpace: { get: IN_SPACE, ...list, summary: 'List the comments on the main content of a space' },
  postCommentInSpace: { post: IN_SPACE, ...post, summary: 'Comment on a space, a page or a block' },
  getCommentInSpace: { get: OF_SPACE, ...get, summary: 'Get a comment' },
  updateCommentInSpace: { put: OF_SPACE, ...update, summary: 'Edit, resolve, reopen or react to a comment' },
  deleteCommentInSpace: { delete: OF_SPACE, ...remove, summary: 'Delete a comment with its replies' },
  listCommentRepliesInSpace: {
    get: `${OF_SPACE}/replies`,
    ...listReplies,
    summary: 'List the replies to a comment, oldest first',
  },
  postCommentReplyInSpace: { post: `${OF_SPACE}/replies`, ...postReply, summary: 'Reply to a comment' },
  getCommentReplyInSpace: {
    get: `${OF_SPACE}/replies/:commentReplyId`,
    ...getReply,
    summary: 'Get a reply to a comment',
  },
  updateCommentReplyInSpace: {
    put: `${OF_SPACE}/replies/:commentReplyId`,
    ...updateReply,
    summary: 'Edit or react to a reply',
  },
  deleteCommentReplyInSpace: {
    delete: `${OF_SPACE}/replies/:commentReplyId`,
    ...removeReply,
    summary: 'Delete a reply to a comment',
  },
  listCommentersInSpace: {
    get: '/spaces/:spaceId/commenters',
    ...commenters,
    summary: 'List the members who commented or replied on the main content of a space',
  },
  listUnreadCommentsInSpace: {
    get: '/spaces/:spaceId/unread-comments',
    ...unread,
    summary: 'List the comments on the main content of a space that you have not read',
  },
  readCommentsInSpace: {
    put: '/spaces/:spaceId/unread-comments',
    ...read,
    summary: 'Mark a comment on the main content of a space as read, or all of them',
  },
})

const FILES = '/spaces/:spaceId/comment-files'

export const commentFileRoutes = routes('Pictures in comments', {
  addCommentFile: {
    post: FILES,
    can: 'space.comment',
    body: NewCommentFile,
    reply: CommentFile,
    status: 201,
    event: 'comment-file.created',
    summary: 'Store a picture for comments on a space and its change requests',
  },
  getCommentFileById: {
    get: `${FILES}/:commentFileId`,
    can: 'space.view',
    reply: CommentFile,
    summary: 'Get a picture of a comment',
  },
})

const CHANGE_REQUEST = '/spaces/:spaceId/change-requests/:changeRequestId'
const IN_REQUEST = `${CHANGE_REQUEST}/comments` as const
const OF_REQUEST = `${IN_REQUEST}/:commentId` as const

export const changeRequestCommentRoutes = routes('Change request comments', {
  listCommentsInChangeRequest: { get: IN_REQUEST, ...list, summary: 'List the comments on a change request' },
  postCommentInChangeRequest: {
    post: IN_REQUEST,
    ...post,
    summary: 'Comment on a change request, a page or a block',
  },
  getCommentInChangeRequest: { get: OF_REQUEST, ...get, summary: 'Get a comment on a change request' },
  updateCommentInChangeRequest: {
    put: OF_REQUEST,
    ...update,
    summary: 'Edit, resolve, reopen or react to a comment on a change request',
  },
  deleteCommentInChangeRequest: {
    delete: OF_REQUEST,
    ...remove,
    summary: 'Delete a comment on a change request with its replies',
  },
  listCommentRepliesInChangeRequest: {
    get: `${OF_REQUEST}/replies`,
    ...listReplies,
    summary: 'List the replies to a comment on a change request, oldest first',
  },
  postCommentReplyInChangeRequest: {
    post: `${OF_REQUEST}/replies`,
    ...postReply,
    summary: 'Reply to a comment on a change request',
  },
  getCommentReplyInChangeRequest: {
    get: `${OF_REQUEST}/replies/:commentReplyId`,
    ...getReply,
    summary: 'Get a reply to a comment on a change request',
  },
  updateCommentReplyInChangeRequest: {
    put: `${OF_REQUEST}/replies/:commentReplyId`,
    ...updateReply,
    summary: 'Edit or react to a reply to a comment on a change request',
  },
  deleteCommentReplyInChangeRequest: {
    delete: `${OF_REQUEST}/replies/:commentReplyId`,
    ...removeReply,
    summary: 'Delete a reply to a comment on a change request',
  },
  listCommentersInChangeRequest: {
    get: `${CHANGE_REQUEST}/commenters`,
    ...commenters,
    summary: 'List the members who commented or replied on a change request',
  },
  listUnreadCommentsInChangeRequest: {
    get: `${CHANGE_REQUEST}/unread-comments`,
    ...unread,
    summary: 'List the comments on a change request that you have not read',
  },
  readCommentsInChangeRequest: {
    put: `${CHANGE_REQUEST}/unread-comments`,
    ...read,
    summary: 'Mark a comment on a change request as read, or all of them',
  },
})
