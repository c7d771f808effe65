// The source of an import: a commit of a repository, or a local folder.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMarkdownAsync, parseSummaryAsync, TooLarge } from '../../domain/documents/index.ts'
import { GitFailure } from '../../git/failures.ts'
import type { GitRepository } from '../../git/git.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import type { ParsedMarkdown } from '../../markdown/index.ts'
import type { FileReading, Parsing } from '../../repository/model.ts'
import { isMarkdown } from '../../repository/paths.ts'

export interface Source {
  /** The Git object ids of all files, by path. */
  files: ReadonlyMap<string, string>
  read(path: string): Promise<Uint8Array>
}

export async function commitSource(repository: GitRepository): Promise<Source> {
  const files = await repository.files()
  return { files, read: (path) => repository.read(files.get(path)!) }
}

/** All files in a folder, except `.git` and `node_modules`. */
export async function folderSource(folder: string): Promise<Source> {
  const files = new Map<string, string>()
  const read = (path: string) => readFile(join(folder, path))
  const walk = async (prefix: string): Promise<void> => {
    for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
      const path = prefix + entry.name
      if (entry.name === '.git' || entry.name === 'node_modules') continue
      if (entry.isDirectory()) await walk(`${path}/`)
      else if (entry.isFile()) files.set(path, blobName(await read(path)))
    }
  }
  await walk('')
  return { files, read }
}

/** Files that are in memory. */
export const bytesSource = (files: ReadonlyMap<string, Uint8Array>): Source => ({
  files: new Map([...files].map(([path, bytes]) => [path, blobName(bytes)])),
  read: async (path) => files.get(path)!,
})

/** The Git object id of these bytes. */
export const blobName = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** Reports the steps done and the estimated total. */
export type Progress = (done: number, total: number) => void

/** Counts the files read. The final total is that count, because content may use only some files of a repository. */
export function countSteps(progress?: Progress): { progress: Progress; far: { imported: number; total: number } } {
  const far = { imported: 0, total: 0 }
  return {
    far,
    progress(imported, total) {
      Object.assign(far, { imported, total: imported })
      progress?.(imported, total)
    },
  }
}

/** The limit on one text file. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024

/** Runs a repository reader: supplies file texts and parsed markdown, and yields to the event loop between steps. */
export async function readWithSource<T>(
  source: Source,
  reading: FileReading<T>,
  progress: Progress = () => {},
): Promise<T> {
  let step = reading.next()
  let read = 0
  const total = [...source.files.keys()].filter(isMarkdown).length
  while (!step.done) {
    const request = step.value
    if ('summary' in request) step = reading.next(await parseSummaryAsync(request.summary))
    else if ('options' in request) step = reading.next(await parse(request))
    else {
      step = reading.next(await readTexts(source, request))
      read += request.length
      progress(read, total)
    }
    await yieldToEventLoop()
  }
  return step.value
}

async function readTexts(source: Source, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const path of paths) {
    const bytes = await source.read(path)
    if (bytes.length > MAX_TEXT_BYTES)
      throw new GitFailure(`${path} is larger than ${MAX_TEXT_BYTES / 1024 / 1024} MiB: split it.`)
    texts.set(path, toText(bytes))
  }
  return texts
}

async function parse({ path, text, options }: Parsing): Promise<ParsedMarkdown> {
  try {
    return await parseMarkdownAsync(text, options)
  } catch (error) {
    throw error instanceof TooLarge ? new GitFailure(`${path} ${error.message}.`) : error
  }
}

// PostgreSQL cannot store NUL characters.
const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '')
