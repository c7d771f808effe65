// Fetches and stores the files that pages refer to, by URL. Files with equal bytes are stored once.
import type { File } from '../engine/tree/records.ts'
import { FetchFailure } from '../fetch/failures.ts'
import { fromBase64, storeFile } from '../files/new-file.ts'
import { BOUNDS } from './bounds.ts'
import { type Failure, type Gathered, type ImportContext, ImportFailure, type OpenedFile } from './model.ts'
import { ARCHIVE, decode } from './url-index.ts'

export interface StoredFiles {
  files: File[]
  /** By the URL in pages. */
  byUrl: ReadonlyMap<string, File>
  failures: Failure[]
}

export async function storeResources(
  urls: readonly string[],
  gathered: Gathered,
  means: ImportContext,
): Promise<StoredFiles> {
  const byBlob = new Map<string, File>()
  const byUrl = new Map<string, File>()
  const failures: Failure[] = []
  let left = BOUNDS.bytes
  await forEachConcurrent(urls.slice(0, BOUNDS.files), BOUNDS.requestsAtOnce, async (url) => {
    try {
      const opened = await open(url, gathered, means)
      if (!opened) return
      const limit = Math.min(BOUNDS.bytesOfFile, left)
      const record = await storeFile(means.store, { ...opened, limit })
      const file = byBlob.get(record.blob!) ?? record
      if (file === record) left -= record.size
      byBlob.set(file.blob!, file)
      byUrl.set(url, file)
      means.progress?.(gathered.pages.length + byUrl.size, gathered.pages.length + urls.length)
    } catch (error) {
      failures.push({ url: shown(url), reason: reasonOf(error) })
    }
  })
  const tooMany = urls.slice(BOUNDS.files)
  const reason = `One import takes ${BOUNDS.files} files at most: import the rest by itself.`
  failures.push(...tooMany.map((url) => ({ url: shown(url), reason })))
  return { files: [...byBlob.values()], byUrl, failures }
}

/** The URL of a failed file, for display. */
function shown(url: string): string {
  if (url.startsWith('data:')) return `${url.slice(0, 40)}…`
  const { hostname, pathname } = new URL(url)
  return hostname === ARCHIVE ? decode(pathname.slice(1)) : url
}

async function open(
  url: string,
  gathered: Gathered,
  means: ImportContext,
): Promise<(OpenedFile & { limit?: number }) | undefined> {
  if (url.startsWith('data:')) return openData(url)
  const parsed = new URL(url)
  const own = await gathered.open?.(parsed)
  if (own) return own
  if (parsed.hostname === ARCHIVE)
    throw new ImportFailure('The file did not come with the page: pack both into one archive.')
  const { fetcher, signal } = means
  const fetched = await fetcher(parsed, { signal, limit: BOUNDS.bytesOfFile, timeout: BOUNDS.timeOfRequest })
  if (!/^text\/html/.test(fetched.contentType)) return { name: nameIn(fetched.url), bytes: fetched.body }
  fetched.discard()
  throw new ImportFailure('There is a web page where a picture or a file should be.')
}

function openData(url: string): OpenedFile {
  const bytes = fromBase64(url)
  if (!bytes || !url.includes(';base64,')) throw new ImportFailure('The picture in the page cannot be read.')
  return { name: '', bytes: [bytes] }
}

const nameIn = (url: URL) => decode(url.pathname)

/** The reason of a failure, for display. */
export function reasonOf(error: unknown): string {
  if (error instanceof FetchFailure || error instanceof ImportFailure) return error.message
  if ((error as { name?: unknown }).name === 'bodyTooLarge') return 'The file is too large.'
  throw error
}

/** Runs `work` for all items, at most `atOnce` at a time. Stops at the first failure. */
async function forEachConcurrent<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
