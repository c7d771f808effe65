// Whole sites of other tools. Each is recognized by its files.
import { bookstack } from './bookstack.ts'
import { confluence } from './confluence.ts'
import { docusaurus } from './docusaurus.ts'
import { mintlify } from './mintlify.ts'
import { mkdocs } from './mkdocs.ts'
import type { ForeignSource, SiteFiles } from './model.ts'
import { notion } from './notion.ts'
import { outline } from './outline.ts'
import { type Converted, writeRepository } from './pages.ts'

export type { SiteFiles } from './model.ts'
export type { Converted } from './pages.ts'

const SOURCES: Record<string, ForeignSource> = { docusaurus, mkdocs, mintlify, bookstack, notion, confluence, outline }

export const FOREIGN_SOURCES = Object.keys(SOURCES)

const JUNK = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|node_modules|\.git)(\/|$)/

/** The same files without what systems leave behind; then without the folder around them, if there is one; and so on. */
function listViews({ names, read }: SiteFiles): SiteFiles[] {
  const plain = names.filter((name) => !JUNK.test(name))
  const top = plain[0]?.split('/')[0] ?? ''
  const isAround = plain.length > 0 && plain.every((name) => name.startsWith(`${top}/`))
  if (!isAround) return [{ names: plain, read }]
  const inside = {
    names: plain.map((name) => name.slice(top.length + 1)),
    read: (name: string) => read(`${top}/${name}`),
  }
  return [{ names: plain, read }, ...listViews(inside)]
}

/** The tool that files come from; undefined if none is recognized. */
export const recognize = (files: SiteFiles): string | undefined =>
  listViews(files)
    .map(({ names }) => FOREIGN_SOURCES.find((name) => SOURCES[name]!.matches(names)))
    .find((name) => name !== undefined)

/** The site as files of a repository. */
export async function convertSite(name: string, files: SiteFiles): Promise<Converted> {
  const source = SOURCES[name]!
  const views = listViews(files)
  const view = views.find(({ names }) => source.matches(names)) ?? views.at(-1)!
  return writeRepository(await source.read(view), view)
}
