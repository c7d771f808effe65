export { invalidateComputedPages, markComputedPages } from './computed-state.ts'
export {
  askForIndexes,
  continueIndexes,
  enqueueMissingIndexes,
  forgetIndexes,
  startIndexes,
  updateIndexes,
} from './indexes.ts'
export { changedTargets } from './link-targets.ts'
export { changedLinks, type LinkRow, pageHolder, parseHolder } from './page-links.ts'
export { anchorsPrefix, pageTarget, parseTarget, specTarget, targetOfRecord, urlOfTarget } from './target-keys.ts'
