// Content from elsewhere: what a source gathers becomes a tree of pages with their files, ready to be written.
import { BOUNDS } from './bounds.ts'
import { build } from './build.ts'
import { gatherDocx } from './docx.ts'
import { gatherGithubWiki } from './github-wiki.ts'
import { gatherGoogleDocs } from './google-docs.ts'
import type { Asked, Imported, Means, Source } from './model.ts'
import { gatherHtml, gatherMarkdown } from './single.ts'
import { gatherWebsite } from './website.ts'
import { CONFLUENCE, gatherZip } from './zip.ts'

export { BOUNDS } from './bounds.ts'
export { type Asked, type Failure, type Imported, type ImportedPage, ImportFailure } from './model.ts'

const SOURCES = {
  website: gatherWebsite,
  html: gatherHtml,
  markdown: gatherMarkdown,
  docx: gatherDocx,
  zip: gatherZip(),
  confluence: gatherZip(CONFLUENCE),
  notion: gatherZip(),
  'github-wiki': gatherGithubWiki,
  'google-docs': gatherGoogleDocs,
} satisfies Record<string, Source>

export type SourceName = keyof typeof SOURCES
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[]

/** Sources that are one file, so that an upload can be one. */
export const takesUpload = (source: SourceName): boolean => source !== 'website' && source !== 'github-wiki'

/** Fails with an ImportFailure or a FetchFailure when nothing could be imported. */
export async function importFrom(source: SourceName, asked: Asked, means: Omit<Means, 'signal'>): Promise<Imported> {
  const signal = AbortSignal.timeout(BOUNDS.time)
  const gathered = await SOURCES[source](asked, { ...means, signal })
  return build(gathered, { ...means, signal })
}
