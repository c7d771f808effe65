// A page ⇄ the text of its file: front matter, the title as the first heading, the document.
import type { Document } from '../engine/document.ts'
import { slugify } from '../engine/slug.ts'
import { type ParsedMarkdown, parseMarkdown, serializeMarkdown } from '../markdown/index.ts'
import { nameInPath, type Reading, type Writing } from './addresses.ts'
import type { Fields } from './model.ts'
import { readFields, writeFields } from './page-fields.ts'
import { nameOf } from './paths.ts'

export interface PageText {
  /** Absent: the file has none. */
  title?: string
  /** Absent: the path tells. */
  slug?: string
  fields: Fields
  document?: Document
}

export function readPageFile(text: string, reading: Reading): PageText {
  const { document, frontMatter, title: heading } = parseMarkdown(text, reading)
  const { title: named, slug: given, ...rest } = frontMatter
  const title = typeof named === 'string' && isSame(named, heading) ? named : heading
  const slug = typeof given === 'string' && slugify(given) === given ? given : undefined
  const unused = {
    ...(named !== undefined && title !== named && { title: named }),
    ...(given !== undefined && slug === undefined && { slug: given }),
  }
  return {
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug }),
    fields: readFields({ ...unused, ...rest }, reading),
    ...documentOf({ document }),
  }
}

// A title in the front matter says what a heading cannot: blanks at its ends, or several in a row.
const isSame = (named: string, heading: string | undefined) =>
  named !== '' && (heading === undefined || collapse(named) === collapse(heading))

const collapse = (text: string) => text.trim().replace(/\s+/g, ' ')

const documentOf = ({ document }: Pick<ParsedMarkdown, 'document'>) => (document.nodes.length > 0 ? { document } : {})

export interface WrittenPage {
  title: string
  slug?: string | undefined
  fields: Fields
  document: Document
}

export function writePageFile(page: WrittenPage, writing: Writing, at: { path: string; root: string }): string {
  const { title, slug, fields, document } = page
  const isInPath = slug === undefined || slugify(nameInPath(at.path, at.root)) === slug
  const frontMatter = {
    ...(title !== collapse(title) && { title }),
    ...(!isInPath && { slug }),
    ...writeFields(fields, writing),
  }
  const heading = collapse(title)
  return serializeMarkdown(document, { ...writing, ...(heading !== '' && { title: heading }), frontMatter })
}

export interface IncludeText {
  title: string
  frontMatter?: Record<string, unknown>
  document?: Document
}

export function readIncludeFile(text: string, reading: Reading, path: string): IncludeText {
  const { document, frontMatter } = parseMarkdown(text, { ...reading, title: false })
  const { title, ...rest } = frontMatter
  const isNamed = typeof title === 'string' && title !== ''
  const kept = isNamed || title === undefined ? rest : frontMatter
  return {
    title: isNamed ? title : toTitle(nameOf(path).replace(/\.md$/i, '')),
    ...(Object.keys(kept).length > 0 && { frontMatter: kept }),
    ...documentOf({ document }),
  }
}

export const writeIncludeFile = (
  { title, frontMatter, document }: { title: string; frontMatter?: Record<string, unknown>; document: Document },
  writing: Writing,
): string => serializeMarkdown(document, { ...writing, frontMatter: { ...frontMatter, title } })

/** `first-steps` → `First steps`. */
export function toTitle(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}
