// The folder with the input of one print: the book, its pages as lines of JSON, its pictures; or a card. What is printed is
// written beside them. The printing process needs nothing else: no database, settings or secrets.
import { createReadStream } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Book, type BookPage, type Card, withKnownGlyphs } from '../render/typst/index.ts'
import type { PrintKind } from './print-kinds.ts'

const BOOK_FILE = 'book.json'
const PAGES_FILE = 'pages.ndjson'
const CARD_FILE = 'card.json'

export const addPages = (folder: string, pages: readonly BookPage[]): Promise<void> =>
  appendFile(join(folder, PAGES_FILE), pages.map((page) => `${JSON.stringify(page)}\n`).join(''))

export const writeBook = (folder: string, book: Book): Promise<void> =>
  writeFile(join(folder, BOOK_FILE), JSON.stringify(book))

export const writeCard = (folder: string, card: Card): Promise<void> =>
  writeFile(join(folder, CARD_FILE), JSON.stringify(card))

export const readCard = async ({ folder, careful }: PrintRequest): Promise<Card> =>
  parserFor(careful)(await readFile(join(folder, CARD_FILE), 'utf8')) as Card

const parserFor =
  (careful: boolean) =>
  (json: string): unknown =>
    JSON.parse(json, careful ? withCertainText : undefined)

export async function readBook({ folder, careful }: PrintRequest): Promise<{ book: Book; pages: BookPage[] }> {
  const parse = parserFor(careful)
  const book = parse(await readFile(join(folder, BOOK_FILE), 'utf8')) as Book
  const pages: BookPage[] = []
  const lines = createInterface({
    input: createReadStream(join(folder, PAGES_FILE)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) pages.push(parse(line) as BookPage)
  return { book, pages }
}

const withCertainText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? withKnownGlyphs(value) : value

/** A request to the printing process, and its result. */
export interface PrintRequest {
  kind: PrintKind
  folder: string
  /** Restricts the text to characters that certainly can be printed, after the process crashed. */
  careful: boolean
}
export type PrintResult = { done: true } | { failed: string }
