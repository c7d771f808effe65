// Reads PDFs with an independent library.
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

export interface ReadPdf {
  pages: string[]
  /** Outline titles, indented by depth. */
  outline: string[]
  /** Link addresses, by page. */
  links: string[][]
  /** Internal links: source and target page. */
  jumps: { from: number; to: number }[]
  /** Font names. */
  fonts: string[]
  /** The number of pictures. */
  images: number
  info: { Title?: string; Author?: string; CreationDate?: string }
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const read: ReadPdf = { pages: [], outline: [], links: [], jumps: [], fonts: fontsIn(bytes), images: 0, info: {} }
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    read.pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    read.images += await countPictures(page)
    const annotations = await page.getAnnotations()
    read.links.push(annotations.flatMap(({ url }) => url ?? []))
    for (const { dest } of annotations)
      if (dest) read.jumps.push({ from: number, to: (await pageOf(document, dest)) ?? 0 })
  }
  read.outline = titlesOf((await document.getOutline()) ?? [])
  read.info = (await document.getMetadata()).info as ReadPdf['info']
  return read
}

async function countPictures(page: Awaited<ReturnType<Document['getPage']>>): Promise<number> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray } = await page.getOperatorList()
  return fnArray.filter((operation) => operation === OPS.paintImageXObject).length
}

// PDF libraries do not expose the names; they are plain text in the file.
const fontsIn = (bytes: Uint8Array): string[] =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/BaseFont \/([^\s/]+)/g),
  ].map(([, name]) => name!)

/** A picture of one pixel. */
export const pixel = (type: 'png' | 'webp' | 'svg'): Buffer =>
  type === 'svg'
    ? Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
    : Buffer.from(PIXELS[type], 'base64')

const PIXELS = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  webp: 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=',
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>
type Destination = string | unknown[]

async function pageOf(document: Document, dest: Destination): Promise<number | undefined> {
  const place = typeof dest === 'string' ? await document.getDestination(dest) : dest
  return place?.[0] ? (await document.getPageIndex(place[0] as never)) + 1 : undefined
}

interface Entry {
  title: string
  items: Entry[]
}

const titlesOf = (entries: Entry[], depth = 0): string[] =>
  entries.flatMap(({ title, items }) => [`${'  '.repeat(depth)}${title}`, ...titlesOf(items, depth + 1)])
