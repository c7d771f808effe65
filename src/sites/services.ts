// What the routes of sites need.
import type { Database } from '../db/database.ts'
import type { LoggedDispatchServices } from '../domain/dispatch/index.ts'
import type { EntryServices } from '../domain/visits/index.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Files } from '../files/files.ts'
import type { Pdfs } from '../pdf/pdfs.ts'
import type { StaticFiles } from '../server/static-files.ts'
import type { RenderedPages } from './rendered-pages.ts'

/** What drawing a page needs. */
export interface DrawingServices extends Pick<EntryServices, 'db' | 'urls'> {
  files: Files
  staticFiles: StaticFiles
  /** Asks the integrations of blocks; absent where none can run. */
  dispatching?: LoggedDispatchServices
}

export interface SiteServices extends EntryServices, Omit<LoggedDispatchServices, 'db'> {
  database: Database
  fetcher: Fetcher
  /** For what readers ask of APIs: what others may reach within a network is not for them. */
  tryItFetcher: Fetcher
  files: Files
  pdfs: Pdfs
  pages: RenderedPages
  staticFiles: StaticFiles
}
