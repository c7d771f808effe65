// Imports a word processor document (.docx).
import { type Archive, openArchive, protectedByPassword } from './archive.ts'
import { BOUNDS } from './bounds.ts'
import { fetchContent, isCompoundFile, isZip } from './fetching.ts'
import { titleFrom } from './markdown-page.ts'
import { ImportFailure, type Source } from './model.ts'
import { convertDocument, scanPage } from './reader.ts'
import { onePage } from './single-page.ts'

export const gatherDocx: Source = async (asked, means) => {
  const { url, bytes } = await fetchContent(asked, means)
  if (isCompoundFile(bytes)) throw protectedOrOld(bytes)
  if (!isZip(bytes)) throw noDocument()
  await refuseLarge(await openArchive(bytes))
  const { html, pictures } = await convertDocument(bytes)
  const page = await scanPage({ format: 'html', text: html, url: url.href, whole: true })
  return {
    ...onePage({ ...page, fallbackTitle: titleFrom(url) || 'Untitled' }),
    async open(target) {
      const picture = pictures.get(target.href)
      return picture && { name: '', bytes: [picture] }
    },
  }
}

const MIB = 1024 * 1024
const LESS_THAN = 0x3c

// The converter unpacks the whole document and ignores declared sizes, so it is measured here first, chunk by chunk.
async function refuseLarge(archive: Archive): Promise<void> {
  const { names, sizeOf, open } = archive
  if (!names.includes('word/document.xml')) throw noDocument()
  const isXml = (name: string) => /\.(xml|rels)$/i.test(name)
  const xml = names.filter(isXml).reduce((sum, name) => sum + sizeOf(name), 0)
  const all = names.reduce((sum, name) => sum + sizeOf(name), 0)
  if (all > BOUNDS.bytesOfDocument)
    throw new ImportFailure(
      `The document unpacks to more than ${BOUNDS.bytesOfDocument / MIB} MiB: make its pictures smaller.`,
    )
  if (xml > BOUNDS.bytesOfXml)
    throw new ImportFailure(
      `The document has more than ${BOUNDS.bytesOfXml / MIB} MiB of text: split it and import its parts.`,
    )
  let tags = 0
  for (const name of names) for await (const bytes of await open(name)) if (isXml(name)) tags += countTags(bytes)
  if (tags > BOUNDS.tagsOfDocument)
    throw new ImportFailure(
      `The document has more than ${BOUNDS.tagsOfDocument} elements: split it and import its parts.`,
    )
}

function countTags(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LESS_THAN); at !== -1; at = bytes.indexOf(LESS_THAN, at + 1)) count++
  return count
}

const noDocument = () => new ImportFailure('This is not a .docx document: check that it is the file itself.')

// In a password-protected document, the encrypted stream has this name.
const protectedOrOld = (bytes: Buffer) =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? protectedByPassword()
    : new ImportFailure('The document is in the old .doc format: save it as .docx and import that.')
