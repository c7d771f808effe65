// What the indexes hold of a document: its references, its anchors, and the words and sections that search needs.
import { listAliases, listAnchors, listMarkedPlaces } from '../../engine/anchors.ts'
import type { Document } from '../../engine/document.ts'
import { listReferences } from '../../engine/links.ts'
import { listSections, type Section } from '../../engine/outline.ts'
import { indexedWordsOf, type NamedPage } from './page-words.ts'

export interface Facts {
  references: ReturnType<typeof listReferences>
  /** All anchors, other names for them, and marked places. */
  anchors: string[]
  words: string[]
  /** The text for excerpts, as it is stored. */
  sections: string
}

/** Reusable contents have none. */
const NO_NAMES: NamedPage = { title: '' }

/** Each fact is found when it is asked for: a change often needs only some of them. */
class DocumentFacts implements Facts {
  readonly #document: Document
  readonly #page: NamedPage
  #references: Facts['references'] | undefined
  #sections: Section[] | undefined

  constructor(document: Document, page: NamedPage) {
    this.#document = document
    this.#page = page
  }

  get references() {
    this.#references ??= listReferences(this.#document)
    return this.#references
  }

  get anchors() {
    const anchors = listAnchors(this.#document)
    const aliases = listAliases(this.#document, anchors)
    return [...new Set([...anchors.values(), ...aliases.keys(), ...listMarkedPlaces(this.#document)])]
  }

  get words() {
    return indexedWordsOf(this.#page, this.#parts)
  }

  get sections() {
    return writeSections(this.#parts)
  }

  get #parts() {
    this.#sections ??= listSections(this.#document)
    return this.#sections
  }
}

export const describe = (document: Document, page: NamedPage = NO_NAMES): Facts => new DocumentFacts(document, page)

export function describeAll(document: Document, page: NamedPage | undefined): Facts {
  const { references, anchors, words, sections } = describe(document, page)
  return { references, anchors, words, sections }
}

/** What search has of a document, and of sections that are in no text of it. */
export const withSections = (
  { words, sections }: Pick<Facts, 'words' | 'sections'>,
  more: readonly Section[],
): Pick<Facts, 'words' | 'sections'> => ({
  words: [...new Set([...words, ...indexedWordsOf(NO_NAMES, more)])],
  sections: writeSections([...readSections(sections), ...more]),
})

/** `anchor` is absent for text before the first heading. */
export type IndexedSection = Pick<Section, 'anchor' | 'title' | 'text'>

export const writeSections = (sections: readonly IndexedSection[]): string =>
  JSON.stringify(sections.map(({ anchor, title, text }) => (anchor === undefined ? [text] : [text, title, anchor])))

export const readSections = (stored: string): IndexedSection[] =>
  (JSON.parse(stored) as [string, string?, string?][]).map(([text, title = '', anchor]) =>
    anchor === undefined ? { title, text } : { anchor, title, text },
  )
