// Where files are imported from: a commit of a repository, or a folder of this machine.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitRepository } from '../../git/git.ts'
import type { Asking } from '../../repository/model.ts'
import { isMarkdown } from '../../repository/paths.ts'

export interface Source {
  /** The names of the contents of all files, by path. */
  files: ReadonlyMap<string, string>
  read(path: string): Promise<Uint8Array>
}

export async function commitSource(repository: GitRepository): Promise<Source> {
  const files = await repository.files()
  return { files, read: (path) => repository.read(files.get(path)!) }
}

/** Everything in a folder but what Git keeps there for itself. */
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

/** The name that Git has for these bytes. */
export const blobName = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** How much is done, of about how much. */
export type Progress = (done: number, total: number) => void

/** Answers with the texts of files, and lets others work in between. */
export async function answerFrom<T>(source: Source, asking: Asking<T>, progress: Progress = () => {}): Promise<T> {
  let step = asking.next()
  let read = 0
  const total = [...source.files.keys()].filter(isMarkdown).length
  while (!step.done) {
    const texts = new Map<string, string>()
    for (const path of step.value) texts.set(path, toText(await source.read(path)))
    read += texts.size
    progress(read, total)
    await new Promise(setImmediate)
    step = asking.next(texts)
  }
  return step.value
}

// What no store could hold is left out.
const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '')
