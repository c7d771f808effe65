// One page: a file of HTML or of markdown.
import { BOUNDS } from './bounds.ts'
import { fetchContent, isBinary } from './fetching.ts'
import { readHtmlPage } from './html/page.ts'
import { readMarkdownPage } from './markdown-page.ts'
import { type Gathered, ImportFailure, type RawPage, type Source } from './model.ts'
import { toText } from './text.ts'

export const onePage = (page: RawPage): Gathered => ({ pages: [page], navigation: [], failures: [] })

export const gatherHtml: Source = async (asked, means) => {
  const { url, contentType, charset, bytes } = await fetchContent(asked, means, BOUNDS.bytesOfPage)
  const isHtml = /html|^text\/plain$|^$|octet-stream/.test(contentType) && !isBinary(bytes)
  if (!isHtml || !/<[a-z!]/i.test(bytes.toString('latin1', 0, 4096)))
    throw new ImportFailure('There is no HTML at this address: give that of a page, or choose the source it is.')
  return onePage(readHtmlPage(toText(bytes, charset), url, { whole: true }))
}

export const gatherMarkdown: Source = async (asked, means) => {
  const { url, contentType, charset, bytes } = await fetchContent(asked, means, BOUNDS.bytesOfMarkdown)
  if (/html|^image|^application\/(pdf|zip)/.test(contentType) || isBinary(bytes))
    throw new ImportFailure(
      'There is no markdown at this address: give that of the plain file, not of a page that shows it.',
    )
  return onePage(readMarkdownPage(toText(bytes, charset), url))
}
