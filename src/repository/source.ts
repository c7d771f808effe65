// The input of an import: the files of a repository, and the result of the previous import.
import type { File, Page, ReusableContent } from '../engine/tree/records.ts'
import type { Fence, ParsedMarkdown } from '../markdown/index.ts'
import { CONFIG_FILE, type RepositoryConfig, readConfig } from './config.ts'
import type { FileReading, Parsing, Summary } from './model.ts'
import { joinPath } from './paths.ts'
import type { ImportWarning } from './warnings.ts'

/** The result of the previous import, by path. */
export interface PreviousImport {
  pages: ReadonlyMap<string, Page>
  /** The paths of those pages in the space. */
  pagePaths: ReadonlyMap<string, string>
  files: ReadonlyMap<string, File>
  includes: ReadonlyMap<string, ReusableContent>
  /** Ids of pages without a file, by `filelessPageKey`. */
  plain: ReadonlyMap<string, readonly string[]>
  addresses?: string | undefined
  /** The warnings of that import. */
  notes?: readonly ImportWarning[] | undefined
}

/** Identifies a page without a file by its parent and name. */
export const filelessPageKey = (type: string, parent: string, name: string): string => [type, parent, name].join(' ')

export interface Repository {
  /** The project root. */
  directory: string
  /** The blob ids of all files, by path. */
  files: ReadonlyMap<string, string>
  /** The URL of the web page of the repository root. */
  treeUrl?: string | undefined
  known: PreviousImport
  /** Code fence languages that represent integration blocks. */
  fences: readonly Fence[]
  newId: () => string
}

export const variablesPath = ({ root }: RepositoryConfig) => joinPath(root, '.gitbook/vars.yaml')!
export const tagsPath = ({ root }: RepositoryConfig) => joinPath(root, '.gitbook/tags.yaml')!

export function* readRepositoryConfig({
  directory,
  files,
}: Pick<Repository, 'directory' | 'files'>): FileReading<RepositoryConfig> {
  const path = joinPath(directory, CONFIG_FILE)!
  const [text] = yield* textsOf({ files }, [path])
  return readConfig(directory, text)
}

/** Reads the texts of files; undefined for missing files. */
export function* textsOf(
  { files }: Pick<Repository, 'files'>,
  paths: readonly string[],
): FileReading<(string | undefined)[]> {
  const there = paths.filter((path) => files.has(path))
  const texts = (there.length > 0 ? yield there : new Map()) as ReadonlyMap<string, string>
  return paths.map((path) => texts.get(path))
}

/** A table of contents and its text. */
export interface SummaryFile extends Summary {
  text: string
}

/** Undefined if there is none. */
export function* readSummaryFile(
  { files }: Pick<Repository, 'files'>,
  { summary: path }: RepositoryConfig,
): FileReading<SummaryFile | undefined> {
  const [text] = yield* textsOf({ files }, [path])
  return text === undefined ? undefined : { text, ...((yield { summary: text }) as Summary) }
}

/** Parses the text of a file. */
export function* parsedText(parsing: Parsing): FileReading<ParsedMarkdown> {
  return (yield parsing) as ParsedMarkdown
}
