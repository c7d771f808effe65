// Draws cards: Typst sets them, resvg turns them into pixels. Slow and synchronous: meant for a process of its own.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { type Card, renderCard, withLogo, withoutEmoji } from '../render/typst/index.ts'
import { type PrintRequest, readCard } from './book-folder.ts'
import { PRINTED_FILES } from './print-kinds.ts'
import { type Compiler, compile, openCompiler } from './typesetter.ts'

// Reading the fonts takes longer than drawing. A card has no files, so the folder of the compiler does not matter.
let compiler: Compiler | undefined

/** For some emoji, Typst writes out the drawings of all emoji, which nothing turns into pixels in time. */
const MAX_DRAWING = 2 * 1024 * 1024

export async function drawCard(order: PrintRequest): Promise<void> {
  compiler ??= openCompiler(order.folder)
  const card = await readCard(order)
  const drawing = draw(compiler, card)
  const svg = drawing.length > MAX_DRAWING ? draw(compiler, withoutEmoji(card)) : drawing
  compiler.typst.evictCache(0)
  // Text is outlines already, so no fonts are needed. The styles are for pages that readers select text in.
  const bare = svg.replace(/<style[^>]*>[^<]*<\/style>/g, '')
  const png = new Resvg(withLogo(bare, card.logo), { font: { loadSystemFonts: false } }).render().asPng()
  await writeFile(join(order.folder, PRINTED_FILES.card), png)
}

function draw(opened: Compiler, card: Card): string {
  const compiled = compile(opened, renderCard(card))
  if ('document' in compiled) return opened.typst.svg(compiled.document)
  throw new Error(`The card cannot be typeset: ${compiled.problem}`)
}
