// The tags of a page: files name them by slug, others by reference.
import type { ContentRef } from '../content-ref.ts'
import type { Page } from './records.ts'

type TagRef = Extract<ContentRef, { kind: 'tag' }>

export interface PageTag {
  tag: TagRef
  primary?: boolean
}

export const listPageTags = ({ tags }: Page): PageTag[] => (Array.isArray(tags) ? tags : []).flatMap(toPageTag)

function toPageTag(named: unknown): PageTag[] {
  if (typeof named === 'string' || typeof named === 'number') return named === '' ? [] : [refTo(String(named))]
  const { tag, primary } = (named ?? {}) as { tag?: unknown; primary?: unknown }
  if (typeof tag === 'string') return tag === '' ? [] : [refTo(tag)]
  return isTagRef(tag) ? [{ tag, ...(typeof primary === 'boolean' && { primary }) }] : []
}

const refTo = (slug: string): PageTag => ({ tag: { kind: 'tag', tag: slug } })

const isTagRef = (value: unknown): value is TagRef => {
  const { kind, tag } = (value ?? {}) as { kind?: unknown; tag?: unknown }
  return kind === 'tag' && typeof tag === 'string'
}
