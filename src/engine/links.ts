// References from content to pages, files, URLs and the rest: found, with the block in which they stand, and rewritten.

import { type ContentRef, isContentRef } from './content-ref.ts'
import type { Document } from './document.ts'
import type { Page } from './tree/records.ts'
import { mapNodes, walk } from './walk.ts'

export interface Reference {
  ref: ContentRef
  /** The key of the nearest block around it that has one. */
  block?: string
  /** The type of the node that holds it, such as `link` or `image`. */
  node: string
}

/** Every reference in a document, in document order; one that occurs twice is listed twice. */
export function listReferences(document: Document): Reference[] {
  const references: Reference[] = []
  for (const { node, path } of walk(document)) {
    if (!('data' in node) || !node.data) continue
    const refs = refsOfData(node.type, node.data)
    if (refs.length === 0) continue
    const block = [...path, node].findLast((each) => each.object === 'block' && each.key !== undefined)
    const where = block && 'key' in block ? { block: block.key! } : {}
    for (const ref of refs) references.push({ ref, ...where, node: node.type })
  }
  return references
}

/** The references that a page makes outside its document: a link's target, cover, tags, dependencies. */
export function listPageReferences(page: Page): ContentRef[] {
  return [page.target, page.cover, page.tags, page.metaLinks, page.computed].flatMap(refsWithin)
}

/** The document with every reference replaced by what `change` makes of it. */
export function mapReferences(document: Document, change: (ref: ContentRef) => ContentRef): Document {
  return mapNodes(document, (node) => {
    if (!('data' in node) || !node.data) return node
    return { ...node, data: mapRefs(node.data, change) as Record<string, unknown> }
  })
}

function refsOfData(type: string, data: Record<string, unknown>): ContentRef[] {
  if (type === 'table') return [...refsWithin(data), ...refsOfColumns(data)]
  if (type === 'embed' && typeof data.url === 'string') return [{ kind: 'url', url: data.url }]
  return refsWithin(data)
}

// What an integration is given is its own business.
function refsWithin(value: unknown): ContentRef[] {
  if (isContentRef(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (key === 'props' ? [] : refsWithin(part)))
}

interface Table {
  definition?: Record<string, { type?: string }>
  records?: Record<string, { values?: Record<string, unknown> }>
}

// Columns of files and users hold bare ids.
function refsOfColumns({ definition = {}, records = {} }: Table): ContentRef[] {
  return Object.values(records).flatMap(({ values = {} }) =>
    Object.entries(values).flatMap(([column, ids]): ContentRef[] => {
      const type = definition[column]?.type
      if ((type !== 'files' && type !== 'users') || !Array.isArray(ids)) return []
      return ids.map((id) =>
        type === 'files' ? { kind: 'file', file: String(id) } : { kind: 'user', user: String(id) },
      )
    }),
  )
}

function mapRefs(value: unknown, change: (ref: ContentRef) => ContentRef): unknown {
  if (isContentRef(value)) return change(value)
  if (Array.isArray(value)) return value.map((part) => mapRefs(part, change))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => [key, key === 'props' ? part : mapRefs(part, change)])
  return Object.fromEntries(parts)
}
