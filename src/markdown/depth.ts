// The nesting limit of documents. Each parser has its own limit, but their input nests: notes in lists in tags in
// cells. So levels are counted across parsers.

/** Nested levels of blocks and inlines; about twice as many nodes, since a list has items. */
const deepest = 100
/** Nested inline HTML elements. Each level walks all of its content. */
const deepestElement = 24

/** The text is nested too deeply to be parsed. */
export class TooDeep extends Error {}

export class Depth {
  private levels = 0
  private elements = 0

  /** Reads one level deeper. */
  deeper<T>(read: () => T): T {
    if (this.levels >= deepest) throw new TooDeep()
    this.levels++
    try {
      return read()
    } finally {
      this.levels--
    }
  }

  /** Reads the content of an inline element. */
  inElement<T>(read: () => T): T {
    this.elements++
    try {
      return read()
    } finally {
      this.elements--
    }
  }

  /** True if tags at this depth are elements; otherwise they are text. */
  get hasElements(): boolean {
    return this.elements < deepestElement
  }
}
