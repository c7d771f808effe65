export { findHighlights, MAX_CODE } from './highlights.ts'
