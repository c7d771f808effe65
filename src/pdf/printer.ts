// Prints on demand: from the cache, or by the printing process, one at a time. Concurrent requests for the same key share
// one print.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../errors.ts'
import type { StoredFile } from '../files/backend.ts'
import { type FileCache, openCache } from '../files/cache.ts'
import { ignoreMissing } from '../files/disk.ts'
import { DAY } from '../lib/time.ts'
import { PdfProcess, type PdfProcessLimits } from './pdf-process.ts'
import { PRINTED_FILES, type PrintKind } from './print-kinds.ts'

export interface Printer {
  /** Returns what is printed for a key. If it is not cached, `prepare` writes the input into a folder. */
  load(key: string, prepare: (folder: string) => Promise<void>): Promise<StoredFile>
  stop(): Promise<void>
}

interface PrinterOptions {
  kind: PrintKind
  /** The folder of the cache. */
  folder: string
  /** The limit of the cache, in bytes. */
  cacheSize: number
  extension: string
  limits: PdfProcessLimits
}

/** The maximum number of waiting prints. */
const MAX_QUEUE = 16

export function openPrinter({ kind, folder, cacheSize, extension, limits }: PrinterOptions): Printer {
  const process = new PdfProcess(kind, limits)
  const cache = openCache(folder, cacheSize, extension)
  const work = `${folder}.printing`
  const printing = new Map<string, Promise<StoredFile>>()
  let turn: Promise<unknown> = removeStale(work)

  const print = (key: string, prepare: (folder: string) => Promise<void>): Promise<StoredFile> => {
    if (printing.size >= MAX_QUEUE) throw problem('pdfBusy')
    const printed = turn
      .then(() => printInto(cache, { kind, key, work, process, prepare }))
      .finally(() => printing.delete(key))
    turn = printed.catch(() => {})
    printing.set(key, printed)
    return printed
  }
  return {
    load: async (key, prepare) =>
      printing.get(key) ?? (await cache.find(key)) ?? printing.get(key) ?? print(key, prepare),
    async stop() {
      process.stop()
      await turn
    },
  }
}

/** Removes folders that a crash left behind. Other processes may use the same parent folder, so only old folders go. */
async function removeStale(work: string): Promise<void> {
  for (const name of (await readdir(work).catch(ignoreMissing)) ?? []) {
    const { mtimeMs } = (await stat(join(work, name)).catch(ignoreMissing)) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - DAY) await rm(join(work, name), { recursive: true, force: true })
  }
}

interface Printing {
  kind: PrintKind
  key: string
  work: string
  process: PdfProcess
  prepare(folder: string): Promise<void>
}

async function printInto(cache: FileCache, { kind, key, work, process, prepare }: Printing): Promise<StoredFile> {
  await mkdir(work, { recursive: true })
  const folder = await mkdtemp(join(work, `${kind}-`))
  try {
    process.warmUp()
    await prepare(folder)
    await process.print(folder)
    return await cache.add(key, join(folder, PRINTED_FILES[kind]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
