// Content → a repository: only what differs from the last time is written, so a file that nobody edited keeps every byte
// its author gave it.
import { type Hash, isEqual } from '../engine/objects.ts'
import { loadObject, type Reading } from '../engine/reading.ts'
import { listRecords, loadVariables } from '../engine/tree/collections.ts'
import { openTree } from '../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../engine/tree/pages.ts'
import type { File, GitBlob, Page, ReusableContent, Variables } from '../engine/tree/records.ts'
import { EMPTY_DOCUMENT } from '../engine/walk.ts'
import { type Addresses, writingLinks } from './addresses.ts'
import { writeIncludeFile, writePageFile } from './page-file.ts'
import { type Held, NOWHERE, type Placed, place } from './place.ts'
import type { Base, Side } from './sides.ts'
import { variablesPath } from './source.ts'
import { writeTableOfContents } from './table-of-contents.ts'
import { writeVariables } from './variables.ts'

/** What has to be done to the repository. */
export interface RepositoryChanges {
  texts: Map<string, string>
  /** Files whose bytes go to a path. */
  files: Map<string, File>
  removed: string[]
  /** Where everything is then. */
  placed: Placed
}

const AT_ONCE = 50

interface Whole extends Held {
  variables: Variables
}

/** `before` is the content as the repository has it: absent when it never had any. */
export function* writeRepository(before: Hash | undefined, after: Hash, base: Base): Reading<RepositoryChanges> {
  const old = before === undefined ? undefined : yield* loadWhole(before)
  const now = yield* loadWhole(after)
  const owned = new Set(old ? originsOf(old).map(({ path }) => path.toLowerCase()) : [])
  const foreign = new Set([...base.files.keys()].map((path) => path.toLowerCase()).filter((path) => !owned.has(path)))
  const isTaken = (path: string) => foreign.has(path)
  const was = old ? place(old, originPlaces(old), base.config, isTaken) : NOWHERE
  const placed = place(now, was, base.config, isTaken)
  const sides: Sides = { base, old: old && sideOf(base, old, was), now: sideOf(base, now, placed) }
  const texts = new Map<string, string>()
  yield* writePages(sides, texts)
  yield* writeIncludes(sides, texts)
  const summary = writeTableOfContents(base, sides.old, sides.now)
  if (summary !== undefined) texts.set(base.config.summary, summary)
  const variables = isEqual(old?.variables ?? {}, now.variables)
    ? undefined
    : writeVariables(base.variables, now.variables)
  if (variables !== undefined && variables !== base.variables) texts.set(variablesPath(base.config), variables)
  const kept = new Set([...placed.pages.values(), ...placed.files.values(), ...placed.includes.values()])
  const removed = [...new Set(old ? originsOf(old).map(({ path }) => path) : [])]
  return {
    texts,
    files: listFiles(sides),
    removed: removed.filter((path) => !kept.has(path) && base.files.has(path)),
    placed,
  }
}

interface Sides {
  base: Base
  old: Side | undefined
  now: Side
}

function* loadWhole(root: Hash): Reading<Whole> {
  const tree = openTree(root)
  const pages = yield* loadPageTree(tree)
  const files = (yield* listRecords(tree, 'file')).map(({ record }) => record)
  const includes = (yield* listRecords(tree, 'reusableContent')).map(({ record }) => record)
  return { pages, files, includes, variables: yield* loadVariables(tree) }
}

const listNodes = (nodes: readonly PageNode[]): PageNode[] => nodes.flatMap((node) => [node, ...listNodes(node.pages)])

const originsOf = ({ pages, files, includes }: Held): GitBlob[] =>
  [...listNodes(pages).map(({ page }) => page), ...files, ...includes].flatMap(({ git }) => git ?? [])

function originPlaces({ pages, files, includes }: Held): Placed {
  const pathsOf = (records: readonly { id: string; git?: GitBlob }[]) =>
    new Map(records.flatMap(({ id, git }) => (git ? [[id, git.path] as const] : [])))
  const nodes = listNodes(pages)
  return {
    pages: pathsOf(nodes.map(({ page }) => page)),
    files: pathsOf(files),
    includes: pathsOf(includes),
    slugPaths: new Map(nodes.map(({ page, path }) => [page.id, path])),
  }
}

function sideOf({ config, files, treeUrl }: Base, held: Held, placed: Placed): Side {
  const flip = (map: ReadonlyMap<string, string>) => new Map([...map].map(([id, path]) => [path, id]))
  const addresses: Addresses = {
    root: config.root,
    pages: flip(placed.pages),
    files: flip(placed.files),
    includes: flip(placed.includes),
    redirects: config.redirects,
    treeUrl,
    hasOther: (path) => files.has(path),
  }
  return { held, placed, addresses }
}

function* writePages({ base, old, now }: Sides, texts: Map<string, string>): Reading<void> {
  const before = new Map(old ? listNodes(old.held.pages).map(({ page }) => [page.id, page]) : [])
  const isSettled = old !== undefined && haveSameAddresses(old, now)
  const isThere = ({ id }: Page, path: string) =>
    before.has(id) && base.files.get(path) === before.get(id)!.git?.oid && old!.placed.pages.get(id) === path
  const changed = listNodes(now.held.pages).flatMap(({ page }) => {
    const path = now.placed.pages.get(page.id)
    const isSame =
      path !== undefined && isSettled && isThere(page, path) && isEqual(shown(before.get(page.id)!), shown(page))
    return path === undefined || isSame ? [] : [{ page, path }]
  })
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const batch = changed.slice(at, at + AT_ONCE)
    // All at once: asking for each by itself would be a query a page.
    yield batch
      .flatMap(({ page }) => [page.document, before.get(page.id)?.document])
      .filter((hash) => hash !== undefined)
    for (const { page, path } of batch) {
      const text = yield* writePage(page, now, path)
      if (!isThere(page, path) || text !== (yield* writePage(before.get(page.id)!, old!, path))) texts.set(path, text)
    }
  }
}

function* writePage(page: Page, { addresses, placed }: Side, path: string): Reading<string> {
  const document = page.document === undefined ? EMPTY_DOCUMENT : yield* loadObject<never>(page.document)
  const written = { title: page.title, slug: page.slug, fields: page, document }
  return writePageFile(written, writingLinks(addresses, placed, path), { path, root: addresses.root })
}

// What of a page is in its file.
function shown(page: Page): object {
  const { parent: _parent, position: _position, git: _git, createdAt: _created, updatedAt: _updated, ...fields } = page
  return fields
}

function* writeIncludes({ base, old, now }: Sides, texts: Map<string, string>): Reading<void> {
  const before = new Map(old?.held.includes.map((include) => [include.id, include]) ?? [])
  for (const include of now.held.includes) {
    const path = now.placed.includes.get(include.id)!
    const same = before.get(include.id)
    const isThere = same !== undefined && base.files.get(path) === same.git?.oid
    const text = yield* writeInclude(include, now, path)
    if (!isThere || text !== (yield* writeInclude(same, old!, path))) texts.set(path, text)
  }
}

function* writeInclude(include: ReusableContent, { addresses, placed }: Side, path: string): Reading<string> {
  const document = include.document === undefined ? EMPTY_DOCUMENT : yield* loadObject<never>(include.document)
  const { title, frontMatter } = include
  return writeIncludeFile(
    { title, document, frontMatter: (frontMatter ?? {}) as Record<string, unknown> },
    writingLinks(addresses, placed, path),
  )
}

function listFiles({ base, old, now }: Sides): Map<string, File> {
  const before = new Map(old?.held.files.map((file) => [file.id, file]) ?? [])
  const changed = new Map<string, File>()
  for (const file of now.held.files) {
    const path = now.placed.files.get(file.id)!
    const same = before.get(file.id)
    const isThere = same !== undefined && base.files.has(path) && base.files.get(path) === same.git?.oid
    if (!isThere || same.blob !== file.blob) changed.set(path, file)
  }
  return changed
}

const haveSameAddresses = (old: Side, now: Side): boolean =>
  (['pages', 'files', 'includes'] as const).every((kind) => {
    const [was, is] = [old.placed[kind], now.placed[kind]]
    return was.size === is.size && [...is].every(([id, path]) => was.get(id) === path)
  })
