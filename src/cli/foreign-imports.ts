// Imports a whole site of another tool: converts it to the files of a repository, then imports these.
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Row } from '../db/tables.ts'
import type { SiteFiles } from '../imports/foreign/index.ts'
import type { ImportWarning } from '../repository/warnings.ts'
import { CommandError } from './failures.ts'
import { pluralize, print, showSteps } from './print.ts'
import type { OpenStore } from './store.ts'

export interface ForeignOptions {
  from?: string | undefined
  dryRun?: boolean | undefined
}

/** The tool that a folder or an archive comes from; undefined if it is a repository of pages. */
export async function toolOf(path: string, { from }: ForeignOptions): Promise<string | undefined> {
  const { FOREIGN_SOURCES, recognize } = await import('../imports/foreign/index.ts')
  if (from !== undefined && !FOREIGN_SOURCES.includes(from))
    throw new CommandError(`There is no import from ${from}: name one of ${FOREIGN_SOURCES.join(', ')}.`)
  if (from !== undefined) return from
  const files = await openFiles(path)
  const isRepository = files.names.some((name) => /^(SUMMARY\.md|\.gitbook\.yaml)$/.test(name))
  const found = isRepository ? undefined : recognize(files)
  if (found === undefined && isArchive(path))
    throw new CommandError(`Nothing is known about ${basename(path)}: say with --from what it comes from.`)
  return found
}

export const isArchive = (path: string): boolean => /\.zip$/i.test(path)

const MAX_ARCHIVE = 2 * 1024 * 1024 * 1024

async function openFiles(path: string): Promise<SiteFiles> {
  if (isArchive(path)) {
    if ((await stat(path)).size > MAX_ARCHIVE) throw new CommandError(`${path} is too large: import it in parts.`)
    const { openTree } = await import('../imports/zip.ts')
    return openTree(await readFile(path))
  }
  const { folderSource } = await import('../resources/git/source.ts')
  const { files, read } = await folderSource(path)
  return { names: [...files.keys()], read: async (name) => Buffer.from(await read(name)) }
}

export async function importForeign(
  store: OpenStore,
  space: Row<'spaces'>,
  { path, tool, dryRun }: { path: string; tool: string; dryRun: boolean },
): Promise<void> {
  const { convertSite } = await import('../imports/foreign/index.ts')
  const { bytesSource } = await import('../resources/git/source.ts')
  const { files, notes } = await convertSite(tool, await openFiles(path))
  const source = bytesSource(files)
  const folders = await import('../resources/git/folders.ts')
  if (dryRun) {
    const found = await folders.examineSource(store.database, { spaceId: space.id, source })
    print('Nothing was changed: this is what the import would do.')
    print(
      `${pluralize(found.pages, 'page')} (${found.added} new, ${found.changed} changed) and ${pluralize(found.files, 'file')}.`,
    )
    if (found.removed > 0) print(`${pluralize(found.removed, 'page')} of the space would be removed.`)
    return report([...notes, ...found.notes])
  }
  const { openFiles: openStoredFiles } = await import('../files/files.ts')
  const steps = showSteps('pages read')
  const means = { database: store.database, files: openStoredFiles(store.config), progress: steps.at }
  const place = { spaceId: space.id, source, directory: '', name: basename(path), format: tool }
  const imported = await folders.importSource(means, place).finally(steps.done)
  report([...notes, ...imported.notes])
}

const SHOWN = 200

function report(notes: readonly ImportWarning[]): void {
  if (notes.length === 0) {
    print('Everything is carried over.')
    return
  }
  print(`\nNot carried over, or not as it was (${notes.length}):`)
  for (const { path, line, message } of notes.slice(0, SHOWN))
    print(
      `  ${[path, line].filter((part) => part !== undefined && part !== '').join(':')}${path === '' ? '' : '  '}${message}`,
    )
  if (notes.length > SHOWN) print(`  and ${notes.length - SHOWN} more`)
}
