// The registry of import sources.
import { gatherDocx } from './docx.ts'
import { gatherGithubWiki } from './github-wiki.ts'
import { gatherGoogleDocs } from './google-docs.ts'
import type { Source } from './model.ts'
import type { SourceName } from './names.ts'
import { gatherHtml, gatherMarkdown } from './single-page.ts'
import { gatherWebsite } from './website.ts'
import { CONFLUENCE, gatherZip } from './zip.ts'

export const SOURCES: Record<SourceName, Source> = {
  website: gatherWebsite,
  html: gatherHtml,
  markdown: gatherMarkdown,
  docx: gatherDocx,
  zip: gatherZip(),
  confluence: gatherZip(CONFLUENCE),
  notion: gatherZip(),
  'github-wiki': gatherGithubWiki,
  'google-docs': gatherGoogleDocs,
}
