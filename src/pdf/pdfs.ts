// PDFs on demand: from the cache, or printed, one after another. Who asks for what is being printed waits for that one.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../errors.ts'
import { ignoreMissing } from '../files/disk.ts'
import type { Stored } from '../files/shelf.ts'
import { DAY, SECOND } from '../lib/time.ts'
import { openCache, type PdfCache } from './cache.ts'
import { PDF_FILE } from './job.ts'
import { Press } from './press.ts'

export interface Pdfs {
  /** The PDF of that key; if there is none, `prepare` puts what is to be printed into a folder, and it is printed. */
  load(key: string, prepare: (folder: string) => Promise<void>): Promise<Stored>
  stop(): Promise<void>
}

export interface PdfOptions {
  data: string
  /** Seconds that one PDF may take. */
  pdfSeconds?: number
  /** Bytes of memory that making one may take. */
  pdfMemory?: number
}

const MIB = 1024 * 1024
const MEMORY = 1536 * MIB
const KEPT = 512 * MIB
/** How many may wait for their turn. */
const LONGEST_QUEUE = 16

export function openPdfs({ data, pdfSeconds = 30, pdfMemory = MEMORY }: PdfOptions): Pdfs {
  const press = new Press({ time: pdfSeconds * SECOND, memory: pdfMemory })
  const cache = openCache(join(data, 'pdf'), KEPT)
  const work = join(data, 'pdf.printing')
  const printing = new Map<string, Promise<Stored>>()
  let turn: Promise<unknown> = removeStale(work)

  const print = (key: string, prepare: (folder: string) => Promise<void>): Promise<Stored> => {
    if (printing.size >= LONGEST_QUEUE) throw problem('pdfBusy')
    const printed = turn.then(() => printInto(cache, { key, work, press, prepare })).finally(() => printing.delete(key))
    turn = printed.catch(() => {})
    printing.set(key, printed)
    return printed
  }
  return {
    load: async (key, prepare) =>
      printing.get(key) ?? (await cache.find(key)) ?? printing.get(key) ?? print(key, prepare),
    async stop() {
      press.stop()
      await turn
    },
  }
}

/** Removes what a crash has left behind. Others may be at work in the same folder, so only what is old goes. */
async function removeStale(work: string): Promise<void> {
  for (const name of (await readdir(work).catch(ignoreMissing)) ?? []) {
    const { mtimeMs } = (await stat(join(work, name)).catch(ignoreMissing)) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - DAY) await rm(join(work, name), { recursive: true, force: true })
  }
}

interface Printing {
  key: string
  work: string
  press: Press
  prepare(folder: string): Promise<void>
}

async function printInto(cache: PdfCache, { key, work, press, prepare }: Printing): Promise<Stored> {
  await mkdir(work, { recursive: true })
  const folder = await mkdtemp(join(work, 'book-'))
  try {
    press.getReady()
    await prepare(folder)
    await press.print(folder)
    return await cache.add(key, join(folder, PDF_FILE))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
