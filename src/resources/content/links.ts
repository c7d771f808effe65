// Links between pages and to files, as markdown writes them: `guides/first-steps.md#install`, from the top of the
// space, and `files/<id>/<name>`. They do not depend on where the page stands that holds them. Whatever has no such
// address (another space, a page that is gone) is written in the general form of the markdown module, which also comes
// back unchanged.
import type { Document } from '../../engine/document.ts'
import { listReferences } from '../../engine/links.ts'
import type { Reading } from '../../engine/reading.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPageByPath, findPages, pathOf } from '../../engine/tree/pages.ts'
import type { ContentRef } from '../../markdown/index.ts'
import { defaultLinkTo, defaultResolve } from '../../markdown/options.ts'

/** What a document links to within its own space. */
export interface Targets {
  pages: string[]
  files: string[]
}

/** Where the targets are in one revision: paths of pages and names of files, by id. */
export interface Addresses {
  pages: Record<string, string>
  files: Record<string, string>
}

export function targetsOf(document: Document): Targets {
  const pages = new Set<string>()
  const files = new Set<string>()
  for (const { ref } of listReferences(document)) {
    if ('space' in ref && ref.space !== undefined) continue
    if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined) pages.add(ref.page)
    if (ref.kind === 'file') files.add(ref.file)
  }
  return { pages: [...pages], files: [...files] }
}

export function* readAddresses(tree: Tree, targets: Targets): Reading<Addresses> {
  const addresses: Addresses = { pages: {}, files: {} }
  for (const page of yield* findPages(tree, targets.pages)) {
    if (page.slug) addresses.pages[page.id] = yield* pathOf(tree, page)
  }
  for (const id of targets.files) {
    const file = yield* findRecord(tree, 'file', id)
    if (file) addresses.files[id] = file.name
  }
  return addresses
}

/** Writes references as links. Only those that are exactly what a link can say: nothing in them gets lost. */
export function linkingTo({ pages, files }: Addresses): (ref: ContentRef) => string {
  return (ref) => {
    const path = typeof ref.page === 'string' ? ownText(pages, ref.page) : undefined
    const name = typeof ref.file === 'string' ? ownText(files, ref.file) : undefined
    const fields = Object.keys(ref).length
    if (ref.kind === 'page' && path !== undefined && fields === 2) return `${path}.md`
    if (ref.kind === 'anchor' && path !== undefined && fields === 3) return `${path}.md#${encode(String(ref.anchor))}`
    if (ref.kind === 'file' && name !== undefined && fields === 2) return `files/${ref.file}/${encode(name)}`
    return defaultLinkTo(ref)
  }
}

const ownText = (texts: Record<string, string>, key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)

const PAGE = /^(?:\.?\/)?([^#?:]+)\.md(?:#(.+))?$/i
const FILE = /^(?:\.?\/)?files\/([\w-]+)\/[^#?]*$/

/** Links that may lead to a page or a file of the space: only looking can tell. */
export const mayLeadInside = (href: string): boolean => PAGE.test(href) || FILE.test(href)

/** What a link leads to in the tree; undefined when there is nothing at that address. */
export function* findTarget(tree: Tree, href: string): Reading<ContentRef | undefined> {
  const file = FILE.exec(href)?.[1]
  if (file !== undefined && (yield* findRecord(tree, 'file', file))) return { kind: 'file', file }
  const [, path, anchor] = PAGE.exec(href) ?? []
  const page = path === undefined ? undefined : yield* findPageByPath(tree, decode(path))
  if (!page) return undefined
  return anchor === undefined
    ? { kind: 'page', page: page.id }
    : { kind: 'anchor', anchor: decode(anchor), page: page.id }
}

/** A link as a reference, given what was found for those that may lead inside. */
export const resolvingWith =
  (found: ReadonlyMap<string, ContentRef>) =>
  (href: string): ContentRef =>
    found.get(href) ?? defaultResolve(href)

export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
