// Imports archives: folders of Markdown or HTML, and exports of Confluence and Notion.
import { type Archive, openArchive } from './archive.ts'
import { fetchContent, isCompoundFile, isZip } from './fetching.ts'
import { ImportFailure, type Source } from './model.ts'
import { type FileTree, gatherFiles, type PageFileOptions } from './page-files.ts'

export const gatherZip =
  (reading: PageFileOptions = {}): Source =>
  async (asked, means) => {
    const { bytes } = await fetchContent(asked, means)
    return gatherFiles(await openTree(bytes), means, reading)
  }

export async function openTree(bytes: Buffer): Promise<FileTree> {
  if (isCompoundFile(bytes) || !isZip(bytes))
    throw new ImportFailure('This is not a ZIP archive: check that it is the file itself.')
  const archive = await openArchive(bytes)
  const inner = archive.names.filter((name) => /\.zip$/i.test(name))
  return inner.length > 0 && inner.length === archive.names.length ? unwrap(archive, inner) : archive
}

const PARTS = 20

// Large exports contain nested archives.
async function unwrap(archive: Archive, names: string[]): Promise<FileTree> {
  const parts = new Map<string, Archive>()
  for (const name of names.slice(0, PARTS)) {
    const part = await openArchive(await archive.read(name))
    for (const each of part.names) if (!parts.has(each)) parts.set(each, part)
  }
  return {
    names: [...parts.keys()],
    read: (name) => parts.get(name)!.read(name),
    open: (name) => parts.get(name)!.open(name),
  }
}

/** Confluence lists the pages of a space in `index.html`, and prefixes every title with the name of the space. */
export const CONFLUENCE: PageFileOptions = {
  isList: (name) => /(^|\/)index\.html$/.test(name),
  title: (title) => title.replace(/^[^:]{1,100} : /, ''),
}
