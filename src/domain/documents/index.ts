export { toStored } from './check.ts'
export { type Evaluation, evaluate } from './evaluation.ts'
export { describe, type Facts, type IndexedSection, readSections, withSections } from './facts.ts'
export { findIssue } from './large/check.ts'
export { compareAsync } from './large/compare.ts'
export { type DescribedRecord, describeInTransaction } from './large/describe.ts'
export { encodeAsync, encodeInTransaction } from './large/encode.ts'
export { mergeAsync, mergeSmall, TakesLong } from './large/merge.ts'
export { parseInTransaction, parseMarkdownAsync } from './large/parse.ts'
export { cacheResult, findResult } from './large/results.ts'
export { serializeAsync, serializeInTransaction } from './large/serialize.ts'
export { parseSummaryAsync } from './large/summary.ts'
export { TooLarge } from './large/tasks.ts'
export { type MarkdownOptions, toHeading } from './page-markdown.ts'
export { indexedWordsOf, isSearchable, queryLevelsOf } from './page-words.ts'
export { type Schema, toDocument } from './presenter.ts'
export {
  type Addresses,
  findLinkTarget,
  type LinkTargets,
  linkResolver,
  linkTargetsOf,
  mayBeInternal,
  NO_ADDRESSES,
  readAddresses,
  resolveLinks,
} from './relative-links.ts'
