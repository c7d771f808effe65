// PDFs of books, and the pictures that stand for pages where their links are shared. Each kind has a printer of its own,
// so that a picture does not wait for a book.
import { join } from 'node:path'
import type { StoredFile } from '../files/backend.ts'
import { later } from '../lib/later.ts'
import { SECOND } from '../lib/time.ts'
import type { Card } from '../render/typst/index.ts'
import { openPrinter, type Printer } from './printer.ts'

export interface Pdfs {
  load: Printer['load']
  /** The card as PNG. */
  loadCard(key: string, card: Card): Promise<StoredFile>
  stop(): Promise<void>
}

export interface PdfOptions {
  data: string
  /** Time limit for one PDF, in seconds. */
  pdfSeconds?: number
  /** Memory limit for printing, in bytes. */
  pdfMemory?: number
}

const MIB = 1024 * 1024
const MEMORY = 1536 * MIB
const CARD_LIMITS = { time: 30 * SECOND, memory: 768 * MIB }

const writeCard = later(async () => (await import('./book-folder.ts')).writeCard)

export function openPdfs({ data, pdfSeconds = 30, pdfMemory = MEMORY }: PdfOptions): Pdfs {
  const books = openPrinter({
    kind: 'book',
    folder: join(data, 'pdf'),
    cacheSize: 512 * MIB,
    extension: 'pdf',
    limits: { time: pdfSeconds * SECOND, memory: pdfMemory },
  })
  const cards = openPrinter({
    kind: 'card',
    folder: join(data, 'cards'),
    cacheSize: 128 * MIB,
    extension: 'png',
    limits: CARD_LIMITS,
  })
  return {
    load: books.load,
    loadCard: (key, card) => cards.load(key, (folder) => writeCard(folder, card)),
    stop: async () => void (await Promise.all([books.stop(), cards.stop()])),
  }
}
