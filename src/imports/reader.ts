// Reads pages: small ones inline, large ones in a thread that is stopped if it exceeds its time or memory.
import { Threads } from '../threads/threads.ts'
import { BOUNDS } from './bounds.ts'
import { ImportFailure, type NavItem, type PageContent, type PageText, type RawPage } from './model.ts'
import { type PageScan, type PlainItem, type ResolvedLinks, tasks } from './tasks.ts'
import type { Scope } from './url-index.ts'

/** Characters that can be parsed without blocking the event loop noticeably. */
const SMALL = { html: 8 * 1024, markdown: 16 * 1024 }

const threads = new Threads<typeof tasks>({
  source: new URL('./worker.ts', import.meta.url),
  built: 'import-worker.js',
  time: BOUNDS.timeOfReading,
  memory: 1024,
  concurrency: BOUNDS.importsAtOnce,
  failure: ImportFailure,
  stopped: {
    time: 'The page takes too long to read: split it.',
    memory: 'The page needs too much memory to read: split it.',
    busy: 'Too many pages are being read: try again in a minute.',
  },
})

const isSmall = ({ format, text }: PageText) => text.length <= SMALL[format]

/** A page with everything that is known before its links are resolved. */
export interface ScannedPage extends RawPage {
  look: PageScan
}

export async function scanPage(text: PageText): Promise<ScannedPage> {
  const look = isSmall(text) ? tasks.look(text) : await threads.run('look', text)
  return { url: new URL(text.url), fallbackTitle: look.fallbackTitle, text, found: look.found, look }
}

export const readPage = async ({ text }: RawPage, resolved: ResolvedLinks): Promise<PageContent> =>
  isSmall(text) ? tasks.read(text, resolved) : threads.run('read', text, resolved)

/** Finds the navigation in a page, limited to links within `scope`. */
export async function navigationIn(text: PageText, scope: Scope): Promise<NavItem[]> {
  const items = isSmall(text) ? tasks.navigation(text, scope) : await threads.run('navigation', text, scope)
  return items.map(fromPlain)
}

const fromPlain = ({ title, url, items }: PlainItem): NavItem => ({
  title,
  ...(url !== undefined && { url: new URL(url) }),
  items: items.map(fromPlain),
})

/** Documents are compressed, so their size says little: each is converted in a thread. */
export const convertDocument = (bytes: Uint8Array) => threads.run('convertDocx', bytes)
