// Which file everything goes to. What had one keeps it as long as it stays where it is in the tree; the rest is named by
// slugs. No two paths differ in case alone: not every disk tells them apart.
import { slugify, withSuffix } from '../engine/slug.ts'
import type { PageNode } from '../engine/tree/pages.ts'
import type { File, ReusableContent } from '../engine/tree/records.ts'
import type { Places } from './addresses.ts'
import type { RepositoryConfig } from './config.ts'
import { joinPath } from './paths.ts'

export interface Held {
  pages: readonly PageNode[]
  files: readonly File[]
  includes: readonly ReusableContent[]
}

/** Where things are, and the paths in the tree for which that was chosen. */
export interface Placed extends Places {
  slugPaths: ReadonlyMap<string, string>
}

export const NOWHERE: Placed = { pages: new Map(), files: new Map(), includes: new Map(), slugPaths: new Map() }

/** Paths for everything in `held`; `before` is where things were, `isTaken` knows what belongs to nobody here. */
export function place(
  held: Held,
  before: Placed,
  config: RepositoryConfig,
  isTaken: (path: string) => boolean,
): Placed {
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
  if (first?.page.type === 'document' && !pages.has(first.page.id) && choice.isFree(config.readme))
    pages.set(first.page.id, choice.keep(config.readme))
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
    throw new Error('There are always more paths.')
  }

  /** Those that have a path already. */
  all(entries: [string, string | undefined][]): Map<string, string> {
    const kept = entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
    for (const [, path] of kept) this.keep(path)
    return new Map(kept)
  }
}

function listDocuments(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap((node) => [...(node.page.type === 'document' ? [node] : []), ...listDocuments(node.pages)])
}

// A page with others below it is the README of their folder. `readme.md` would be one too.
function* pagePaths(path: string, hasPages: boolean): Generator<string> {
  if (!hasPages && !/(^|\/)readme$/i.test(path)) yield `${path}.md`
  yield `${path}/README.md`
  for (let n = 1; ; n++) yield `${path}-${n}.md`
}

function* filePaths(folder: string, name: string): Generator<string> {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? []
  yield `${folder}/${name}`
  for (let n = 1; ; n++) yield `${folder}/${stem} (${n})${extension}`
}

function* includePaths(folder: string, title: string): Generator<string> {
  for (let n = 0; ; n++) yield `${folder}/${withSuffix(slugify(title), n)}.md`
}
