// Content from elsewhere: what a source gathers becomes a tree of pages with their files, ready to be written.
import type { Fetcher } from '../fetch/fetcher.ts'
import { BOUNDS } from './bounds.ts'
import type { Asked, Imported, Means } from './model.ts'
import type { SourceName } from './names.ts'

export { ARCHIVE } from './address-book.ts'
export { BOUNDS } from './bounds.ts'
export { type Asked, type Failure, type Imported, type ImportedPage, ImportFailure } from './model.ts'
export { SOURCE_NAMES, type SourceName } from './names.ts'

/** Sources that are one file, so that an upload can be one. */
export const takesUpload = (source: SourceName): boolean => source !== 'website' && source !== 'github-wiki'

/**
 * Imports one after another, as far as the server has room for them. Fails with an ImportFailure or a FetchFailure when
 * nothing could be imported.
 */
export const importFrom = (source: SourceName, asked: Asked, means: Omit<Means, 'signal'>): Promise<Imported> =>
  inTurn(async () => {
    // Loaded when first needed: readers of foreign formats are large, and most starts need none.
    const [{ SOURCES }, { build }] = await Promise.all([import('./sources.ts'), import('./build.ts')])
    const open = { ...means, fetcher: withCredentials(means.fetcher, asked.url) }
    // What is left of the time is for the files of the pages.
    const gathered = await SOURCES[source](asked, { ...open, signal: AbortSignal.timeout(BOUNDS.timeOfPages) })
    return build(gathered, { ...open, signal: AbortSignal.timeout(BOUNDS.time - BOUNDS.timeOfPages) })
  })

/** What the address needs to be read, everything at its origin needs. */
function withCredentials(fetcher: Fetcher, { origin, username, password }: URL): Fetcher {
  if (username === '' && password === '') return fetcher
  return (url, options) => {
    const known = new URL(url)
    return fetcher(known.origin === origin ? Object.assign(known, { username, password }) : known, options)
  }
}

const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === BOUNDS.importsAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
