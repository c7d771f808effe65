// Imports a Google Docs document, through its export as a web page.
import { openArchive } from './archive.ts'
import { type Content, fetchContent, isZip } from './fetching.ts'
import { type ImportContext, ImportFailure, type Source } from './model.ts'
import { type FileTree, gatherFiles } from './page-files.ts'
import { scanPage } from './reader.ts'
import { onePage } from './single-page.ts'
import { toText } from './text.ts'

export const gatherGoogleDocs: Source = async (asked, means) => {
  const content = await fetchContent({ ...asked, url: exportOf(asked.url) }, means)
  if (content.url.hostname === 'accounts.google.com')
    throw new ImportFailure('The document is not public: share it with anyone who has the link.')
  return isZip(content.bytes) ? gatherExport(content, means) : gatherPage(content)
}

/** `…/document/d/<id>/edit` → the export of that document; any other URL is an export already. */
function exportOf(url: URL): URL {
  const [document] = /^\/document\/(u\/\d+\/)?d\/[\w-]+/.exec(url.pathname) ?? []
  return document === undefined || url.pathname.endsWith('/export')
    ? url
    : new URL(`${document}/export?format=zip`, url)
}

async function gatherExport({ bytes }: Content, means: ImportContext) {
  const archive: FileTree = await openArchive(bytes)
  return gatherFiles(archive, means, { from: 'google-docs' })
}

async function gatherPage({ bytes, contentType, charset, url }: Content) {
  if (!contentType.includes('html'))
    throw new ImportFailure('There is no Google Docs document at this address: copy the address of the document.')
  const text = toText(bytes, charset)
  return onePage(await scanPage({ format: 'html', text, url: url.href, whole: true, from: 'google-docs' }))
}
