// Finds and rewrites the references in content: to pages, files, URLs and other objects.

import { type ContentRef, isContentRef } from './content-ref.ts'
import type { Document, Inline } from './document.ts'
import type { Page } from './tree/records.ts'
import { mapNodes, type Nested, walk } from './walk.ts'

export interface Reference {
  ref: ContentRef
  /** The key of the nearest enclosing block that has one. */
  block?: string
  /** The type of the node with the reference, such as `link` or `image`. */
  node: string
}

/** The id of a place in the text that the author marked, as `<a id="x">` does: a link to itself. */
export function markedPlace(node: Nested): string | undefined {
  if (!('data' in node) || node.type !== 'link' || typeof node.data?.id !== 'string') return undefined
  const { id, ref } = node.data
  return isContentRef(ref) && ref.kind === 'anchor' && ref.page === undefined && ref.anchor === id ? id : undefined
}

/** Lists every reference in a document, in document order, with repetitions. */
export function listReferences(document: Document): Reference[] {
  const references: Reference[] = []
  for (const { node, path } of walk(document)) {
    const refs = refsOfNode(node)
    if (refs.length === 0 || markedPlace(node) !== undefined) continue
    const block = [...path, node].findLast((each) => each.object === 'block' && each.key !== undefined)
    const where = block && 'key' in block ? { block: block.key! } : {}
    for (const ref of refs) references.push({ ref, ...where, node: (node as Inline).type })
  }
  return references
}

/** The references of one node, without those of its descendants. */
export const refsOfNode = (node: Nested): ContentRef[] =>
  'data' in node && node.data ? refsOfData(node.type, node.data) : []

/** The references of a page outside its document: link target, cover, tags, dependencies. */
export function listPageReferences(page: Page): ContentRef[] {
  return [page.target, page.cover, page.tags, page.metaLinks, page.computed].flatMap(refsWithin)
}

/** Returns the document with every reference mapped by `change`. */
export function mapReferences(document: Document, change: (ref: ContentRef) => ContentRef): Document {
  return mapNodes(document, (node) => {
    if (!('data' in node) || !node.data) return node
    const data = mapRefs(node.data, change) as Record<string, unknown>
    return { ...node, data: node.type === 'table' ? mapColumns(data, change) : data }
  })
}

/** As `mapReferences`, for fields of a record. */
export const mapReferencesIn = <T extends object>(fields: T, change: (ref: ContentRef) => ContentRef): T =>
  mapRefs(fields, change) as T

function refsOfData(type: string, data: Record<string, unknown>): ContentRef[] {
  if (type === 'table') return [...refsWithin(data), ...refsOfColumns(data)]
  if (type === 'embed' && typeof data.url === 'string') return [{ kind: 'url', url: data.url }]
  return refsWithin(data)
}

// The props of an integration block are opaque.
function refsWithin(value: unknown): ContentRef[] {
  if (isContentRef(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (key === 'props' ? [] : refsWithin(part)))
}

interface Row {
  values?: Record<string, unknown>
}

interface Table {
  definition?: Record<string, { type?: string }>
  records?: Record<string, Row>
}

// Columns of files contain bare ids or references, those of users bare ids.
function refsOfColumns({ definition = {}, records = {} }: Table): ContentRef[] {
  return Object.values(records).flatMap(({ values = {} }) =>
    Object.entries(values).flatMap(([column, ids]): ContentRef[] => {
      const type = definition[column]?.type
      if ((type !== 'files' && type !== 'users') || !Array.isArray(ids)) return []
      const bare = ids.filter((id) => typeof id === 'string')
      return bare.map((id) => (type === 'files' ? { kind: 'file', file: id } : { kind: 'user', user: id }))
    }),
  )
}

// A reference that is not a file of the space takes the place of its id.
function mapColumns(data: Record<string, unknown>, change: (ref: ContentRef) => ContentRef): Record<string, unknown> {
  const { definition = {}, records = {} } = data as Table
  const mapFile = (id: unknown) => {
    if (typeof id !== 'string') return id
    const ref = change({ kind: 'file', file: id })
    return ref.kind === 'file' && ref.space === undefined ? ref.file : ref
  }
  const mapCell = (column: string, value: unknown) =>
    definition[column]?.type === 'files' && Array.isArray(value) ? value.map(mapFile) : value
  const mapRecord = (record: Row): Row => {
    if (!record.values) return record
    const cells = Object.entries(record.values).map(([column, value]) => [column, mapCell(column, value)])
    return { ...record, values: Object.fromEntries(cells) }
  }
  const mapped = Object.entries(records).map(([id, record]) => [id, mapRecord(record)])
  return mapped.length === 0 ? data : { ...data, records: Object.fromEntries(mapped) }
}

function mapRefs(value: unknown, change: (ref: ContentRef) => ContentRef): unknown {
  if (isContentRef(value)) return change(value)
  if (Array.isArray(value)) return value.map((part) => mapRefs(part, change))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => [key, key === 'props' ? part : mapRefs(part, change)])
  return Object.fromEntries(parts)
}
