// What is printed lies in a folder: the book, its pages one a line, its pictures; the PDF comes to lie beside them.
// Whoever prints needs nothing else, neither database nor settings nor secrets.
import { createReadStream } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Book, type BookPage, certain } from '../render/typst/index.ts'

export const PDF_FILE = 'book.pdf'

const BOOK_FILE = 'book.json'
const PAGES_FILE = 'pages.ndjson'

export const addPages = (folder: string, pages: readonly BookPage[]): Promise<void> =>
  appendFile(join(folder, PAGES_FILE), pages.map((page) => `${JSON.stringify(page)}\n`).join(''))

export const writeBook = (folder: string, book: Book): Promise<void> =>
  writeFile(join(folder, BOOK_FILE), JSON.stringify(book))

export async function readJob({ folder, careful }: Order): Promise<{ book: Book; pages: BookPage[] }> {
  const parse = (json: string) => JSON.parse(json, careful ? withCertainText : undefined)
  const book = parse(await readFile(join(folder, BOOK_FILE), 'utf8')) as Book
  const pages: BookPage[] = []
  const lines = createInterface({
    input: createReadStream(join(folder, PAGES_FILE)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) pages.push(parse(line) as BookPage)
  return { book, pages }
}

const withCertainText = (_key: string, value: unknown): unknown => (typeof value === 'string' ? certain(value) : value)

/** What the printing process is told, and what it answers. */
export interface Order {
  folder: string
  /** With the characters only that certainly can be printed: something else has brought the process down. */
  careful: boolean
}
export type Outcome = { done: true } | { failed: string }
