export { loadCommits } from './commits.ts'
export { type DocumentHolder, loadDocument, loadSearchDocument } from './computed-documents.ts'
export type { Content } from './conditions.ts'
export {
  type ContentChanges,
  countRecords,
  diffUpTo,
  emptyDiff,
  listBatches,
  listDocuments,
  loadChanges,
  readDocuments,
} from './content-diff.ts'
export { findTooDeep, MAX_DEPTH } from './depth.ts'
export { loadMarkdown, loadStoredDocument, toMarkdown } from './documents.ts'
export { findFile, listFilesIn, loadView, toFile } from './files.ts'
export { diffInTransaction, readOrPrepare, readUpTo } from './long-readings.ts'
export { findPageNode, findPageNodeByPath, readRevision, toPage, toPages, withoutGit } from './pages.ts'
export {
  findRevision,
  insertEmptyRoot,
  insertRevision,
  loadRevision,
  type ReadContent,
  readContent,
  readInSteps,
} from './revisions.ts'
export { type Measured, measureFiles } from './storage.ts'
export { loadMergedFrom, presentRevisionSummaries } from './summaries.ts'
export { ANONYMOUS_VISITOR, type Audience, audienceOf, openStoredView, openView, type View } from './view.ts'
export { isSpecVisible } from './visible-specs.ts'
