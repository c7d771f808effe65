// Resolves links between the files of a repository to pages, files and reusable contents, and writes them. A broken
// link stays as written.
import { isEqual } from '../engine/objects.ts'
import { slugify } from '../engine/slug.ts'
import {
  addressOf,
  type ContentRef,
  defaultInclude,
  defaultIncludeTo,
  defaultLinkTo,
  defaultResolve,
  type Fence,
  type ParseOptions,
  type SerializeOptions,
} from '../markdown/options.ts'
import { decodePath, encodePath, folderOf, isReadme, joinPath, linkPath, nameOf, relativePath } from './paths.ts'

/** The objects at each path. */
export interface Addresses {
  /** The folder that links with a leading `/` are relative to. */
  root: string
  /** Ids by path. */
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  includes: ReadonlyMap<string, string>
  redirects: ReadonlyMap<string, string>
  /** True for any other file of the repository; links to it become URLs below `treeUrl`. */
  hasOther(path: string): boolean
  treeUrl?: string | undefined
  /** Code fence languages that represent integration blocks. */
  fences: readonly Fence[]
}

export type LinkReader = Required<Pick<ParseOptions, 'resolveLink' | 'resolveFile' | 'resolveInclude' | 'fences'>>
export type LinkWriter = Required<Pick<SerializeOptions, 'linkTo' | 'fileTo' | 'includeTo' | 'fences'>>

/** Returns the link reader for the file at `from`; `use` imports the file at a path that a page shows. */
export function linkReader(addresses: Addresses, from: string, use?: (path: string) => string | undefined): LinkReader {
  const folder = folderOf(from)
  const resolveLink = (href: string): ContentRef => find(addresses, folder, href) ?? defaultResolve(href)
  const resolveFile = (href: string): ContentRef => {
    const path = use && !EXTERNAL.test(href) ? joinPath(folder, decodePath(href), addresses.root) : undefined
    if (path !== undefined) use!(path)
    return resolveLink(href)
  }
  const { fences } = addresses
  return { resolveLink, resolveFile, resolveInclude: (path) => findInclude(addresses, folder, path), fences }
}

const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i

function find(addresses: Addresses, folder: string, href: string): ContentRef | undefined {
  const [, written = '', anchor] = /^([^#?]*)(?:#(.*))?$/s.exec(href) ?? []
  if (EXTERNAL.test(href) || written === '') return undefined
  const path = joinPath(folder, decodePath(written), addresses.root)
  if (path === undefined) return undefined
  const page = findPage(addresses, path)
  if (page !== undefined) return anchor ? { kind: 'anchor', anchor: decodePath(anchor), page } : { kind: 'page', page }
  const file = anchor === undefined ? addresses.files.get(path) : undefined
  if (file !== undefined) return { kind: 'file', file }
  const isOther = addresses.treeUrl !== undefined && addresses.hasOther(path)
  return isOther
    ? { kind: 'url', url: treeAddress(addresses.treeUrl!, path) + (anchor ? `#${anchor}` : '') }
    : undefined
}

function findPage({ pages, redirects }: Addresses, path: string): string | undefined {
  const direct = pages.get(path) ?? pages.get(path === '' ? 'README.md' : `${path}/README.md`)
  const moved = redirects.get(path) ?? redirects.get(path.replace(/(\/README)?\.md$/i, ''))
  return direct ?? (moved === undefined ? undefined : pages.get(moved))
}

/** The configured redirects to pages: page ids by public path. */
export function listRedirects(addresses: Addresses): Map<string, string> {
  const { root, pages, redirects } = addresses
  const found = [...redirects].flatMap(([from, to]): [string, string][] => {
    const page = pages.get(to) ?? pages.get(to === '' ? 'README.md' : `${to}/README.md`) ?? pages.get(`${to}.md`)
    const inside = root === '' ? from : from.slice(root.length + 1)
    const path = decodePath(inside)
      .replace(/(^|\/)README\.md$|\.md$/i, '')
      .toLowerCase()
    return page === undefined || path === '' ? [] : [[path, page]]
  })
  return new Map(found)
}

const treeAddress = (treeUrl: string, path: string) => `${treeUrl.replace(/\/+$/, '')}/${encodePath(path)}`

function findInclude({ includes, root }: Addresses, folder: string, written: string): ContentRef {
  const path = joinPath(folder, decodePath(written), root)
  const reusableContent = path === undefined ? undefined : includes.get(path)
  if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent }
  const general = defaultResolve(written)
  return general.kind === 'reusable-content' ? general : defaultInclude(written)
}

/** File paths by id, the inverse of `Addresses`. */
export interface FilePaths {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  includes: ReadonlyMap<string, string>
}

/**
 * Returns the link writer for the file at `from`. A link that would be read differently is written in its general form.
 */
export function linkWriter(addresses: Addresses, places: FilePaths, from: string): LinkWriter {
  const folder = folderOf(from)
  const { resolveLink, resolveInclude } = linkReader(addresses, from)
  const sure = (ref: ContentRef, text: string, read: (text: string) => ContentRef) =>
    isEqual(read(text), ref) ? text : addressOf(ref)
  const linkTo = (ref: ContentRef) =>
    sure(ref, relativeLink(addresses, places, folder, ref) ?? defaultLinkTo(ref), resolveLink)
  const includeTo = (ref: ContentRef) => {
    const path = places.includes.get(String(ref.reusableContent))
    const text = path === undefined ? defaultIncludeTo(ref) : linkPath(relativePath(folder, path))
    return sure(ref, text, resolveInclude)
  }
  return { linkTo, fileTo: linkTo, includeTo, fences: addresses.fences }
}

function relativeLink(
  { treeUrl }: Addresses,
  { pages, files }: FilePaths,
  folder: string,
  ref: ContentRef,
): string | undefined {
  const to = (path: string | undefined) => (path === undefined ? undefined : linkPath(relativePath(folder, path)))
  // Links to a README name its folder.
  const toPage = (id: unknown) => {
    const path = to(pages.get(String(id)))
    return path !== undefined && /(^|\/)README\.md$/.test(path) ? path.slice(0, -9) || './' : path
  }
  if (ref.kind === 'page') return toPage(ref.page)
  if (ref.kind === 'file') return to(files.get(String(ref.file)))
  if (ref.kind === 'anchor' && ref.page !== undefined) {
    const path = toPage(ref.page)
    return path && `${path}#${encodeURIComponent(String(ref.anchor))}`
  }
  const tree = treeUrl?.replace(/\/+$/, '')
  const url = ref.kind === 'url' && tree ? String(ref.url) : ''
  if (!tree || !url.startsWith(`${tree}/`)) return undefined
  const [path = '', anchor] = url.slice(tree.length + 1).split('#')
  return to(decodePath(path))! + (anchor ? `#${anchor}` : '')
}

/** Derives the page path from a file path: without README and extensions, each segment as a slug. */
export function pagePath(path: string, root: string): string {
  const inside = root === '' ? path : path.slice(root.length + 1)
  const folders = folderOf(inside).split('/').filter(Boolean)
  const name = isReadme(inside) ? (folders.pop() ?? 'readme') : nameOf(inside).replace(/\.(md|markdown)$/i, '')
  // The leading dot of hidden files stays; slugs of titles never have one.
  return [...folders, name].map((part) => (part.startsWith('.') ? '.' : '') + slugify(part)).join('/')
}
