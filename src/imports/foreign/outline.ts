// Outline: an export as Markdown. Collections are folders, and pages below a page are in the folder of its name.
import { slugify } from '../../engine/slug.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { colonHints } from './admonitions.ts'
import { rewriteBlocks } from './blocks.ts'
import { contentsFromFolders } from './folders.ts'
import { type ForeignSource, folderOf, nameOf, type SourcePage, toText } from './model.ts'
import { readPageText } from './pages.ts'

const UPLOADS = /(^|\/)uploads\//

export const outline: ForeignSource = {
  matches: (names) =>
    names.some((name) => UPLOADS.test(name)) &&
    names.some((name) => /^[^/]+\/[^/]+\.md$/.test(name) && !UPLOADS.test(name)),
  async read(files) {
    const notes: ImportWarning[] = []
    const pages: SourcePage[] = []
    const titles = new Map<string, string>()
    const slugOf = (path: string): string =>
      path
        .split('/')
        .map((part) => slugify(part) || 'page')
        .join('/')
    for (const name of files.names) {
      if (!/\.md$/.test(name) || UPLOADS.test(name)) continue
      const { heading, body } = readPageText(toText(await files.read(name)))
      const stem = name.replace(/\.md$/, '')
      const path = `${slugOf(stem)}.md`
      const folder = folderOf(stem)
      if (folder !== '') titles.set(slugOf(folder), nameOf(folder))
      pages.push({
        name,
        path,
        urls: [],
        title: heading ?? nameOf(stem),
        body: rewriteBlocks(body.replaceAll(/^\\$/gm, ''), [colonHints]),
      })
    }
    if (files.names.some((name) => /^[^/]+\.json$/.test(name)))
      notes.push({ path: '', message: 'Comments, permissions and the order of pages are not in a Markdown export.' })
    return {
      pages,
      contents: contentsFromFolders(pages, undefined, (folder) => titles.get(folder) ?? nameOf(folder)),
      notes,
      fileAt: (address) => address.replace(/^\/?api\/attachments\.redirect.*$/, '').replace(/^\/+/, '') || undefined,
    }
  },
}
