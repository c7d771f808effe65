// A book → the source of one Typst file.
import type { Block } from '../../engine/document.ts'
import { listAnchors } from '../../engine/outline.ts'
import { textOf } from '../../engine/text.ts'
import { base } from './base.ts'
import type { Book, BookPage } from './book.ts'
import { all, array, bool, type Code, call, file, int, NONE, rule, str } from './code.ts'
import { dateText } from './dates.ts'
import { directionOf, languageOf } from './direction.ts'
import { isSet } from './fields.ts'
import { layouts } from './formats.ts'
import { emojiText, withSign } from './inlines/icon.ts'
import { SIZES } from './pictures.ts'
import { anchorLabel, pageLabel, titled } from './references.ts'
import { sheets } from './sheets.ts'
import { plain } from './text.ts'
import { contextOf } from './write.ts'

export type { Book, BookFile, BookPage, Picture } from './book.ts'
export { certain, printable, runsRightToLeft } from './printable.ts'

export interface Drawings {
  /** An icon as SVG. */
  iconOf(name: string): string | undefined
}

/** With fewer pages than these, the contents list their sections too. */
const FEW_PAGES = 12

export function renderBook(book: Book, pages: readonly BookPage[], drawings: Drawings): string {
  const labels = new Map<Block, string>()
  for (const { id, document } of pages)
    for (const [block, anchor] of listAnchors(document)) labels.set(block, anchorLabel(id, anchor))
  const printed = new Set([...labels.values(), ...pages.map(({ id }) => pageLabel(id))])
  const shared = {
    book,
    isPrinted: (label: string) => printed.has(label),
    labelOf: (block: Block) => labels.get(block),
  }
  const chapters = pages.map((page, at) => {
    const context = contextOf({ ...shared, page, cite: citing(), iconOf: drawings.iconOf })
    return chapterCode(page, context, pages[at - 1])
  })
  const settings = `#let sections-listed = ${bool(pages.length < FEW_PAGES)}`
  return file([base, settings, SIZES, ...layouts, sheets], [...frontMatter(book), ...chapters])
}

function citing(): (url: string) => boolean {
  const cited = new Set<string>()
  return (url) => cited.size < cited.add(url).size
}

function frontMatter(book: Book): Code[] {
  const note = book.note ? plain(book.note) : NONE
  const subtitle = book.subtitle ? plain(book.subtitle) : NONE
  const cover = [plain(book.title), subtitle, plain(book.publisher), str(dateText(book.date)), note]
  return [
    rule('document', { title: str(book.title), author: array([str(book.publisher)]), date: dayOf(book.date) }),
    rule('page', { header: call('header', [plain(book.subtitle ?? book.title)]), footer: call('folio') }),
    call('cover', cover),
    call('contents'),
  ]
}

function dayOf(date: string): Code {
  const day = new Date(date)
  const [year, month, ofMonth] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()]
  return call('datetime', [], { year: int(year), month: int(month), day: int(ofMonth) })
}

function chapterCode(page: BookPage, context: ReturnType<typeof contextOf>, before: BookPage | undefined): Code {
  const text = `${page.title}\n${textOf(page.document).slice(0, 4000)}`
  const signs = { emoji: page.emoji, icon: page.icon }
  const title = page.emoji ? `${emojiText(page.emoji)} ${page.title}` : page.title
  // The first page below a group stands on the sheet with its title.
  const kind = page.type === 'group' ? 'group' : before?.type === 'group' || page.type === 'link' ? 'bare' : 'page'
  const opening = call('chapter', [
    str(pageLabel(page.id)),
    int(page.level),
    str(title),
    withSign(plain(page.title), signs, context),
    str(kind),
    page.description ? plain(page.description) : NONE,
  ])
  const target = isSet(page.target) ? call('paragraph', [str(''), str('start'), titled(page.target, context)]) : NONE
  const body = context.blocks(page.document.nodes)
  return call('in-language', [str(languageOf(text)), str(directionOf(text) ?? 'ltr'), all([opening, target, body])])
}
