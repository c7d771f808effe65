// Computes the pages of an API reference: one per tag, nested like the tags, or one per operation below its tag; then a
// page of all schemas, and a link to the specification.
import type { ContentRef } from '../engine/content-ref.ts'
import type { OutlineOperation, OutlineTag, SpecOutline } from './outline.ts'
import type { DocumentProps, PagesSource } from './source.ts'

export interface ComputedPage {
  /** Identifies the page among the pages of its source, across versions of the specification. */
  key: string
  title: string
  icon?: string
  description?: string
  /** Absent for a link. */
  props?: DocumentProps
  target?: ContentRef
  pages: ComputedPage[]
}

/** The tag of operations without a tag. */
export const UNTAGGED = 'default'

/** A specification with more operations only gets a page per tag, to keep the table of contents readable. */
const MAX_OPERATION_PAGES = 2000

/** Tags nested deeper than this appear at the top level. */
const MAX_DEPTH = 5

export function computePages(outline: SpecOutline, source: PagesSource): ComputedPage[] {
  const { models, downloadLink, grouping, spec } = source
  const isByOperation = grouping === 'by-operation' && outline.operations.length <= MAX_OPERATION_PAGES
  const toPage = isByOperation ? pageWithOperations : pageOfTag
  const pages = nestTags(listTags(outline)).flatMap((tag) => toPage(tag, outline))
  const schemas: ComputedPage = { key: 'models', title: 'Models', props: { doc: 'models' }, pages: [] }
  const target: ContentRef = { kind: 'openapi', spec }
  return [
    ...pages,
    ...(models && outline.schemas.length > 0 ? [schemas] : []),
    ...(downloadLink ? [{ key: 'download', title: 'Download OpenAPI specification', target, pages: [] }] : []),
  ]
}

export const tagsOf = ({ tags }: OutlineOperation): string[] => (tags.length > 0 ? tags : [UNTAGGED])

const grouped = new WeakMap<SpecOutline, Map<string, OutlineOperation[]>>()

/** Lists the operations with a tag, in order. */
export function operationsOf(outline: SpecOutline, tag: string): OutlineOperation[] {
  const groups = grouped.get(outline) ?? groupByTag(outline)
  grouped.set(outline, groups)
  return groups.get(tag) ?? []
}

function groupByTag({ operations }: SpecOutline): Map<string, OutlineOperation[]> {
  const groups = new Map<string, OutlineOperation[]>()
  for (const operation of operations)
    for (const tag of tagsOf(operation)) {
      const group = groups.get(tag)
      if (group) group.push(operation)
      else groups.set(tag, [operation])
    }
  return groups
}

/** Lists the declared tags in order, then those that only operations mention. */
function listTags({ title, tags, operations }: SpecOutline): OutlineTag[] {
  const known = new Map(tags.map((tag) => [tag.name, tag]))
  const isOnly = known.size === 0 && operations.every((operation) => operation.tags.length === 0)
  for (const name of operations.flatMap(tagsOf))
    if (!known.has(name)) known.set(name, isOnly && title !== '' ? { name, title } : { name })
  return [...known.values()]
}

interface TagNode extends OutlineTag {
  below: TagNode[]
}

function nestTags(tags: readonly OutlineTag[]): TagNode[] {
  const nodes = new Map(tags.map((tag) => [tag.name, { ...tag, below: [] as TagNode[] }]))
  const isTop = (tag: OutlineTag) => !isNested(tag, nodes)
  for (const node of nodes.values()) if (!isTop(node)) nodes.get(node.parent!)!.below.push(node)
  return [...nodes.values()].filter(isTop)
}

/** False if a parent is missing, the parents form a cycle, or there are too many. */
function isNested({ parent }: OutlineTag, tags: ReadonlyMap<string, OutlineTag>): boolean {
  let next = parent
  for (let depth = 1; next !== undefined && depth < MAX_DEPTH; depth++) {
    const tag = tags.get(next)
    if (!tag) return false
    if (tag.parent === undefined || !tags.has(tag.parent)) return true
    next = tag.parent
  }
  return false
}

function pageOfTag(tag: TagNode, outline: SpecOutline): ComputedPage[] {
  const pages = tag.below.flatMap((each) => pageOfTag(each, outline))
  const hasOperations = operationsOf(outline, tag.name).length > 0
  if (!hasOperations && pages.length === 0 && tag.description === undefined) return []
  const props = { doc: hasOperations ? ('operations' as const) : ('info' as const), page: tag.name }
  return [{ ...named(tag), props, pages }]
}

function pageWithOperations(tag: TagNode, outline: SpecOutline): ComputedPage[] {
  const operations = new Map(operationsOf(outline, tag.name).map((each) => [keyOf(each), each]))
  const pages = [...operations].map(([key, { path, method, title, deprecated, webhook }]): ComputedPage => {
    const props = { doc: 'operation' as const, page: path, method: webhook ? 'hook' : method }
    return { key: `${key} of ${tag.name}`, title, props: { ...props, ...(deprecated && { deprecated }) }, pages: [] }
  })
  pages.push(...tag.below.flatMap((each) => pageWithOperations(each, outline)))
  if (pages.length === 0 && tag.description === undefined) return []
  return [{ ...named(tag), props: { doc: 'tag', page: tag.name }, pages }]
}

/** All methods of a webhook share one page. */
const keyOf = ({ path, method, webhook }: OutlineOperation) => (webhook ? `webhook ${path}` : `${method} ${path}`)

const named = ({ name, title, icon, pageDescription }: OutlineTag) => ({
  key: `tag ${name}`,
  title: title ?? name.charAt(0).toUpperCase() + name.slice(1),
  ...(icon && { icon }),
  ...(pageDescription && { description: pageDescription }),
})
