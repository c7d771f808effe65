// Sites of other tools become the files of a repository, as Git-synced spaces have them: pages as Markdown, a table of
// contents, and the files that pages show. Importing these again changes nothing, and pages keep their ids.
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'

/** The files of a site: a folder or an archive. */
export interface SiteFiles {
  names: readonly string[]
  read(name: string): Promise<Buffer>
}

/** A page before its links are rewritten. */
export interface SourcePage {
  /** Its file, to which its links are relative. */
  name: string
  /** Its file in the repository. */
  path: string
  /** Where else links may say it is, as in `/docs/start`. */
  urls: readonly string[]
  title: string
  description?: string | undefined
  /** Markdown without front matter and title. */
  body: string
}

export interface ForeignSite {
  pages: readonly SourcePage[]
  contents: readonly SummaryEntry[]
  /** What is not carried over. */
  notes: ImportWarning[]
  /** The file that an absolute or named address is, such as `/img/logo.png`. */
  fileAt?(address: string): string | undefined
  /** What a file is called, if its path does not say so. */
  nameOfFile?(file: string): string | undefined
}

export interface ForeignSource {
  /** True for the files of such a site. */
  matches(names: readonly string[]): boolean
  read(files: SiteFiles): Promise<ForeignSite>
}

/** The text of a file; empty if there is none. */
export const textAt = async (files: SiteFiles, name: string): Promise<string> =>
  files.names.includes(name) ? toText(await files.read(name)) : ''

export const toText = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `two-words` → `Two words`. */
export function titleFrom(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const group = (title: string, entries: SummaryEntry[]): SummaryEntry => ({
  kind: 'group',
  title,
  fields: {},
  entries,
})

export const item = (title: string, href: string, entries: SummaryEntry[] = []): SummaryEntry => ({
  kind: 'item',
  title,
  href,
  fields: {},
  entries,
})

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The same path without `.` and `..`; undefined if it leads out. */
export function normalize(path: string): string | undefined {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
