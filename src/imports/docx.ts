// A document of a word processor (.docx).
import mammoth from 'mammoth'
import { openArchive, protectedByPassword } from './archive.ts'
import { fetchContent, isCompoundFile, isZip } from './fetching.ts'
import { readHtmlPage } from './html/page.ts'
import { titleFrom } from './markdown-page.ts'
import { ImportFailure, type Source } from './model.ts'
import { onePage } from './single.ts'

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Code'] => pre:separator('\n')",
  "r[style-name='Code'] => code",
]

const LARGEST = 30 * 1024 * 1024

export const gatherDocx: Source = async (asked, means) => {
  const { url, bytes } = await fetchContent(asked, means)
  if (isCompoundFile(bytes)) throw protectedOrOld(bytes)
  if (!isZip(bytes)) throw noDocument()
  // The converter unpacks all of it at once, so it is bounded here.
  const { names, sizeOf } = await openArchive(bytes)
  if (!names.includes('word/document.xml')) throw noDocument()
  if (names.some((name) => name.endsWith('.xml') && sizeOf(name) > LARGEST))
    throw new ImportFailure('The document is too large: split it and import its parts.')
  const page = readHtmlPage(await convert(bytes), url, { whole: true })
  return onePage({ ...page, fallbackTitle: titleFrom(url) || 'Untitled' })
}

const noDocument = () =>
  new ImportFailure('There is no .docx document at this address: check that it is the file itself.')

// In a document with a password, the stream that holds it is named so.
const protectedOrOld = (bytes: Buffer) =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? protectedByPassword()
    : new ImportFailure('The document is in the old .doc format: save it as .docx and import that.')

async function convert(buffer: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { styleMap: STYLES, convertImage: mammoth.images.dataUri },
    )
    return value
  } catch {
    throw new ImportFailure('The document is damaged: open it, save it again and import that.')
  }
}
