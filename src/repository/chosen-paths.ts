// Chooses the file of each page, file and reusable content. An object keeps its file while its location is unchanged;
// new files are named by slugs. Paths never differ in case alone, because some file systems ignore case.
import { encode } from '../engine/objects.ts'
import { slugify, withSuffix } from '../engine/slug.ts'
import type { PageNode } from '../engine/tree/pages.ts'
import type { File, ReusableContent } from '../engine/tree/records.ts'
import { clip } from '../lib/text.ts'
import type { FilePaths } from './addresses.ts'
import type { RepositoryConfig } from './config.ts'
import { joinPath } from './paths.ts'

export interface ContentItems {
  pages: readonly PageNode[]
  files: readonly File[]
  includes: readonly ReusableContent[]
}

/** The chosen file paths, and the page paths they were chosen for. */
export interface ChosenPaths extends FilePaths {
  slugPaths: ReadonlyMap<string, string>
}

export const NO_PATHS: ChosenPaths = { pages: new Map(), files: new Map(), includes: new Map(), slugPaths: new Map() }

/** Chooses paths for all items; `before` has the previous paths, `isTaken` reports files that are not ours. */
export function choosePaths(
  held: ContentItems,
  before: ChosenPaths,
  config: RepositoryConfig,
  isTaken: (path: string) => boolean,
): ChosenPaths {
  const choice = new Choice(isTaken)
  const { summary, root } = config
  choice.keep(summary)
  const slugPaths = new Map<string, string>()
  const nodes = listDocuments(held.pages)
  for (const { page, path } of nodes) slugPaths.set(page.id, path)
  const kept = (id: string) => (before.slugPaths.get(id) === slugPaths.get(id) ? before.pages.get(id) : undefined)
  const pages = choice.all(nodes.map(({ page }) => [page.id, kept(page.id)]))
  const files = choice.all(held.files.map(({ id }) => [id, before.files.get(id)]))
  const includes = choice.all(held.includes.map(({ id }) => [id, before.includes.get(id)]))
  const first = held.pages[0]
  // Its file only determines the last segment of its path.
  const maybeReadme = first?.page.type === 'document' && !first.path.includes('/') && !pages.has(first.page.id)
  if (maybeReadme && choice.isFree(config.readme)) pages.set(first.page.id, choice.keep(config.readme))
  for (const { page, path, pages: below } of nodes)
    if (!pages.has(page.id)) pages.set(page.id, choice.first(pagePaths(joinPath(root, path)!, below.length > 0)))
  for (const { id, name } of held.files)
    if (!files.has(id)) files.set(id, choice.first(filePaths(joinPath(root, `.gitbook/assets`)!, name)))
  for (const { id, title } of held.includes)
    if (!includes.has(id)) includes.set(id, choice.first(includePaths(joinPath(root, '.gitbook/includes')!, title)))
  return { pages, files, includes, slugPaths }
}

class Choice {
  private readonly chosen = new Set<string>()
  private readonly isTaken: (path: string) => boolean

  constructor(isTaken: (path: string) => boolean) {
    this.isTaken = isTaken
  }

  keep(path: string): string {
    this.chosen.add(path.toLowerCase())
    return path
  }

  isFree(path: string): boolean {
    return !this.chosen.has(path.toLowerCase()) && !this.isTaken(path.toLowerCase())
  }

  first(paths: Iterable<string>): string {
    for (const path of paths) if (this.isFree(path)) return this.keep(path)
    throw new Error('The candidates are endless.')
  }

  /** Reserves the existing paths. */
  all(entries: [string, string | undefined][]): Map<string, string> {
    const kept = entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
    for (const [, path] of kept) this.keep(path)
    return new Map(kept)
  }
}

function listDocuments(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap((node) => [...(node.page.type === 'document' ? [node] : []), ...listDocuments(node.pages)])
}

// A page with children is the README of its folder. `readme.md` would be one too.
function* pagePaths(path: string, hasPages: boolean): Generator<string> {
  if (!hasPages && !/(^|\/)readme$/i.test(path)) yield `${path}.md`
  yield `${path}/README.md`
  for (let n = 1; ; n++) yield `${path}-${n}.md`
}

/** In bytes. File systems allow names of 255 bytes, and a number may follow. */
const MAX_NAME = 240

const sizeOf = (text: string) => new TextEncoder().encode(text).length

function* filePaths(folder: string, name: string): Generator<string> {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? []
  const short = sizeOf(name) <= MAX_NAME ? stem : shorten(stem, MAX_NAME - sizeOf(extension))
  yield `${folder}/${short}${extension}`
  for (let n = 1; ; n++) yield `${folder}/${fit(short, ` (${n})${extension}`)} (${n})${extension}`
}

// A longer name would be truncated when it is read again; the number has to fit too.
const MAX_READ_NAME = 200

const fit = (stem: string, rest: string): string =>
  stem.length + rest.length <= MAX_READ_NAME ? stem : clip(stem, MAX_READ_NAME - rest.length)

function shorten(stem: string, size: number): string {
  const mark = `-${encode(stem).hash.slice(0, 8).toLowerCase()}`
  let [kept, length] = ['', mark.length]
  for (const point of stem) {
    length += sizeOf(point)
    if (length > size) break
    kept += point
  }
  return kept + mark
}

function* includePaths(folder: string, title: string): Generator<string> {
  for (let n = 0; ; n++) yield `${folder}/${withSuffix(slugify(title), n)}.md`
}
