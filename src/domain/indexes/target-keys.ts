// Link targets as strings: `page/<space>/<id>`, `anchor/<space>/<page>/<anchor>`, `url/<url>` … Equal targets have
// equal keys, so the database can group and look them up.

import type { ContentRef, ContentRefKind } from '../../engine/content-ref.ts'
import type { Page } from '../../engine/tree/records.ts'
import { sha256 } from '../../lib/hash.ts'
import { clip } from '../../lib/text.ts'
import type { Facts } from '../documents/index.ts'

/** Longer parts are truncated and get a hash, because databases limit the length of indexed text. */
const MAX_PART_LENGTH = 100
const MAX_URL_LENGTH = 300

/** The context of a reference, for references that omit the space or page. */
export interface LinkContext {
  space: string
  /** Absent in reusable contents, which appear on many pages. */
  page?: string
}

/** Undefined if the reference has no specific target. */
export function targetKeyOf(ref: ContentRef, context: LinkContext): string | undefined {
  switch (ref.kind) {
    case 'url':
      return `url/${toPart(ref.url, MAX_URL_LENGTH)}`
    case 'page':
      return join('page', ref.space ?? context.space, ref.page)
    case 'anchor': {
      const page = ref.page ?? context.page
      return page === undefined ? undefined : join('anchor', ref.space ?? context.space, page, ref.anchor)
    }
    case 'file':
      return join('file', ref.space ?? context.space, ref.file)
    case 'reusable-content':
      return join('reusable-content', ref.space ?? context.space, ref.reusableContent)
    case 'tag':
      return join('tag', ref.space ?? context.space, ref.tag)
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

/** The keys of a page and all its anchors. */
export const targetsOfPage = (space: string, page: Page, facts: Facts): string[] => [
  join('page', space, page.id),
  ...(page.type === 'document' ? facts.anchors : []).map((anchor) => join('anchor', space, page.id, anchor)),
]

export const targetOfRecord = (kind: 'file' | 'reusable-content' | 'tag', space: string, id: string): string =>
  join(kind, space, id)

export const specTarget = (slug: string): string => join('openapi', slug)

export const pageTarget = (space: string, page: string): string => join('page', space, page)

/** The common prefix of all anchors of a page. */
export const anchorsPrefix = (space: string, page: string): string => `${join('anchor', space, page)}/`

interface ParsedTarget {
  kind: ContentRefKind
  /** For targets in the content of a space: the space, and the page or record. */
  space?: string
  id: string
}

const IN_SPACE: ReadonlySet<string> = new Set(['page', 'anchor', 'file', 'reusable-content', 'tag'])

export function parseTarget(target: string): ParsedTarget {
  const [kind, ...parts] = target.split('/').map(fromPart) as [ContentRefKind, string, string]
  return IN_SPACE.has(kind) ? { kind, space: parts[0], id: parts[1] } : { kind, id: parts[0] }
}

/** The URL of a URL target, possibly truncated. */
export const urlOfTarget = (target: string): string | undefined =>
  target.startsWith('url/') ? fromPart(target.slice('url/'.length)) : undefined

const join = (...parts: string[]): string => parts.map((part) => toPart(part)).join('/')

const toPart = (part: string, longest = MAX_PART_LENGTH): string => {
  const text = part.length > longest ? `${clip(part, longest)}~${sha256(part)}` : part
  return text.replaceAll('%', '%25').replaceAll('/', '%2f')
}

const fromPart = (part: string): string => part.replaceAll('%2f', '/').replaceAll('%25', '%')
