// Links between the files of a repository, and what they mean: pages, files, reusable contents. A link that leads
// nowhere stays as it is written.
import { isEqual } from '../engine/objects.ts'
import {
  addressOf,
  type ContentRef,
  defaultInclude,
  defaultIncludeTo,
  defaultLinkTo,
  defaultResolve,
  type ParseOptions,
  type SerializeOptions,
} from '../markdown/options.ts'
import { decodePath, encodePath, folderOf, isReadme, joinPath, relativePath } from './paths.ts'

/** What paths stand for. */
export interface Addresses {
  /** Where links that begin with `/` start. */
  root: string
  /** Ids by path. */
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  includes: ReadonlyMap<string, string>
  redirects: ReadonlyMap<string, string>
  /** Whatever else the repository holds: links to it lead to its web pages, below `treeUrl`. */
  hasOther(path: string): boolean
  treeUrl?: string | undefined
}

export type Reading = Required<Pick<ParseOptions, 'resolveLink' | 'resolveFile' | 'resolveInclude'>>
export type Writing = Required<Pick<SerializeOptions, 'linkTo' | 'fileTo' | 'includeTo'>>

/** Reads the links of the file at `from`; `use` may make a file of the space of whatever is at a path that is shown. */
export function readingLinks(addresses: Addresses, from: string, use?: (path: string) => string | undefined): Reading {
  const folder = folderOf(from)
  const resolveLink = (href: string): ContentRef => find(addresses, folder, href) ?? defaultResolve(href)
  const resolveFile = (href: string): ContentRef => {
    const path = use && !ELSEWHERE.test(href) ? joinPath(folder, decodePath(href), addresses.root) : undefined
    if (path !== undefined) use!(path)
    return resolveLink(href)
  }
  return { resolveLink, resolveFile, resolveInclude: (path) => findInclude(addresses, folder, path) }
}

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i

function find(addresses: Addresses, folder: string, href: string): ContentRef | undefined {
  const [, written = '', anchor] = /^([^#?]*)(?:#(.*))?$/s.exec(href) ?? []
  if (ELSEWHERE.test(href) || written === '') return undefined
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

const treeAddress = (treeUrl: string, path: string) => `${treeUrl.replace(/\/+$/, '')}/${encodePath(path)}`

function findInclude({ includes, root }: Addresses, folder: string, written: string): ContentRef {
  const path = joinPath(folder, decodePath(written), root)
  const reusableContent = path === undefined ? undefined : includes.get(path)
  if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent }
  const general = defaultResolve(written)
  return general.kind === 'reusable-content' ? general : defaultInclude(written)
}

/** Where everything is, by id: the other way round. */
export interface Places {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  includes: ReadonlyMap<string, string>
}

/** Writes the links of the file at `from`. What would be read as something else is written in the general form. */
export function writingLinks(addresses: Addresses, places: Places, from: string): Writing {
  const folder = folderOf(from)
  const { resolveLink, resolveInclude } = readingLinks(addresses, from)
  const sure = (ref: ContentRef, text: string, read: (text: string) => ContentRef) =>
    isEqual(read(text), ref) ? text : addressOf(ref)
  const linkTo = (ref: ContentRef) =>
    sure(ref, relativeLink(addresses, places, folder, ref) ?? defaultLinkTo(ref), resolveLink)
  const includeTo = (ref: ContentRef) => {
    const path = places.includes.get(String(ref.reusableContent))
    const text = path === undefined ? defaultIncludeTo(ref) : encodePath(relativePath(folder, path))
    return sure(ref, text, resolveInclude)
  }
  return { linkTo, fileTo: linkTo, includeTo }
}

function relativeLink(
  { treeUrl }: Addresses,
  { pages, files }: Places,
  folder: string,
  ref: ContentRef,
): string | undefined {
  const to = (path: string | undefined) => (path === undefined ? undefined : encodePath(relativePath(folder, path)))
  // The README of a folder is named by the folder.
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

/** The slug that a path gives a page. */
export function nameInPath(path: string, root: string): string {
  const inside = root === '' ? path : path.slice(root.length + 1)
  if (!isReadme(inside)) return inside.slice(inside.lastIndexOf('/') + 1).replace(/\.(md|markdown)$/i, '')
  const folder = folderOf(inside)
  return folder === '' ? 'readme' : folder.slice(folder.lastIndexOf('/') + 1)
}
