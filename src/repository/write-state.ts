// The two sides of an export: the repository as it is, and content with its file paths.
import type { Fence } from '../markdown/index.ts'
import type { Addresses } from './addresses.ts'
import type { ChosenPaths, ContentItems } from './chosen-paths.ts'
import type { RepositoryConfig } from './config.ts'
import type { SummaryFile } from './source.ts'

/** The repository that the export writes to. */
export interface RepositoryState {
  config: RepositoryConfig
  /** The blob ids of all files, by path. */
  files: ReadonlyMap<string, string>
  /** `SUMMARY.md`, and the texts of tags and variables, if the files exist. */
  summary?: SummaryFile | undefined
  tags?: string | undefined
  variables?: string | undefined
  treeUrl?: string | undefined
  /** Code fence languages that represent integration blocks. */
  fences: readonly Fence[]
}

export interface PlacedContent {
  held: ContentItems
  placed: ChosenPaths
  addresses: Addresses
}
