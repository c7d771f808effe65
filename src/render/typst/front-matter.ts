// What comes before the text of a book: its cover and contents, or only a line above the title of its only page.
import { textOf } from '../../engine/text.ts'
import type { Book, BookPage } from './book.ts'
import { array, type Code, call, int, NONE, rule, str } from './code.ts'
import { dateText } from './dates.ts'
import { plain } from './text.ts'

/** A single page needs no contents if it has fewer sections or characters. */
const FEW_SECTIONS = 5
const FEW_CHARACTERS = 6000

/** A leaflet has no cover and no contents: it is read at a glance. */
export function isLeaflet(pages: readonly BookPage[]): boolean {
  const [page] = pages
  if (page === undefined || pages.length > 1 || page.type !== 'document') return false
  const sections = page.document.nodes.filter(({ type }) => type === 'heading-1')
  return sections.length < FEW_SECTIONS || textOf(page.document).length < FEW_CHARACTERS
}

export function frontMatter(book: Book, pages: readonly BookPage[]): Code[] {
  const whole = book.subtitle ?? book.title
  return [
    rule('document', { title: str(book.title), author: array([str(book.publisher)]), date: dayOf(book.date) }),
    rule('page', { header: call('header', [plain(whole)]), footer: call('folio') }),
    ...(isLeaflet(pages) ? [mastheadCode(book, whole)] : [coverCode(book), call('contents')]),
  ]
}

const noteOf = ({ note }: Book): Code => (note ? plain(note) : NONE)

function coverCode(book: Book): Code {
  const subtitle = book.subtitle ? plain(book.subtitle) : NONE
  const named = [plain(book.title), subtitle, plain(book.publisher), str(dateText(book.date))]
  return call('cover', [...named, noteOf(book)])
}

const mastheadCode = (book: Book, whole: string): Code =>
  call('masthead', [array([plain(book.publisher), plain(whole), str(dateText(book.date))]), noteOf(book)])

function dayOf(date: string): Code {
  const day = new Date(date)
  const [year, month, ofMonth] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()]
  return call('datetime', [], { year: int(year), month: int(month), day: int(ofMonth) })
}
