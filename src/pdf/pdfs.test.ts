// Printing on demand: once for each key, within limits, and again after a failure.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Book, BookPage } from '../render/typst/index.ts'
import { openCache } from './cache.ts'
import { addPages, writeBook } from './job.ts'
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
  app: 'https://lectern.example/app',
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

test('what is asked for twice at once is printed once, and later not again', async () => {
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

test('a PDF that takes too long is refused with the way out, and the next one is printed', async () => {
  const hasty = open({ pdfSeconds: 0.001 })
  await expect(hasty.load('too-long', prepare)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('page'),
  })
  nothingLeft()
  expect((await open().load('too-long', prepare)).size).toBeGreaterThan(1000)
})

test('a PDF that takes too much memory is refused', async () => {
  await expect(open({ pdfMemory: 1 }).load('too-much', prepare)).rejects.toMatchObject({ status: 503 })
})

test('what cannot be prepared is not printed, and does not hold up others', async () => {
  const pdfs = open()
  const failing = pdfs.load('failing', () => Promise.reject(new Error('The database is away.')))
  const other = pdfs.load('other', prepare)
  await expect(failing).rejects.toThrow('The database is away.')
  expect((await other).size).toBeGreaterThan(1000)
})

test('more than a server can print in a while are refused at once', async () => {
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

test('the cache keeps what fits, and forgets what was not read for longest', async () => {
  const folder = join(data, 'small')
  const pdfs = open()
  const { size } = await pdfs.load('sample', prepare)
  const { copyFileSync, mkdirSync, utimesSync } = await import('node:fs')
  mkdirSync(folder)
  const cache = openCache(folder, size * 2)
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    copyFileSync(join(data, 'pdf', 'sample.pdf'), join(data, 'copy'))
    await cache.add(key, join(data, 'copy'))
    utimesSync(join(folder, `${key}.pdf`), at + 1, at + 1)
  }
  expect(readdirSync(folder).sort()).toEqual(['b.pdf', 'c.pdf'])
})
