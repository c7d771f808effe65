// What an export says about its pages, for searching them.

export interface IndexedSpace {
  /** The folder of its pages: '' for the first one. */
  folder: string
  title: string
  /** How many results there are, in words, by their number. */
  counts: string[]
}

export interface IndexedPage {
  file: string
  title: string
  about: string
  /** The titles of the pages above. */
  above: string[]
  /** Anchor, title and text; the anchor of what is before the first heading is ''. */
  sections: [anchor: string, title: string, text: string][]
}

/** `space` is the place of the space in the list. */
export type SearchIndex = { spaces: IndexedSpace[]; pages: (IndexedPage & { space: number })[] }
