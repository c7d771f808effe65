// Parses and compares specification files: small ones inline, large ones in a thread.
import { MINUTE } from '../lib/time.ts'
import { Threads } from '../threads/threads.ts'
import type { SpecComparison } from './compare/compare.ts'
import { compareEntries } from './compare/entries.ts'
import { type DigestResult, digestFile, type JsonFile, splitFiles } from './digest.ts'
import { ParseFailure, type RequestedItem } from './parse.ts'
import type { Piece } from './pieces.ts'

/** Below this size, starting a thread takes longer than parsing. */
const SMALL = 64 * 1024

type Tasks = {
  compareEntries: typeof compareEntries
  digestFile: typeof digestFile
  splitFiles: typeof splitFiles
}

const threads = new Threads<Tasks>({
  source: new URL('./worker.ts', import.meta.url),
  built: 'openapi-worker.js',
  time: MINUTE,
  memory: 1024,
  concurrency: 2,
  failure: ParseFailure,
  stopped: {
    time: 'The file takes too long to read: make it smaller.',
    memory: 'The file needs too much memory to read: make it smaller.',
    busy: 'Too many specifications are being read: try again in a minute.',
  },
})

export async function parseSpecFile(bytes: Uint8Array, wanted: RequestedItem[]): Promise<DigestResult> {
  if (bytes.length <= SMALL) return digestFile(bytes, wanted)
  try {
    return await threads.run('digestFile', bytes, wanted)
  } catch (error) {
    if (error instanceof ParseFailure) return { error: error.message }
    throw error
  }
}

/** Without pieces, pages show only what the outline says. */
export async function splitSpec(files: JsonFile[]): Promise<Piece[]> {
  if (files.reduce((sum, { json }) => sum + json.length, 0) <= SMALL) return splitFiles(files)
  try {
    return await threads.run('splitFiles', files)
  } catch (error) {
    if (error instanceof ParseFailure) return []
    throw error
  }
}

/** What changed between the entry files of two stored versions; without lists if they are too large. */
export async function compareStored(before: string, after: string): Promise<SpecComparison> {
  if (before.length + after.length <= SMALL) return compareEntries(before, after)
  try {
    return await threads.run('compareEntries', before, after)
  } catch (error) {
    if (error instanceof ParseFailure) return { added: [], removed: [], breaks: [], isComplete: false }
    throw error
  }
}
