export { toContentUpdate, writeChanges, writeContent } from './batch.ts'
export { type Branch, commit, headOf } from './branches.ts'
export {
  type ConflictOptions,
  isAboutDocument,
  namePages,
  pagesIn,
  presentConflicts,
  type StoredConflict,
} from './conflict-presenter.ts'
export { parseWrittenDocument } from './document-input.ts'
export { insertsFiles, NO_FILES, type StoredFiles, storeFiles } from './file-input.ts'
export {
  fetchImport,
  findTargetPage,
  type ImportContext,
  toImportResult,
  validateImport,
  writeImport,
} from './imports.ts'
export { mergeInTransaction, mergeOutside } from './merging.ts'
export { isMetaTarget, isWebUrl, type MetaTarget } from './meta-targets.ts'
export { presentSemanticChanges } from './semantic-changes.ts'
