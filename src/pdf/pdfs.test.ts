// @slow
// Printing on demand: once per key, within limits, and again after a failure.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../test/support/pdf.ts'
import { openCache } from '../files/cache.ts'
import type { Book, BookPage } from '../render/typst/index.ts'
import { addPages, writeBook } from './book-folder.ts'
import { openPdfs, type PdfOptions } from './pdfs.ts'

const data = mkdtempSync(join(tmpdir(), 'lectern-pdfs-'))
const opened: ReturnType<typeof openPdfs>[] = []
afterAll(async () => {
  for (const pdfs of opened) await pdfs.stop()
  rmSync(data, { recursive: true, force: true })
})

function open(options: Partial<PdfOptions> = {}) {
  const pdfs = openPdfs({ data, pdfSeconds: 300, ...options })
  opened.push(pdfs)
  return pdfs
}

const PAGE: BookPage = {
  id: 'p',
  title: 'A page',
  level: 0,
  type: 'document',
  document: { object: 'document', data: {}, nodes: [] },
}
const BOOK: Book = {
  title: 'A book',
  publisher: 'Somebody',
  date: '2026-01-02T03:04:05.000Z',
  space: 's',
  pages: {},
  files: {},
  users: {},
  tags: {},
}

async function prepare(folder: string): Promise<void> {
  await addPages(folder, [PAGE])
  await writeBook(folder, BOOK)
}

const nothingLeft = () => expect(readdirSync(join(data, 'pdf.printing'))).toEqual([])

test('concurrent requests print once, and later requests use the cache', async () => {
  const pdfs = open()
  let prepared = 0
  const load = () =>
    pdfs.load('twice', async (folder) => {
      prepared++
      await prepare(folder)
    })
  const [first, second] = await Promise.all([load(), load()])
  await load()
  expect(prepared).toBe(1)
  expect(first.size).toBe(second.size)
  nothingLeft()
})

test('a PDF that takes too long is rejected with advice, and the next one is printed', async () => {
  const hasty = open({ pdfSeconds: 0.001 })
  await expect(hasty.load('too-long', prepare)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('page'),
  })
  nothingLeft()
  expect((await open().load('too-long', prepare)).size).toBeGreaterThan(1000)
})

test('a book with many pictures may take longer', async () => {
  const withPictures = async (folder: string) => {
    await prepare(folder)
    await writeFile(join(folder, 'picture.png'), '')
    await truncate(join(folder, 'picture.png'), 300 * 2 ** 20)
  }
  expect((await open({ pdfSeconds: 0.001 }).load('pictures', withPictures)).size).toBeGreaterThan(1000)
})

test('a PDF that takes too much memory is refused', async () => {
  await expect(open({ pdfMemory: 1 }).load('too-much', prepare)).rejects.toMatchObject({ status: 503 })
})

test('a failed preparation is not printed, and does not block others', async () => {
  const pdfs = open()
  const failing = pdfs.load('failing', () => Promise.reject(new Error('The database is away.')))
  const other = pdfs.load('other', prepare)
  await expect(failing).rejects.toThrow('The database is away.')
  expect((await other).size).toBeGreaterThan(1000)
})

test('requests beyond the queue are rejected at once', async () => {
  const pdfs = open()
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  const waiting = Array.from({ length: 16 }, (_, at) =>
    pdfs.load(`waiting-${at}`, () => blocked.then(() => Promise.reject(new Error('enough')))).catch(() => {}),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect(pdfs.load('one-more', prepare)).rejects.toMatchObject({ status: 503 })
  release()
  await Promise.all(waiting)
})

test('once stopped, nothing is printed', async () => {
  const pdfs = open()
  await pdfs.stop()
  await expect(pdfs.load('late', prepare)).rejects.toMatchObject({ status: 503 })
})

// No input is known to crash the printing process, so the test kills it. Finding the process depends on the system.
describe.runIf(process.platform === 'linux')('when the process ends by itself', () => {
  const presses = (): number[] =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .map(Number)
      .filter((pid) => pid > 0 && isPress(pid))

  function isPress(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pdf/worker')
    } catch {
      // It has already exited.
      return false
    }
  }

  /** Kills the next processes, each after it received the book and before it can finish. */
  async function endNext(count: number): Promise<void> {
    const known = new Set(presses())
    isPrepared = false
    for (let ended = 0; ended < count; ) {
      const started = isPrepared ? presses().find((pid) => !known.has(pid)) : undefined
      if (started !== undefined) {
        known.add(started)
        process.kill(started, 'SIGKILL')
        ended++
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  let isPrepared = false
  const withArrow = async (folder: string) => {
    await addPages(folder, [{ ...PAGE, title: 'From here → there' }])
    await writeBook(folder, BOOK)
    isPrepared = true
  }

  async function wordsOf(key: string, pdfs = open()): Promise<string> {
    await pdfs.load(key, withArrow)
    return (await readPdf(readFileSync(join(data, 'pdf', `${key}.pdf`)))).pages.join('\n')
  }

  test('the book is printed again, with the characters that certainly can be printed', async () => {
    expect(await wordsOf('at-once')).toContain('From here → there')
    const [again] = await Promise.all([wordsOf('again'), endNext(1)])
    expect(again).toContain('From here \ufffd there')
    nothingLeft()
  })

  test('a second crash fails the book, and the next one is printed unchanged', async () => {
    const pdfs = open()
    const [refused] = await Promise.all([wordsOf('given-up', pdfs).catch((error: Error) => error.message), endNext(2)])
    expect(refused).toBe('The printing process exited before it finished.')
    expect(await wordsOf('given-up', pdfs)).toContain('From here → there')
    nothingLeft()
  })
})

test('the cache is bounded, and evicts the least recently read file', async () => {
  const folder = join(data, 'small')
  const pdfs = open()
  const { size } = await pdfs.load('sample', prepare)
  const { copyFileSync, mkdirSync, utimesSync } = await import('node:fs')
  mkdirSync(folder)
  const cache = openCache(folder, size * 2, 'pdf')
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    copyFileSync(join(data, 'pdf', 'sample.pdf'), join(data, 'copy'))
    await cache.add(key, join(data, 'copy'))
    utimesSync(join(folder, `${key}.pdf`), at + 1, at + 1)
  }
  expect(readdirSync(folder).sort()).toEqual(['b.pdf', 'c.pdf'])
})
