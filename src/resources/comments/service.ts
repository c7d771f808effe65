import { implement } from '../../server/operation.ts'
import { listCommenters } from './commenters.ts'
import { getComment, listComments, postComment, removeComment, updateComment } from './comments.ts'
import { getReply, listReplies, postReply, removeReply, updateReply } from './replies.ts'
import { changeRequestCommentRoutes, spaceCommentRoutes } from './routes.ts'
import { listUnread, markRead } from './unread.ts'

export const spaceComments = implement(spaceCommentRoutes, {
  listCommentsInSpace: listComments,
  postCommentInSpace: postComment,
  getCommentInSpace: getComment,
  updateCommentInSpace: updateComment,
  deleteCommentInSpace: removeComment,
  listCommentRepliesInSpace: listReplies,
  postCommentReplyInSpace: postReply,
  getCommentReplyInSpace: getReply,
  updateCommentReplyInSpace: updateReply,
  deleteCommentReplyInSpace: removeReply,
  listCommentersInSpace: listCommenters,
  listUnreadCommentsInSpace: listUnread,
  readCommentsInSpace: markRead,
})

export const changeRequestComments = implement(changeRequestCommentRoutes, {
  listCommentsInChangeRequest: listComments,
  postCommentInChangeRequest: postComment,
  getCommentInChangeRequest: getComment,
  updateCommentInChangeRequest: updateComment,
  deleteCommentInChangeRequest: removeComment,
  listCommentRepliesInChangeRequest: listReplies,
  postCommentReplyInChangeRequest: postReply,
  getCommentReplyInChangeRequest: getReply,
  updateCommentReplyInChangeRequest: updateReply,
  deleteCommentReplyInChangeRequest: removeReply,
  listCommentersInChangeRequest: listCommenters,
  listUnreadCommentsInChangeRequest: listUnread,
  readCommentsInChangeRequest: markRead,
})
