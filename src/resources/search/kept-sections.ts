// The sections of a page as the index keeps them: just what results show.
import type { Section } from '../../engine/outline.ts'

/** Absent for what comes before the first heading. */
export type KeptSection = Pick<Section, 'anchor' | 'title' | 'text'>

export const writeSections = (sections: readonly Section[]): string =>
  JSON.stringify(sections.map(({ anchor, title, text }) => (anchor === undefined ? [text] : [text, title, anchor])))

export const readSections = (kept: string): KeptSection[] =>
  (JSON.parse(kept) as [string, string?, string?][]).map(([text, title = '', anchor]) =>
    anchor === undefined ? { title, text } : { anchor, title, text },
  )
