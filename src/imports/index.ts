// Imports external content: turns the pages of a source into a tree of pages and files, ready to be written.
import type { Fetcher } from '../fetch/fetcher.ts'
import { createLimiter } from '../lib/limiter.ts'
import { BOUNDS } from './bounds.ts'
import { type ImportContext, type Imported, ImportFailure, type ImportRequest } from './model.ts'
import type { SourceName } from './names.ts'

export { BOUNDS } from './bounds.ts'
export {
  type Failure,
  type Imported,
  type ImportedPage,
  ImportFailure,
  type ImportRequest,
  type Progress,
} from './model.ts'
export { SOURCE_NAMES, type SourceName } from './names.ts'
export { ARCHIVE } from './url-index.ts'

/** True for sources that are a single file, which can be uploaded. */
export const takesUpload = (source: SourceName): boolean => source !== 'website' && source !== 'github-wiki'

const whenFree = createLimiter({ concurrency: BOUNDS.importsAtOnce, maxQueued: BOUNDS.importsWaiting })

/**
 * Runs imports within the limit of the server; further ones wait. Fails with an ImportFailure or a FetchFailure if
 * nothing could be imported.
 */
export async function importFrom(
  source: SourceName,
  asked: ImportRequest,
  { signal: given, ...means }: Omit<ImportContext, 'signal'> & Partial<ImportContext>,
): Promise<Imported> {
  const imported = await whenFree(async () => {
    given?.throwIfAborted()
    const within = (time: number) => AbortSignal.any([AbortSignal.timeout(time), ...(given ? [given] : [])])
    // Loaded on demand: the readers are large, and most processes need none.
    const [{ SOURCES }, { build }] = await Promise.all([import('./sources.ts'), import('./build.ts')])
    const open = { ...means, fetcher: withCredentials(means.fetcher, asked.url) }
    // The remaining time is for the files of the pages.
    const gathered = await SOURCES[source](asked, { ...open, signal: within(BOUNDS.timeOfPages) })
    given?.throwIfAborted()
    return build(gathered, { ...open, signal: within(BOUNDS.time - BOUNDS.timeOfPages) })
  })
  if (!imported) throw new ImportFailure('Too many imports wait on this server: try again in a few minutes.')
  return imported
}

/** Sends the credentials of the URL with every request to its origin. */
function withCredentials(fetcher: Fetcher, { origin, username, password }: URL): Fetcher {
  if (username === '' && password === '') return fetcher
  return (url, options) => {
    const known = new URL(url)
    return fetcher(known.origin === origin ? Object.assign(known, { username, password }) : known, options)
  }
}
