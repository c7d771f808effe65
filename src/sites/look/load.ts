// Loads the look of a site for one reader.
import type { Db } from '../../db/tables.ts'
import { chosenIn, listFontsIn, settingsOf } from '../../domain/customization/index.ts'
import { announcementName } from '../model/links.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { type Look, lookOf } from './look.ts'
import type { Reader } from './reader.ts'

export async function loadLook(services: DrawingServices, visited: VisitedSpace, reader: Reader): Promise<Look> {
  const { site, route, published } = visited
  const settings = settingsOf(site, route.siteSpace)
  const rows = await listFontsIn(services.db, site.organization_id, settings)
  const { files, staticFiles } = services
  const fonts = { rows, signer: files.signer, staticFiles, site: published.site }
  return lookOf(settings, chosenIn(site, route.siteSpace), reader, fonts)
}

/** What the look depends on beside the settings: the files of custom fonts, and what the reader chose. */
export async function lookState(db: Db, { site, route }: VisitedSpace, reader: Reader): Promise<unknown[]> {
  const settings = settingsOf(site, route.siteSpace)
  const fonts = await listFontsIn(db, site.organization_id, settings)
  const isDismissed = reader.dismissed !== undefined && reader.dismissed === announcementName(settings)
  return [fonts.map(({ id, font_faces }) => [id, font_faces]), reader.theme, isDismissed]
}
