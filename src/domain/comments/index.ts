export {
  adjustReplyCount,
  type CommentFilter,
  listThread,
  removeCommentRow,
  threadOf,
} from './comments.ts'
export { adjustCommentCounts, findCommentCounts, listOpenComments } from './counts.ts'
export { addComment, applyCommentPatch, parseBodyOn } from './edits.ts'
export { mentionsIn } from './mentions.ts'
export { moveComments } from './moving.ts'
export { type CommentPresenterContext, currentRoot, presentComments, presentReplies } from './presenter.ts'
export { readTarget } from './targets.ts'
