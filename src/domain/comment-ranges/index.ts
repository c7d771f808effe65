export { askForRanges, moveCommentRanges } from './comment-ranges.ts'
