// Imports a single HTML or Markdown file.
import { BOUNDS } from './bounds.ts'
import { fetchContent, isBinary } from './fetching.ts'
import { type Gathered, ImportFailure, type RawPage, type Source } from './model.ts'
import { scanPage } from './reader.ts'
import { toText } from './text.ts'

export const onePage = (page: RawPage): Gathered => ({ pages: [page], navigation: [], failures: [] })

export const gatherHtml: Source = async (asked, means) => {
  const { url, contentType, charset, bytes } = await fetchContent(asked, means, BOUNDS.bytesOfPage)
  const isHtml = /html|^text\/plain$|^$|octet-stream/.test(contentType) && !isBinary(bytes)
  if (!isHtml || !/<[a-z!]/i.test(bytes.toString('latin1', 0, 4096)))
    throw new ImportFailure('This is not HTML: use a page or an .html file, or choose another source.')
  return onePage(await scanPage({ format: 'html', text: toText(bytes, charset), url: url.href, whole: true }))
}

export const gatherMarkdown: Source = async (asked, means) => {
  const { url, contentType, charset, bytes } = await fetchContent(asked, means, BOUNDS.bytesOfMarkdown)
  if (/html|^image|^application\/(pdf|zip)/.test(contentType) || isBinary(bytes))
    throw new ImportFailure(
      'This is not Markdown: use the raw file, not a page that shows it, or choose another source.',
    )
  return onePage(await scanPage({ format: 'markdown', text: toText(bytes, charset), url: url.href }))
}
