// Page sections as stored in the search index, for presenting results.
import type { Section } from '../../engine/outline.ts'

/** `anchor` is absent for text before the first heading. */
export type IndexedSection = Pick<Section, 'anchor' | 'title' | 'text'>

export const writeSections = (sections: readonly IndexedSection[]): string =>
  JSON.stringify(sections.map(({ anchor, title, text }) => (anchor === undefined ? [text] : [text, title, anchor])))

export const readSections = (stored: string): IndexedSection[] =>
  (JSON.parse(stored) as [string, string?, string?][]).map(([text, title = '', anchor]) =>
    anchor === undefined ? { title, text } : { anchor, title, text },
  )
