// Reading PDFs, as any other program would.
import { getDocumentProxy } from 'unpdf'

export interface ReadPdf {
  pages: string[]
  /** Titles of the outline, indented by their depth. */
  outline: string[]
  /** Addresses that can be clicked, by page. */
  links: string[][]
  /** Jumps within the document: from which page to which. */
  jumps: { from: number; to: number }[]
  info: { Title?: string; Author?: string; CreationDate?: string }
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const read: ReadPdf = { pages: [], outline: [], links: [], jumps: [], info: {} }
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    read.pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    const annotations = await page.getAnnotations()
    read.links.push(annotations.flatMap(({ url }) => url ?? []))
    for (const { dest } of annotations)
      if (dest) read.jumps.push({ from: number, to: (await pageOf(document, dest)) ?? 0 })
  }
  read.outline = titlesOf((await document.getOutline()) ?? [])
  read.info = (await document.getMetadata()).info as ReadPdf['info']
  return read
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
