// Books become PDF here. Slow, and all at once: meant for a process of its own.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { textOf } from '../engine/text.ts'
import { paragraph, text } from '../markdown/model.ts'
import { type Book, type BookPage, type Drawings, type Picture, renderBook } from '../render/typst/index.ts'
import { fontFiles } from './fonts.ts'
import { loadIcons } from './icons.ts'
import { PDF_FILE, readJob } from './job.ts'

const FONTS = [{ fontPaths: fontFiles() }]

export async function typeset(folder: string): Promise<void> {
  const { book, pages } = await readJob(folder)
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: FONTS })
  const drawings: Drawings = { iconOf: await loadIcons() }
  await checkPictures(book, folder, compiler)
  const document = compileBook(compiler, book, pages, drawings)
  await writeFile(join(folder, PDF_FILE), compiler.pdf(document))
  // What Typst remembers of this book is of no use for the next.
  compiler.evictCache(0)
}

function compileBook(compiler: NodeCompiler, book: Book, pages: BookPage[], drawings: Drawings): NodeTypstDocument {
  const compile = (printed: BookPage[]) => compileSource(compiler, renderBook(book, printed, drawings))
  const whole = compile(pages)
  if ('document' in whole) return whole.document
  // Something on a page cannot be set. That page is printed as plain text, and all others as they are.
  const sound = pages.map((page) => ('document' in compile([page]) ? page : inPlainText(page)))
  const rest = compile(sound)
  if ('document' in rest) return rest.document
  throw new Error(`The book cannot be set: ${rest.problem}`)
}

function compileSource(compiler: NodeCompiler, source: string): { document: NodeTypstDocument } | { problem: string } {
  const compiled = compiler.compile({ mainFileContent: source })
  if (compiled.result) return { document: compiled.result }
  return { problem: JSON.stringify(compiled.takeError()?.shortDiagnostics).slice(0, 2000) }
}

function inPlainText(page: BookPage): BookPage {
  const lines = textOf(page.document).split('\n')
  return { ...page, document: { ...page.document, nodes: lines.map((line) => paragraph([text(line)])) } }
}

/** A picture that cannot be read must not spoil the book: it leaves its frame. */
async function checkPictures(book: Book, folder: string, compiler: NodeCompiler): Promise<void> {
  for (const file of Object.values(book.files)) {
    if (file.picture) file.picture = await readable(file.picture, folder, compiler)
  }
}

async function readable(picture: Picture, folder: string, compiler: NodeCompiler): Promise<Picture | undefined> {
  if (picture.path.endsWith('.webp')) return unpack(picture, folder)
  const looked = compileSource(compiler, `#image("${picture.path}")`)
  return 'document' in looked ? picture : undefined
}

/** Typst does not read WebP; bare pixels it does. */
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
