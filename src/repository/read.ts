// Reads a repository: the table of contents gives the tree, files give the pages. Known objects keep their ids, and
// unchanged files are not read again.
import { encode } from '../engine/objects.ts'
import type { Page } from '../engine/tree/records.ts'
import { type Addresses, linkReader, listRedirects, pagePath } from './addresses.ts'
import type { RepositoryConfig } from './config.ts'
import { checkFiles } from './file-checks.ts'
import type { FileReading, RepositoryAsset, RepositoryContent, RepositoryInclude } from './model.ts'
import { type OutlinePage, readOutline } from './outline.ts'
import { readIncludeFile, readPageFile } from './page-file.ts'
import { completePages } from './page-paths.ts'
import { folderOf, isMarkdown, joinPath, nameOf } from './paths.ts'
import {
  type PreviousImport,
  parsedText,
  type Repository,
  readRepositoryConfig,
  tagsPath,
  textsOf,
  variablesPath,
} from './source.ts'
import { readTags } from './tags.ts'
import { readVariables } from './variables.ts'
import { type ImportWarning, listUnparsedTags, MAX_WARNINGS } from './warnings.ts'

/** Pages per batch, so that the driver can yield to other work in between. */
const BATCH_SIZE = 20

/** Reads no file: the driver can yield to other work. */
const PAUSE: readonly string[] = []

export function* readRepository(repository: Repository): FileReading<RepositoryContent> {
  const config = yield* readRepositoryConfig(repository)
  const outline = yield* readOutline(repository, config)
  yield PAUSE
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
    fences: repository.fences,
  }
  const reading = { repository, addresses, use: using(repository, assets, addresses) }
  yield PAUSE
  const notes = yield* readPages(
    reading,
    [...pages.values()],
    nameOfAddresses(addresses) === repository.known.addresses,
  )
  yield* readIncludes(reading, includes)
  const [variables, tags] = yield* textsOf(repository, [variablesPath(config), tagsPath(config)])
  yield PAUSE
  const complete = completePages(outline, config, addresses, repository)
  yield PAUSE
  const values = readVariables(variables)
  yield PAUSE
  const redirects = listRedirects(addresses)
  yield PAUSE
  const warnings = yield* checkFiles(repository, config, addresses, pages)
  yield PAUSE
  return {
    pages: complete,
    files: [...assets.values()],
    reusableContents: [...includes.values()],
    tags: readTags(tags),
    variables: values,
    redirects,
    notes: [...warnings, ...notes].slice(0, MAX_WARNINGS),
    addresses: nameOfAddresses(addresses),
  }
}

// Pages with a file, by path.
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
  const found = [...files].filter(([path]) => folderOf(path) === folder && /\.md$/i.test(path)).sort(byNumber)
  return new Map(
    found.map(([path, oid]) => [
      path,
      { id: known.includes.get(path)?.id ?? newId(), title: '', origin: { path, oid } },
    ]),
  )
}

// Includes with the same title are numbered in files: their ids have to be in the order of the numbers.
const byNumber = ([a]: [string, string], [b]: [string, string]): number =>
  COLLATOR.compare(a.replace(/\.md$/i, ''), b.replace(/\.md$/i, '')) || (a < b ? -1 : 1)

const COLLATOR = new Intl.Collator('en', { numeric: true })

// Files in the assets folder, and files that pages used in the previous import.
function listAssets({ files, known, newId }: Repository, { root }: RepositoryConfig): Map<string, RepositoryAsset> {
  const folder = `${joinPath(root, '.gitbook/assets')}/`
  const paths = [...files.keys()].filter((path) => path.startsWith(folder) || known.files.has(path)).sort()
  return new Map(
    paths.map((path) => [path, { id: known.files.get(path)?.id ?? newId(), origin: { path, oid: files.get(path)! } }]),
  )
}

/** Imports any file that a page shows. */
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

/** The version of the reading rules. A new version makes the next import read every file again. */
const RULES = 4

// Identifies everything else that affects how files are read.
function nameOfAddresses({ pages, files, includes, redirects, root, treeUrl, fences }: Addresses): string {
  const sorted = [pages, files, includes, redirects].map((map) => [...map].sort())
  return encode([RULES, sorted, root, treeUrl ?? null, ...(fences.length > 0 ? [fences] : [])]).hash
}

interface ReadingPages {
  repository: Repository
  addresses: Addresses
  use(path: string): string | undefined
}

/** Returns the warnings. */
function* readPages(
  { repository, addresses, use }: ReadingPages,
  pages: OutlinePage[],
  isSame: boolean,
): FileReading<ImportWarning[]> {
  const changed = pages.filter(
    (page) => !(isSame && keepKnown(page, { known: repository.known, root: addresses.root })),
  )
  const readAgain = new Set(changed.map(({ origin }) => origin!.path))
  const isKept = ({ path }: ImportWarning) => !readAgain.has(path) && repository.known.pages.has(path)
  const notes = (repository.known.notes ?? []).filter(isKept)
  for (let at = 0; at < changed.length; at += BATCH_SIZE) {
    const batch = changed.slice(at, at + BATCH_SIZE)
    const paths = batch.map(({ origin }) => origin!.path)
    const texts = yield* textsOf(repository, paths)
    for (const [index, page] of batch.entries()) {
      const text = texts[index]
      if (text === undefined) continue
      const { path } = page.origin!
      const options = linkReader(addresses, path, use)
      const { title, slug, ...read } = readPageFile(yield* parsedText({ path, text, options }), options)
      Object.assign(page, read)
      if (title !== undefined) page.title = title
      if (slug !== undefined) page.slug = slug
      if (notes.length < MAX_WARNINGS) notes.push(...listUnparsedTags(page.origin!.path, text, read.document))
    }
  }
  return notes
}

// Reuses a page whose file and label are unchanged.
function keepKnown(page: OutlinePage, { known, root }: { known: PreviousImport; root: string }): boolean {
  const { path, oid } = page.origin!
  const old = known.pages.get(path)
  if (old?.git?.oid !== oid || !isCalledAlike(page, old)) return false
  const { id: _id, type: _type, title, slug: _slug, document, git: _git, target: _target, ...rest } = old
  const { parent: _parent, position: _position, createdAt: _createdAt, updatedAt: _updatedAt, ...others } = rest
  const { ownPath: _ownPath, linkTitle: _linkTitle, ...fields } = others
  const at = known.pagePaths.get(path)!
  const isInPath = pagePath(path, root) === at
  Object.assign(page, {
    title,
    fields,
    ...(document !== undefined && { document }),
    ...(!isInPath && { slug: nameOf(at) }),
  })
  return true
}

const isCalledAlike = ({ title, linkTitle }: OutlinePage, old: Page): boolean =>
  old.title === title || (linkTitle === undefined && old.linkTitle === title)

function* readIncludes(reading: ReadingPages, includes: Map<string, RepositoryInclude>): FileReading<void> {
  const { repository, addresses, use } = reading
  const texts = yield* textsOf(repository, [...includes.keys()])
  for (const [index, [path, include]] of [...includes].entries()) {
    const options = { ...linkReader(addresses, path, use), title: false }
    Object.assign(include, readIncludeFile(yield* parsedText({ path, text: texts[index]!, options }), path))
  }
}
