// A repository → content: the table of contents gives the tree, files give the pages. What is known from the last time
// keeps its id, and a file that has not changed since is not read again.
import type { ContentRef } from '../engine/content-ref.ts'
import { encode } from '../engine/objects.ts'
import { freeSlug, slugify } from '../engine/slug.ts'
import { hasSlug } from '../engine/tree/records.ts'
import { type Addresses, nameInPath, readingLinks } from './addresses.ts'
import type { RepositoryConfig } from './config.ts'
import type { Asking, RepositoryAsset, RepositoryContent, RepositoryInclude, RepositoryPage } from './model.ts'
import { type OutlinePage, readOutline } from './outline.ts'
import { readIncludeFile, readPageFile } from './page-file.ts'
import { folderOf, isMarkdown, joinPath } from './paths.ts'
import { type Known, keyOfPlain, type Repository, readRepositoryConfig, textsOf, variablesPath } from './source.ts'
import { readVariables } from './variables.ts'

/** Pages read in one go: whoever answers can do other things in between. */
const AT_ONCE = 20

export function* readRepository(repository: Repository): Asking<RepositoryContent> {
  const config = yield* readRepositoryConfig(repository)
  const outline = yield* readOutline(repository, config)
  const includes = listIncludes(repository, config)
  const pages = listPages(outline)
  const assets = listAssets(repository, config)
  const addresses: Addresses = {
    root: config.root,
    pages: idsOf(pages),
    files: idsOf(assets),
    includes: idsOf(includes),
    redirects: config.redirects,
    treeUrl: repository.treeUrl,
    hasOther: (path) => repository.files.has(path),
  }
  const reading = { repository, addresses, use: using(repository, assets, addresses) }
  yield* readPages(reading, [...pages.values()], nameOfAddresses(addresses) === repository.known.addresses)
  yield* readIncludes(reading, includes)
  const [variables] = yield* textsOf(repository, [variablesPath(config)])
  return {
    pages: finish(outline, config, reading),
    files: [...assets.values()],
    reusableContents: [...includes.values()],
    variables: readVariables(variables),
    addresses: nameOfAddresses(addresses),
  }
}

// The pages that have a file, by its path.
function listPages(pages: readonly OutlinePage[]): Map<string, OutlinePage> {
  const found = new Map<string, OutlinePage>()
  const walk = (each: OutlinePage) => {
    if (each.origin) found.set(each.origin.path, each)
    each.pages.forEach(walk)
  }
  pages.forEach(walk)
  return found
}

function listIncludes({ files, known, newId }: Repository, { root }: RepositoryConfig): Map<string, RepositoryInclude> {
  const folder = joinPath(root, '.gitbook/includes')
  const found = [...files].filter(([path]) => folderOf(path) === folder && /\.md$/i.test(path)).sort()
  return new Map(
    found.map(([path, oid]) => [
      path,
      { id: known.includes.get(path)?.id ?? newId(), title: '', origin: { path, oid } },
    ]),
  )
}

// Those in the folder for assets, and those that pages used the last time.
function listAssets({ files, known, newId }: Repository, { root }: RepositoryConfig): Map<string, RepositoryAsset> {
  const folder = `${joinPath(root, '.gitbook/assets')}/`
  const paths = [...files.keys()].filter((path) => path.startsWith(folder) || known.files.has(path)).sort()
  return new Map(
    paths.map((path) => [path, { id: known.files.get(path)?.id ?? newId(), origin: { path, oid: files.get(path)! } }]),
  )
}

/** Makes a file of the space of any file that a page shows. */
function using({ files, newId }: Repository, assets: Map<string, RepositoryAsset>, { files: ids }: Addresses) {
  return (path: string): string | undefined => {
    const oid = files.get(path)
    if (oid === undefined || isMarkdown(path) || assets.has(path)) return ids.get(path)
    const id = newId()
    assets.set(path, { id, origin: { path, oid } })
    ;(ids as Map<string, string>).set(path, id)
    return id
  }
}

const idsOf = (entries: ReadonlyMap<string, { id: string }>) =>
  new Map([...entries].map(([path, { id }]) => [path, id]))

function nameOfAddresses({ pages, files, includes, redirects, root, treeUrl }: Addresses): string {
  const sorted = [pages, files, includes, redirects].map((map) => [...map].sort())
  return encode([sorted, root, treeUrl ?? null]).hash
}

interface ReadingPages {
  repository: Repository
  addresses: Addresses
  use(path: string): string | undefined
}

function* readPages({ repository, addresses, use }: ReadingPages, pages: OutlinePage[], isSame: boolean): Asking<void> {
  const changed = pages.filter((page) => !(isSame && keepKnown(page, repository.known)))
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const batch = changed.slice(at, at + AT_ONCE)
    const paths = batch.map(({ origin }) => origin!.path)
    const texts = yield* textsOf(repository, paths)
    for (const [index, page] of batch.entries()) {
      const text = texts[index]
      if (text === undefined) continue
      const { title, slug, ...read } = readPageFile(text, readingLinks(addresses, page.origin!.path, use))
      Object.assign(page, read)
      if (title !== undefined) page.title = title
      if (slug !== undefined) page.slug = slug
    }
  }
}

// A page whose file is the same, and whose title is that of the table of contents.
function keepKnown(page: OutlinePage, known: Known): boolean {
  const old = known.pages.get(page.origin!.path)
  if (old?.git?.oid !== page.origin!.oid || old.title !== page.title) return false
  const { id: _id, type: _type, title: _title, slug, document, git: _git, target: _target, ...rest } = old
  const { parent: _parent, position: _position, createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = rest
  Object.assign(page, { fields, ...(document !== undefined && { document }), ...(slug !== undefined && { slug }) })
  return true
}

function* readIncludes(reading: ReadingPages, includes: Map<string, RepositoryInclude>): Asking<void> {
  const { repository, addresses, use } = reading
  const texts = yield* textsOf(repository, [...includes.keys()])
  for (const [index, [path, include]] of [...includes].entries())
    Object.assign(include, readIncludeFile(texts[index]!, readingLinks(addresses, path, use), path))
}

// Links are resolved, slugs and the remaining ids chosen last: they depend on all pages.
function finish(outline: OutlinePage[], { root, summary }: RepositoryConfig, reading: ReadingPages): RepositoryPage[] {
  const { known, newId } = reading.repository
  const { resolveLink } = readingLinks(reading.addresses, summary)
  const plain = new Map([...known.plain].map(([key, ids]) => [key, [...ids]]))
  // Several may be called alike: they are told apart by their order.
  const idFor = (key: string) => plain.get(key)?.shift() ?? newId()
  const finishAll = (siblings: readonly OutlinePage[], parentPath: string): RepositoryPage[] => {
    const taken = new Set<string>()
    return siblings.map(({ href, pages: below, ...page }) => {
      const wanted = page.slug ?? (page.origin ? nameInPath(page.origin.path, root) : page.title)
      const slug = hasSlug(page.type) ? freeSlug(slugify(wanted), (each) => taken.has(each)) : undefined
      if (slug !== undefined) taken.add(slug)
      const id = page.id || idFor(keyOfPlain(page.type, parentPath, slug ?? page.title))
      const target = href === undefined ? {} : { target: resolveLink(href) as ContentRef }
      const path = [parentPath, slug].filter(Boolean).join('/')
      return { ...page, id, ...(slug !== undefined && { slug }), ...target, pages: finishAll(below, path) }
    })
  }
  return finishAll(outline, '')
}
