export { moveCommentRanges } from './comment-ranges.ts'
