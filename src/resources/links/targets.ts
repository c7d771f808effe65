// What references lead to, as one text each: `page/<space>/<id>`, `anchor/<space>/<page>/<anchor>`, `url/<url>` … Equal
// targets are equal texts, so the database can group and look them up.
import type { ContentRef, ContentRefKind } from '../../engine/content-ref.ts'
import type { Document } from '../../engine/document.ts'
import { listAnchors } from '../../engine/outline.ts'
import type { Page } from '../../engine/tree/records.ts'
import { sha256 } from '../../lib/hash.ts'
import { clip } from '../../lib/text.ts'

/** What is longer is cut and told apart by its hash: databases do not index text of any length. */
const LONGEST_PART = 100
const LONGEST_URL = 300

/** Where a reference stands, for those that leave out what is around them. */
export interface Around {
  space: string
  /** Absent in reusable contents, which stand on many pages. */
  page?: string
}

/** Undefined when the reference leads nowhere in particular. */
export function targetOf(ref: ContentRef, around: Around): string | undefined {
  switch (ref.kind) {
    case 'url':
      return `url/${toPart(ref.url, LONGEST_URL)}`
    case 'page':
      return join('page', ref.space ?? around.space, ref.page)
    case 'anchor': {
      const page = ref.page ?? around.page
      return page === undefined ? undefined : join('anchor', ref.space ?? around.space, page, ref.anchor)
    }
    case 'file':
      return join('file', ref.space ?? around.space, ref.file)
    case 'reusable-content':
      return join('reusable-content', ref.space ?? around.space, ref.reusableContent)
    case 'tag':
      return join('tag', ref.space ?? around.space, ref.tag)
    case 'user':
      return join('user', ref.user)
    case 'collection':
      return join('collection', ref.collection)
    case 'space':
      return join('space', ref.space)
    case 'openapi':
      return join('openapi', ref.spec)
  }
}

/** A page and every anchor in it, as targets. */
export const targetsOfPage = (space: string, page: Page, document: Document): string[] => [
  join('page', space, page.id),
  ...(page.type === 'document' ? [...listAnchors(document).values()] : []).map((anchor) =>
    join('anchor', space, page.id, anchor),
  ),
]

export const targetOfRecord = (kind: 'file' | 'reusable-content' | 'tag', space: string, id: string): string =>
  join(kind, space, id)

export const pageTarget = (space: string, page: string): string => join('page', space, page)

/** All anchors of a page begin like this. */
export const anchorsPrefix = (space: string, page: string): string => `${join('anchor', space, page)}/`

export interface ParsedTarget {
  kind: ContentRefKind
  /** Of those in the content of a space: the space, and the page or record there. */
  space?: string
  id: string
}

const IN_SPACE: ReadonlySet<string> = new Set(['page', 'anchor', 'file', 'reusable-content', 'tag'])

export function parseTarget(target: string): ParsedTarget {
  const [kind, ...parts] = target.split('/').map(fromPart) as [ContentRefKind, string, string]
  return IN_SPACE.has(kind) ? { kind, space: parts[0], id: parts[1] } : { kind, id: parts[0] }
}

/** The URL of a target that is one, or as much of it as the target holds. */
export const urlOfTarget = (target: string): string | undefined =>
  target.startsWith('url/') ? fromPart(target.slice('url/'.length)) : undefined

const join = (...parts: string[]): string => parts.map((part) => toPart(part)).join('/')

const toPart = (part: string, longest = LONGEST_PART): string => {
  const text = part.length > longest ? `${clip(part, longest)}~${sha256(part)}` : part
  return text.replaceAll('%', '%25').replaceAll('/', '%2f')
}

const fromPart = (part: string): string => part.replaceAll('%2f', '/').replaceAll('%25', '%')
