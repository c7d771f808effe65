// The two ends of writing: the repository as it is, and content with a place for everything in it.
import type { Addresses } from './addresses.ts'
import type { RepositoryConfig } from './config.ts'
import type { Held, Placed } from './place.ts'

/** The repository that is written to. */
export interface Base {
  config: RepositoryConfig
  /** The names of the contents of all files, by path. */
  files: ReadonlyMap<string, string>
  /** The texts of `SUMMARY.md` and of the variables, where there are such files. */
  summary?: string | undefined
  variables?: string | undefined
  treeUrl?: string | undefined
}

export interface Side {
  held: Held
  placed: Placed
  addresses: Addresses
}
