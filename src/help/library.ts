// The documentation that comes with this version: the folder `docs/`, read as any repository is and kept in memory.
import { fileURLToPath } from 'node:url'
import type { ContentRef } from '../engine/content-ref.ts'
import type { Document } from '../engine/document.ts'
import { detectType } from '../files/content-type.ts'
import { measureImage } from '../files/dimensions.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'
import type { DrawnFile, Target } from '../render/html/index.ts'
import type { RepositoryPage } from '../repository/model.ts'
import { readRepository } from '../repository/read.ts'
import { folderSource, readWithSource, type Source } from '../resources/git/index.ts'
import { encodePath, pageHref } from '../sites/paths.ts'
import { withAccessPages } from './access-pages.ts'

export const DOCS_FOLDER = fileURLToPath(new URL('docs/', PACKAGE_FOLDER))

export interface HelpPage {
  id: string
  path: string
  title: string
  description: string | undefined
  /** The titles of the groups and pages above. */
  above: string[]
  document: Document
  /** Its file, below `docs/`. */
  file: string
}

export interface Library {
  /** In reading order; the first is at the address of the whole. */
  pages: readonly HelpPage[]
  tree: readonly RepositoryPage[]
  hrefOf(page: { id: string; path: string }): string
  findByPath(path: string): HelpPage | undefined
  findById(id: string): HelpPage | undefined
  target(ref: ContentRef): Target | undefined
  file(id: string): DrawnFile | undefined
  /** The bytes of a file that pages show, by its path. */
  readFile(path: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
  readPage(page: HelpPage): Promise<Uint8Array>
}

/** Where files that pages show are, below the address of the whole. */
export const FILES = '~lectern/docs/'

export async function readLibrary(base: string): Promise<Library> {
  const source = await withAccessPages(await folderSource(DOCS_FOLDER))
  let ids = 0
  const known = { pages: new Map(), pagePaths: new Map(), files: new Map(), includes: new Map(), plain: new Map() }
  const repository = { directory: '', files: source.files, known, fences: [], newId: () => `help${++ids}` }
  const content = await readWithSource(source, readRepository(repository))
  const pages = listPages(content.pages, { path: '', above: [] })
  const byId = new Map(pages.map((page) => [page.id, page]))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const files = await readFiles(source, content.files, base)
  const hrefOf: Library['hrefOf'] = ({ id, path }) => pageHref(base, path, id === pages[0]?.id)
  return {
    pages,
    tree: content.pages,
    hrefOf,
    findByPath: (path) => byPath.get(path),
    findById: (id) => byId.get(id),
    file: (id) => files.get(id)?.drawn,
    target(ref) {
      const page = (ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined && byId.get(ref.page)
      if (!page) return undefined
      const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : ''
      return { title: page.title, description: page.description, href: hrefOf(page) + anchor }
    },
    async readFile(path) {
      const found = [...files.values()].find((each) => each.path === path)
      return found && { bytes: await source.read(path), contentType: found.drawn.contentType }
    },
    readPage: ({ file }) => source.read(file),
  }
}

interface Above {
  path: string
  above: string[]
}

/** Documents, each with its path: that of its file, or that of its place. */
const listPages = (pages: readonly RepositoryPage[], { path, above }: Above): HelpPage[] =>
  pages.flatMap((page) => {
    const own = page.ownPath ?? [path, page.slug].filter(Boolean).join('/')
    const below = listPages(page.pages, { path: own, above: [...above, page.title] })
    if (page.type !== 'document' || page.origin === undefined || typeof page.document !== 'object') return below
    const { id, title, document, origin, fields } = page
    return [{ id, path: own, title, description: fields.description, above, document, file: origin.path }, ...below]
  })

async function readFiles(
  source: Source,
  assets: readonly { id: string; origin: { path: string } }[],
  base: string,
): Promise<Map<string, { path: string; drawn: DrawnFile }>> {
  const files = new Map<string, { path: string; drawn: DrawnFile }>()
  for (const { id, origin } of assets) {
    const { path } = origin
    const bytes = Buffer.from(await source.read(path))
    const contentType = await detectType(bytes.subarray(0, 4096), path)
    const { width, height } = (await measureImage(bytes, contentType)) ?? {}
    const href = `${base}${FILES}${encodePath(path)}`
    const name = path.slice(path.lastIndexOf('/') + 1)
    files.set(id, { path, drawn: { name, size: bytes.length, contentType, href, width, height } })
  }
  return files
}
