// A page ⇄ the text of its file: front matter, the title as first heading, the document.
import type { Document } from '../engine/document.ts'
import { normalizeSlug } from '../engine/slug.ts'
import { type ParsedMarkdown, serializeMarkdown } from '../markdown/index.ts'
import { type LinkReader, type LinkWriter, pagePath } from './addresses.ts'
import { inKeyOrder, keyOrder } from './front-matter-keys.ts'
import type { Fields } from './model.ts'
import { readFields, writeFields } from './page-fields.ts'
import { nameOf } from './paths.ts'

export interface PageText {
  /** Absent if the file has none. */
  title?: string
  /** The last segment of the path, if it differs from the file name. */
  slug?: string
  fields: Fields
  document?: Document
}

export function readPageFile({ document, frontMatter, title: heading }: ParsedMarkdown, reading: LinkReader): PageText {
  const { title: named, slug: given, ...rest } = frontMatter
  const title = typeof named === 'string' && isSame(named, heading) ? named : heading
  const slug = typeof given === 'string' && normalizeSlug(given) === given ? given : undefined
  const unused = {
    ...(named !== undefined && title !== named && { title: named }),
    ...(given !== undefined && slug === undefined && { slug: given }),
  }
  return {
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug }),
    fields: {
      ...readFields({ ...unused, ...rest }, reading),
      ...orderOf(frontMatter, { without: unused.title === undefined ? 'title' : '' }),
    },
    ...documentOf({ document }),
  }
}

// A title that stands above the document has no place among the keys.
const orderOf = (frontMatter: Record<string, unknown>, { without = '' } = {}) => {
  const frontMatterKeys = keyOrder(Object.keys(frontMatter).filter((key) => key !== without))
  return frontMatterKeys && { frontMatterKeys }
}

// A front matter title can have what a heading cannot: leading, trailing or repeated spaces.
const isSame = (named: string, heading: string | undefined) =>
  named !== '' && (heading === undefined || collapse(named) === collapse(heading))

const collapse = (text: string) => text.trim().replace(/\s+/g, ' ')

const documentOf = ({ document }: Pick<ParsedMarkdown, 'document'>) => (document.nodes.length > 0 ? { document } : {})

export interface WrittenPage {
  title: string
  /** The path of the page in the space. */
  path: string
  fields: Fields
  document: Document
}

export function writePageFile(page: WrittenPage, writing: LinkWriter, at: { path: string; root: string }): string {
  const { title, path, fields, document } = page
  const isInPath = pagePath(at.path, at.root) === path
  const frontMatter = {
    ...(title !== collapse(title) && { title }),
    ...(!isInPath && { slug: nameOf(path) }),
    ...writeFields(fields, writing),
  }
  const heading = collapse(title)
  const ordered = inKeyOrder(frontMatter, fields.frontMatterKeys)
  return serializeMarkdown(document, { ...writing, ...(heading !== '' && { title: heading }), frontMatter: ordered })
}

export interface IncludeText {
  title: string
  frontMatter?: Record<string, unknown>
  frontMatterKeys?: string[]
  document?: Document
}

export function readIncludeFile({ document, frontMatter }: ParsedMarkdown, path: string): IncludeText {
  const { title, ...rest } = frontMatter
  const isNamed = typeof title === 'string' && title !== ''
  const kept = isNamed || title === undefined ? rest : frontMatter
  return {
    title: isNamed ? title : toTitle(nameOf(path).replace(/\.md$/i, '')),
    ...(Object.keys(kept).length > 0 && { frontMatter: kept }),
    ...orderOf(frontMatter),
    ...documentOf({ document }),
  }
}

export const writeIncludeFile = (
  { title, frontMatter, frontMatterKeys, document }: IncludeText & { document: Document },
  writing: LinkWriter,
): string =>
  serializeMarkdown(document, { ...writing, frontMatter: inKeyOrder({ ...frontMatter, title }, frontMatterKeys) })

/** `first-steps` → `First steps`. */
export function toTitle(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}
