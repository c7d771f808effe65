// The page tree of a repository before its pages are read: from the table of contents or, without one, from the
// folders.
import type { RepositoryConfig } from './config.ts'
import type { FileReading, RepositoryPage, SummaryEntry } from './model.ts'
import { toTitle } from './page-file.ts'
import { decodePath, folderOf, isMarkdown, isReadme, joinPath, nameOf } from './paths.ts'
import { type Repository, readSummaryFile } from './source.ts'

/** A page being read; its id comes from its file, or is assigned at the end. */
export interface OutlinePage extends Omit<RepositoryPage, 'pages'> {
  /** The target of a link, as written. */
  href?: string
  /** The label in the table of contents. */
  label?: string
  pages: OutlinePage[]
}

type Source = Pick<Repository, 'files' | 'known' | 'newId'>

export function* readOutline(repository: Repository, config: RepositoryConfig): FileReading<OutlinePage[]> {
  const { files } = repository
  const summary = yield* readSummaryFile(repository, config)
  if (!summary) return fromFolders(repository, config)
  const taken = new Set<string>()
  const pages = summary.entries.map((entry) => toPage(entry, repository, config, taken))
  const isFirstMissing = files.has(config.readme) && !taken.has(config.readme)
  return isFirstMissing
    ? [filePage(repository, config.readme, toTitle(nameOf(config.root) || 'Readme')), ...pages]
    : pages
}

function toPage(entry: SummaryEntry, source: Source, config: RepositoryConfig, taken: Set<string>): OutlinePage {
  const page = toSinglePage(entry, source, config, taken)
  page.pages = entry.entries.map((each) => toPage(each, source, config, taken))
  return page
}

function toSinglePage(entry: SummaryEntry, source: Source, config: RepositoryConfig, taken: Set<string>): OutlinePage {
  const { kind, title, linkTitle, slug, fields, href = '' } = entry
  const plain = { id: '', title: title || 'Untitled', fields, pages: [] }
  const named = linkTitle === undefined ? {} : { linkTitle }
  if (kind === 'group') return { ...plain, type: 'group', ...(slug !== undefined && { slug }) }
  if (kind === 'computed') return { ...plain, type: 'computed', fields: { computed: fields } }
  const path = pageAt(href, source, config)
  // Only documents contain pages, so an entry with children cannot be a link.
  if (path !== undefined && !taken.has(path)) {
    taken.add(path)
    return { ...filePage(source, path, plain.title), ...named, ...(title !== '' && { label: title }) }
  }
  return entry.entries.length > 0 ? { ...plain, type: 'group' } : { ...plain, ...named, type: 'link', href }
}

/** The page file of an entry; undefined for a link. */
function pageAt(href: string, { files }: Source, { summary, root }: RepositoryConfig): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|[#?]/i.test(href) || href === '') return undefined
  const path = joinPath(folderOf(summary), decodePath(href), root)
  if (path === undefined) return undefined
  if (isMarkdown(path)) return path
  const readme = path === '' ? 'README.md' : `${path}/README.md`
  return files.has(readme) ? readme : undefined
}

function filePage({ files, known, newId }: Source, path: string, title: string): OutlinePage {
  return {
    id: known.pages.get(path)?.id ?? newId(),
    type: 'document',
    title,
    fields: {},
    origin: { path, oid: files.get(path) ?? '' },
    pages: [],
  }
}

// Folders are pages: their README, or an empty page with a title.
function fromFolders(source: Source, { root, readme, summary }: RepositoryConfig): OutlinePage[] {
  const inside = root === '' ? '' : `${root}/`
  const paths = [...source.files.keys()].filter(
    (path) =>
      path.startsWith(inside) && isMarkdown(path) && path !== summary && !/(^|\/)\./.test(path.slice(inside.length)),
  )
  const folders = new Map<string, OutlinePage>([[root, { id: '', type: 'document', title: '', fields: {}, pages: [] }]])
  const folderPage = (folder: string): OutlinePage => {
    const known = folders.get(folder)
    if (known) return known
    const own = paths.find((path) => folderOf(path) === folder && isReadme(path))
    const name = nameOf(folder)
    const page: OutlinePage = own
      ? filePage(source, own, toTitle(name))
      : { id: '', type: 'document', title: toTitle(name), slug: name, fields: {}, pages: [] }
    folders.set(folder, page)
    folderPage(folderOf(folder)).pages.push(page)
    return page
  }
  const isFirst = (path: string) => path === readme || (folderOf(path) === root && isReadme(path))
  for (const path of paths.sort(byName)) {
    const folder = folderPage(folderOf(path))
    if (isFirst(path)) folder.pages.unshift(filePage(source, path, toTitle(nameOf(root) || 'Readme')))
    else if (!isReadme(path)) folder.pages.push(filePage(source, path, toTitle(nameOf(path).replace(/\.\w+$/, ''))))
  }
  return folders.get(root)!.pages
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
