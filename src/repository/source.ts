// A repository as it is given: its files, and what is known of them.
import type { File, Page, ReusableContent } from '../engine/tree/records.ts'
import { CONFIG_FILE, type RepositoryConfig, readConfig } from './config.ts'
import type { Asking } from './model.ts'
import { joinPath } from './paths.ts'

/** What was read the last time, by path. */
export interface Known {
  pages: ReadonlyMap<string, Page>
  files: ReadonlyMap<string, File>
  includes: ReadonlyMap<string, ReusableContent>
  /** Ids of pages without a file, by `keyOfPlain`. */
  plain: ReadonlyMap<string, readonly string[]>
  addresses?: string | undefined
}

/** What tells a page without a file from others: its place and its name. */
export const keyOfPlain = (type: string, parentPath: string, name: string): string => [type, parentPath, name].join(' ')

export interface Repository {
  /** The top of the project. */
  directory: string
  /** The names of the contents of all files, by path. */
  files: ReadonlyMap<string, string>
  /** The address of the web page that shows the top of the repository. */
  treeUrl?: string | undefined
  known: Known
  newId: () => string
}

export const variablesPath = ({ root }: RepositoryConfig) => joinPath(root, '.gitbook/vars.yaml')!

export function* readRepositoryConfig({
  directory,
  files,
}: Pick<Repository, 'directory' | 'files'>): Asking<RepositoryConfig> {
  const path = joinPath(directory, CONFIG_FILE)!
  const [text] = yield* textsOf({ files }, [path])
  return readConfig(directory, text)
}

/** The texts of files; undefined where there is none. */
export function* textsOf(
  { files }: Pick<Repository, 'files'>,
  paths: readonly string[],
): Asking<(string | undefined)[]> {
  const there = paths.filter((path) => files.has(path))
  const texts = there.length > 0 ? yield there : new Map<string, string>()
  return paths.map((path) => texts.get(path))
}
