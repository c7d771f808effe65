// Typesets books as PDF. Slow and synchronous: meant for a process of its own.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { textOf } from '../engine/text.ts'
import { paragraph, text } from '../markdown/model.ts'
import { type Book, type BookPage, type Drawings, type Picture, renderBook } from '../render/typst/index.ts'
import { type PrintRequest, readBook } from './book-folder.ts'
import { fontFiles } from './fonts.ts'
import { loadIcons } from './icons.ts'
import { PRINTED_FILES } from './print-kinds.ts'

export async function typeset(order: PrintRequest): Promise<void> {
  const { folder } = order
  const { book, pages } = await readBook(order)
  const drawings: Drawings = { iconOf: await loadIcons() }
  const compiler = openCompiler(folder)
  await checkPictures(book, folder, compiler)
  await writeFile(join(folder, PRINTED_FILES.book), printBook(compiler, book, pages, drawings))
  // Typst's cache of this book is useless for the next.
  compiler.typst.evictCache(0)
}

export interface Compiler {
  workspace: string
  typst: NodeCompiler
}

export const openCompiler = (workspace: string): Compiler => ({
  workspace,
  typst: NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFiles() }] }),
})

function printBook(compiler: Compiler, book: Book, pages: BookPage[], drawings: Drawings): Buffer {
  const print = (printed: BookPage[]) => compile(compiler, renderBook(book, printed, drawings))
  const whole = print(pages)
  if ('document' in whole) return compiler.typst.pdf(whole.document)
  // A page cannot be typeset. That page is printed as plain text, all others as they are.
  const sound = print(pages.map((page) => ('document' in print([page]) ? page : inPlainText(page))))
  if ('document' in sound) return compiler.typst.pdf(sound.document)
  throw new Error(`The book cannot be typeset: ${sound.problem}`)
}

let sources = 0

/** Each source gets a file name of its own: Typst compares a file only with its last version, and is wrong at times. */
export function compile(
  { workspace, typst }: Compiler,
  source: string,
): { document: NodeTypstDocument } | { problem: string } {
  const mainFilePath = join(workspace, `source-${sources++}.typ`)
  typst.addSource(mainFilePath, source)
  const compiled = typst.compile({ mainFilePath })
  typst.unmapShadow(mainFilePath)
  if (compiled.result) return { document: compiled.result }
  return { problem: JSON.stringify(compiled.takeError()?.shortDiagnostics).slice(0, 2000) }
}

function inPlainText(page: BookPage): BookPage {
  const lines = textOf(page.document).split('\n')
  return { ...page, document: { ...page.document, nodes: lines.map((line) => paragraph([text(line)])) } }
}

/** Replaces pictures that cannot be read by an empty frame, so that they do not fail the book. */
async function checkPictures(book: Book, folder: string, compiler: Compiler): Promise<void> {
  for (const file of Object.values(book.files)) {
    if (file.picture) file.picture = await readable(file.picture, folder, compiler)
  }
}

async function readable(picture: Picture, folder: string, compiler: Compiler): Promise<Picture | undefined> {
  if (picture.path.endsWith('.webp')) return unpack(picture, folder)
  return 'document' in compile(compiler, `#image("${picture.path}")`) ? picture : undefined
}

/** Typst reads raw pixels but not WebP. */
async function unpack({ path }: Picture, folder: string): Promise<Picture | undefined> {
  const { decode } = await import('@cwasm/webp')
  try {
    const { data, width, height } = decode(await readFile(join(folder, path)))
    await writeFile(join(folder, `${path}.pixels`), data)
    return { path: `${path}.pixels`, width, height, pixels: true }
  } catch {
    return undefined
  }
}
