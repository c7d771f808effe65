// Opens a site to export it: all of it that a visitor with these claims reads, at one moment.
import type { Row } from '../../db/tables.ts'
import { publishedUrls } from '../../domain/site-addresses/index.ts'
import { findMainContent } from '../../domain/site-paths/index.ts'
import { findPreviewedContent, readVisibleStructure } from '../../domain/visits/index.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedSite } from '../visit.ts'
import { EXPORTED } from './local-files.ts'

export interface Wanted {
  site: Row<'sites'>
  organization: Row<'organizations'>
  /** Undefined: now. */
  at?: string | undefined
  claims: Record<string, unknown>
  /** Whose spaces of the site; undefined: all. */
  member?: string | undefined
}

export async function openExport({ db, urls }: DrawingServices, wanted: Wanted): Promise<VisitedSite> {
  const { site, organization, at, claims, member } = wanted
  const entry = { claims, member, rest: [] }
  // A space is opened for each of its pages, and all of them are from one revision.
  const known = new Map<string, ReturnType<VisitedSite['contentOf']>>()
  const find = (id: string) =>
    at === undefined
      ? findMainContent(db, id)
      : findPreviewedContent(db, { change_request_id: null, revision_id: null, at }, id)
  const contentOf = (id: string) => {
    const content = known.get(id) ?? find(id)
    known.set(id, content)
    return content
  }
  return {
    site,
    organization,
    entry,
    structure: await readVisibleStructure(db, site, entry),
    published: publishedUrls(urls, organization, { ...site, proxy: new URL(EXPORTED).host }),
    audience: { claims },
    contentOf,
    doorway: { site, paths: ['/'], isSecure: true },
  }
}
