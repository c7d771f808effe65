// Relative links in markdown. The page `guides/start` is the file `guides/start.md`, and a file is `files/<id>/<name>`.
// Links are relative to the folder of the page (`../intro.md#install`), or to the root of the space in text without a
// page, such as a comment. Other targets, such as another space or a deleted page, use the generic form of the markdown
// module, which also parses back unchanged.
import type { ContentRef as EngineRef } from '../../engine/content-ref.ts'
import type { Document } from '../../engine/document.ts'
import { listReferences, mapReferences } from '../../engine/links.ts'
import type { Reading } from '../../engine/reading.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPageByPath, findPages, pathOf } from '../../engine/tree/pages.ts'
import type { ContentRef } from '../../markdown/index.ts'
import { defaultLinkTo, defaultResolve } from '../../markdown/options.ts'
import { joinPath, relativePath } from '../../repository/paths.ts'

/** Pages and files of the same space that a document links to. */
export interface LinkTargets {
  pages: string[]
  files: string[]
}

/** Page paths and file names by id, in one revision. */
export interface Addresses {
  pages: Record<string, string>
  files: Record<string, string>
}

/** The addresses of a document without links. */
export const NO_ADDRESSES: Addresses = { pages: {}, files: {} }

export function linkTargetsOf(document: Document): LinkTargets {
  const pages = new Set<string>()
  const files = new Set<string>()
  for (const { ref } of listReferences(document)) {
    if ('space' in ref && ref.space !== undefined) continue
    if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined) pages.add(ref.page)
    if (ref.kind === 'file') files.add(ref.file)
  }
  return { pages: [...pages], files: [...files] }
}

export function* readAddresses(tree: Tree, targets: LinkTargets): Reading<Addresses> {
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

/**
 * Returns a function that writes references as links relative to `folder`. References that a link cannot represent
 * fully use the generic form.
 */
export function linkWriter({ pages, files }: Addresses, folder = ''): (ref: ContentRef) => string {
  return (ref) => {
    const path = typeof ref.page === 'string' ? ownText(pages, ref.page) : undefined
    const name = typeof ref.file === 'string' ? ownText(files, ref.file) : undefined
    const fields = Object.keys(ref).length
    const page = path === undefined ? undefined : relativePath(folder, `${path}.md`)
    if (ref.kind === 'page' && page !== undefined && fields === 2) return page
    if (ref.kind === 'anchor' && page !== undefined && fields === 3) return `${page}#${encode(String(ref.anchor))}`
    if (ref.kind === 'file' && name !== undefined && fields === 2)
      return relativePath(folder, `files/${ref.file}/${encode(name)}`)
    return defaultLinkTo(ref)
  }
}

const ownText = (texts: Record<string, string>, key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)

const INTERNAL = /^(?![a-z][a-z0-9+.-]*:|\/\/|#)[^?]+$/i
const PAGE = /^([^:]+)\.md$/i
const FILE = /^files\/([\w-]+)\/.*$/s

/** Whether a link may point to a page or file of the space. Only a lookup can tell. */
export const mayBeInternal = (href: string): boolean => INTERNAL.test(href)

/** Finds the target of a link in a page in `folder`. Tries the folder first, then the root of the space. */
export function* findLinkTarget(tree: Tree, href: string, folder = ''): Reading<ContentRef | undefined> {
  const [, relative = '', anchor] = /^([^#]*)(?:#(.+))?$/s.exec(href) ?? []
  for (const from of folder === '' ? [''] : [folder, '']) {
    const address = joinPath(from, relative)
    const found = address === undefined ? undefined : yield* findAt(tree, address)
    if (found?.kind === 'page' && anchor !== undefined) return { ...found, kind: 'anchor', anchor: decode(anchor) }
    if (found) return found
  }
  return undefined
}

function* findAt(tree: Tree, address: string): Reading<ContentRef | undefined> {
  const file = FILE.exec(address)?.[1]
  if (file !== undefined && (yield* findRecord(tree, 'file', file))) return { kind: 'file', file }
  const path = PAGE.exec(address)?.[1]
  const page = path === undefined ? undefined : yield* findPageByPath(tree, decode(path))
  return page && { kind: 'page', page: page.id }
}

/** Replaces links to pages and files of the tree with references. */
export function* resolveLinks(tree: Tree, document: Document, folder: string): Reading<Document> {
  const found = new Map<string, EngineRef>()
  for (const { ref } of listReferences(document)) {
    if (ref.kind !== 'url' || !mayBeInternal(ref.url)) continue
    const target = yield* findLinkTarget(tree, ref.url, folder)
    if (target) found.set(ref.url, target as unknown as EngineRef)
  }
  return mapReferences(document, (ref) => (ref.kind === 'url' ? (found.get(ref.url) ?? ref) : ref))
}

/** Returns a resolver that uses these internal references, and the default for all other links. */
export const linkResolver =
  (found: ReadonlyMap<string, ContentRef>) =>
  (href: string): ContentRef =>
    found.get(href) ?? defaultResolve(href)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
