// Renders a book as the source of one Typst file.

import { listAliases, listAnchors } from '../../engine/anchors.ts'
import type { Block } from '../../engine/document.ts'
import { textOf } from '../../engine/text.ts'
import { directionOf, languageOf } from '../direction.ts'
import { emojiText } from '../emoji.ts'
import { isSet } from '../fields.ts'
import { base } from './base.ts'
import type { Book, BookPage } from './book.ts'
import { all, bool, type Code, call, file, int, NONE, str } from './code.ts'
import { layouts } from './formats.ts'
import { frontMatter, isLeaflet } from './front-matter.ts'
import { withIcon } from './inlines/icon.ts'
import { SIZES } from './pictures.ts'
import { anchorLabel, pageLabel, titleCode } from './references.ts'
import { sheets } from './sheets.ts'
import { plain } from './text.ts'
import { contextOf } from './write.ts'

export type { Book, BookFile, BookPage, Picture } from './book.ts'
export { CARD_SIZE, type Card, type CardLogo, renderCard, withLogo, withoutEmoji } from './card.ts'
export { printable, runsRightToLeft, withKnownGlyphs } from './printable.ts'

export interface Drawings {
  /** Returns an icon as SVG. */
  iconOf(name: string): string | undefined
}

/** Books with fewer pages also list their sections in the contents. */
const FEW_PAGES = 12

export function renderBook(book: Book, pages: readonly BookPage[], drawings: Drawings): string {
  const labels = new Map<Block, string>()
  const printed = new Map(pages.map(({ id }) => [pageLabel(id), pageLabel(id)]))
  for (const { id, document } of pages) {
    const anchors = listAnchors(document)
    for (const [block, anchor] of anchors) labels.set(block, anchorLabel(id, anchor))
    for (const [alias, block] of listAliases(document, anchors)) printed.set(anchorLabel(id, alias), labels.get(block)!)
  }
  for (const label of labels.values()) printed.set(label, label)
  const shared = {
    book,
    printedAs: (label: string) => printed.get(label),
    labelOf: (block: Block) => labels.get(block),
  }
  const chapters = pages.map((page, at) => {
    const context = contextOf({ ...shared, page, cite: citing(), iconOf: drawings.iconOf })
    return chapterCode(page, context, isBelowOther(pages, at))
  })
  const settings = `#let sections-listed = ${bool(pages.length < FEW_PAGES)}`
  return file([base, settings, SIZES, ...layouts, sheets], [...frontMatter(book, pages), ...chapters])
}

function citing(): (url: string) => boolean {
  const cited = new Set<string>()
  return (url) => cited.size < cited.add(url).size
}

/** True if it begins below something: the masthead, or the title of its group. Links are one below the other. */
const isBelowOther = (pages: readonly BookPage[], at: number): boolean =>
  isLeaflet(pages) || pages[at]!.type === 'link' || pages[at - 1]?.type === 'group'

function chapterCode(page: BookPage, context: ReturnType<typeof contextOf>, isBelow: boolean): Code {
  const text = `${page.title}\n${textOf(page.document).slice(0, 4000)}`
  const signs = { emoji: page.emoji, icon: page.icon }
  const title = page.emoji ? `${emojiText(page.emoji)} ${page.title}` : page.title
  const kind = page.type === 'group' ? 'group' : isBelow ? 'bare' : 'page'
  const opening = call('chapter', [
    str(pageLabel(page.id)),
    int(page.level),
    str(title),
    withIcon(plain(page.title), signs, context),
    str(kind),
    page.description ? plain(page.description) : NONE,
  ])
  const target = isSet(page.target) ? call('paragraph', [str(''), str('start'), titleCode(page.target, context)]) : NONE
  const body = context.blocks(page.document.nodes)
  return call('in-language', [str(languageOf(text)), str(directionOf(text) ?? 'ltr'), all([opening, target, body])])
}
