// Writes content to a repository. Only differences from the last export are written, so an unedited file keeps every
// byte.
import { type Hash, isEqual } from '../engine/objects.ts'
import { loadObject, type Reading } from '../engine/reading.ts'
import { listRecords, loadVariables } from '../engine/tree/collections.ts'
import { openTree } from '../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../engine/tree/pages.ts'
import type { File, GitBlob, Page, ReusableContent, Tag, Variables } from '../engine/tree/records.ts'
import { EMPTY_DOCUMENT } from '../engine/walk.ts'
import { type Addresses, linkWriter } from './addresses.ts'
import { type ChosenPaths, type ContentItems, choosePaths, NO_PATHS } from './chosen-paths.ts'
import { writeIncludeFile, writePageFile } from './page-file.ts'
import { tagsPath, variablesPath } from './source.ts'
import { writeTableOfContents } from './table-of-contents.ts'
import { writeTags } from './tags.ts'
import { writeVariables } from './variables.ts'
import type { PlacedContent, RepositoryState } from './write-state.ts'

/** The text of a file. Pages are rendered only when they are written, because all together may exceed memory. */
export type FileText = string | (() => Reading<string>)

/** The changes to apply to the repository. */
export interface RepositoryChanges {
  texts: Map<string, FileText>
  /** Files to copy, by path. */
  files: Map<string, File>
  removed: string[]
  /** The resulting file paths. */
  placed: ChosenPaths
}

const BATCH_SIZE = 50

interface LoadedContent extends ContentItems {
  tags: Tag[]
  variables: Variables
}

/** `before` is the content that the repository has; absent on the first export. */
export function* writeRepository(
  before: Hash | undefined,
  after: Hash,
  base: RepositoryState,
): Reading<RepositoryChanges> {
  const old = before === undefined ? undefined : yield* loadContent(before)
  const now = yield* loadContent(after)
  const owned = new Set(old ? originsOf(old).map(({ path }) => path.toLowerCase()) : [])
  const foreign = new Set([...base.files.keys()].map((path) => path.toLowerCase()).filter((path) => !owned.has(path)))
  const isTaken = (path: string) => foreign.has(path)
  const was = old ? choosePaths(old, originPlaces(old), base.config, isTaken) : NO_PATHS
  const placed = choosePaths(now, was, base.config, isTaken)
  const sides: Sides = { base, old: old && sideOf(base, old, was), now: sideOf(base, now, placed) }
  const texts = new Map<string, FileText>()
  yield* writePages(sides, texts)
  yield* writeIncludes(sides, texts)
  const summary = writeTableOfContents(base, sides.old, sides.now)
  if (summary !== undefined) texts.set(base.config.summary, summary)
  const variables = isEqual(old?.variables ?? {}, now.variables)
    ? undefined
    : writeVariables(base.variables, now.variables)
  if (variables !== undefined && variables !== base.variables) texts.set(variablesPath(base.config), variables)
  const tags = isEqual(old?.tags ?? [], now.tags) ? undefined : writeTags(base.tags, now.tags)
  if (tags !== undefined && tags !== base.tags) texts.set(tagsPath(base.config), tags)
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
  base: RepositoryState
  old: PlacedContent | undefined
  now: PlacedContent
}

function* loadContent(root: Hash): Reading<LoadedContent> {
  const tree = openTree(root)
  const pages = yield* loadPageTree(tree)
  const files = (yield* listRecords(tree, 'file')).map(({ record }) => record)
  const includes = (yield* listRecords(tree, 'reusableContent')).map(({ record }) => record)
  const tags = (yield* listRecords(tree, 'tag')).map(({ record }) => record)
  return { pages, files, includes, tags, variables: yield* loadVariables(tree) }
}

const listNodes = (nodes: readonly PageNode[]): PageNode[] => nodes.flatMap((node) => [node, ...listNodes(node.pages)])

const originsOf = ({ pages, files, includes }: ContentItems): GitBlob[] =>
  [...listNodes(pages).map(({ page }) => page), ...files, ...includes].flatMap(({ git }) => git ?? [])

function originPlaces({ pages, files, includes }: ContentItems): ChosenPaths {
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

function sideOf(
  { config, files, treeUrl, fences }: RepositoryState,
  held: ContentItems,
  placed: ChosenPaths,
): PlacedContent {
  const flip = (map: ReadonlyMap<string, string>) => new Map([...map].map(([id, path]) => [path, id]))
  const addresses: Addresses = {
    root: config.root,
    pages: flip(placed.pages),
    files: flip(placed.files),
    includes: flip(placed.includes),
    redirects: config.redirects,
    treeUrl,
    hasOther: (path) => files.has(path),
    fences,
  }
  return { held, placed, addresses }
}

function* writePages({ base, old, now }: Sides, texts: Map<string, FileText>): Reading<void> {
  const before = new Map(old ? listNodes(old.held.pages).map(({ page }) => [page.id, page]) : [])
  const isSettled = old !== undefined && haveSameAddresses(old, now)
  const isThere = ({ id }: Page, path: string) =>
    before.has(id) && base.files.get(path) === before.get(id)!.git?.oid && old!.placed.pages.get(id) === path
  const changed = listNodes(now.held.pages).flatMap(({ page }) => {
    const path = now.placed.pages.get(page.id)
    const isSame =
      path !== undefined &&
      isSettled &&
      isThere(page, path) &&
      isEqual(fileContent(before.get(page.id)!), fileContent(page))
    return path === undefined || isSame ? [] : [{ page, path }]
  })
  const written = ({ page, path }: { page: Page; path: string }) => writePage(page, now, path)
  for (const each of changed) if (!isThere(each.page, each.path)) texts.set(each.path, () => written(each))
  const compared = changed.filter(({ page, path }) => isThere(page, path))
  for (let at = 0; at < compared.length; at += BATCH_SIZE) {
    const batch = compared.slice(at, at + BATCH_SIZE)
    // Loads the batch at once, instead of one query per page.
    yield batch
      .flatMap(({ page }) => [page.document, before.get(page.id)!.document])
      .filter((hash) => hash !== undefined)
    for (const each of batch) {
      const previous = yield* writePage(before.get(each.page.id)!, old!, each.path)
      if ((yield* written(each)) !== previous) texts.set(each.path, () => written(each))
    }
  }
}

function* writePage(page: Page, { addresses, placed }: PlacedContent, path: string): Reading<string> {
  const document = page.document === undefined ? EMPTY_DOCUMENT : yield* loadObject<never>(page.document)
  const written = { title: page.title, path: placed.slugPaths.get(page.id)!, fields: page, document }
  return writePageFile(written, linkWriter(addresses, placed, path), { path, root: addresses.root })
}

// The part of a page that is in its file.
function fileContent(page: Page): object {
  const { parent: _parent, position: _position, git: _git, createdAt: _created, updatedAt: _updated, ...fields } = page
  return fields
}

function* writeIncludes({ base, old, now }: Sides, texts: Map<string, FileText>): Reading<void> {
  const before = new Map(old?.held.includes.map((include) => [include.id, include]) ?? [])
  for (const include of now.held.includes) {
    const path = now.placed.includes.get(include.id)!
    const same = before.get(include.id)
    const isThere = same !== undefined && base.files.get(path) === same.git?.oid
    const text = yield* writeInclude(include, now, path)
    if (!isThere || text !== (yield* writeInclude(same, old!, path))) texts.set(path, text)
  }
}

function* writeInclude(include: ReusableContent, { addresses, placed }: PlacedContent, path: string): Reading<string> {
  const document = include.document === undefined ? EMPTY_DOCUMENT : yield* loadObject<never>(include.document)
  const { title, frontMatter, frontMatterKeys } = include
  return writeIncludeFile(
    { title, document, frontMatter: (frontMatter ?? {}) as Record<string, unknown>, frontMatterKeys },
    linkWriter(addresses, placed, path),
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

const haveSameAddresses = (old: PlacedContent, now: PlacedContent): boolean =>
  (['pages', 'files', 'includes'] as const).every((kind) => {
    const [was, is] = [old.placed[kind], now.placed[kind]]
    return was.size === is.size && [...is].every(([id, path]) => was.get(id) === path)
  })
