// Searches the documentation: every word of the query has to occur in the page, titles count most.
import { headingLevel, listAnchors } from '../engine/anchors.ts'
import { textOf } from '../engine/text.ts'
import { createMarker } from '../resources/search/index.ts'
import type { FoundPage } from '../sites/model/search.ts'
import type { HelpPage, Library } from './library.ts'

interface Section {
  anchor: string | undefined
  title: string
  text: string
  /** Both, in lower case. */
  words: string
}

export interface Searchable {
  page: HelpPage
  sections: Section[]
}

/** The sections of each page: from one heading to the next. */
export const indexLibrary = ({ pages }: Library): Searchable[] =>
  pages.map((page) => ({ page, sections: sectionsOf(page) }))

function sectionsOf({ title, description = '', document }: HelpPage): Section[] {
  const anchors = listAnchors(document)
  const sections = [{ anchor: undefined as string | undefined, title, texts: [description] }]
  for (const node of document.nodes) {
    const text = textOf(node).replaceAll(/\s+/g, ' ').trim()
    if (headingLevel(node) > 0) sections.push({ anchor: anchors.get(node), title: text, texts: [] })
    else if (text !== '') sections.at(-1)!.texts.push(text)
  }
  return sections.map(({ texts, ...section }) => {
    const text = texts.filter((each) => each !== '').join(' ')
    return { ...section, text, words: `${section.title} ${text}`.toLowerCase() }
  })
}

const SECTIONS = 3
const EXCERPT = 160

export function searchLibrary(
  { hrefOf }: Pick<Library, 'hrefOf'>,
  index: readonly Searchable[],
  query: string,
  limit: number,
): FoundPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const mark = createMarker(query)
  const ranked = index
    .filter(({ sections }) => words.every((word) => sections.some((section) => section.words.includes(word))))
    .map((each) => ({ ...each, score: scoreOf(each, words) }))
    .sort((one, other) => other.score - one.score)
  return ranked.slice(0, limit).map(({ page, sections }) => {
    const href = hrefOf(page)
    const matching = sections.filter((section) => words.some((word) => section.words.includes(word)))
    const [own, below] = [matching.find(isWhole), matching.filter((each) => !isWhole(each))]
    below.sort((one, other) => countIn(other.words, words) - countIn(one.words, words))
    return {
      spaceId: 'help',
      pageId: page.id,
      title: mark(page.title),
      text: own ? mark(excerptOf(own.text, words)) : [],
      href,
      where: page.above,
      sections: below.slice(0, SECTIONS).map(({ anchor, title, text }) => ({
        title: mark(title),
        text: mark(excerptOf(text, words)),
        href: `${href}#${encodeURIComponent(anchor!)}`,
      })),
    }
  })
}

const isWhole = ({ anchor }: Section): boolean => anchor === undefined

const countIn = (text: string, words: readonly string[]): number => words.filter((word) => text.includes(word)).length

function scoreOf({ page, sections }: Searchable, words: readonly string[]): number {
  const inTitle = countIn(page.title.toLowerCase(), words)
  const inHeadings = Math.max(...sections.map(({ title }) => countIn(title.toLowerCase(), words)))
  const together = sections.filter((section) => countIn(section.words, words) === words.length).length
  return inTitle * 100 + inHeadings * 20 + Math.min(together, 10)
}

/** The text around the first word that was found. */
function excerptOf(text: string, words: readonly string[]): string {
  const at = Math.min(
    ...words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0),
    text.length,
  )
  const from = at === text.length || at < EXCERPT / 2 ? 0 : text.indexOf(' ', at - EXCERPT / 2) + 1
  const piece = text.slice(from, from + EXCERPT)
  return `${from > 0 ? '… ' : ''}${piece}${from + EXCERPT < text.length ? ' …' : ''}`
}
