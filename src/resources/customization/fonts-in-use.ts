// Fonts of one's own in the settings of a site: only their ids are stored, so that links to their files are fresh and a
// deleted font gives way to the default.
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import { listFonts, toFontDefinition } from '../fonts/queries.ts'
import type { Customization, Settings } from './schemas.ts'
import { DEFAULTS } from './settings.ts'

const FONTS = ['font', 'monospaceFont'] as const

const idOf = (font: unknown): string | undefined => (font as { id?: string } | null | undefined)?.id

type Styling = Settings & { [K in (typeof FONTS)[number]]?: unknown }

/** What is stored of the settings; a font that the organization does not have is refused. */
export async function withFontIds(db: Db, organizationId: string, settings: Settings): Promise<Settings> {
  const styling = settings.styling as Styling | undefined
  const used = FONTS.filter((name) => idOf(styling?.[name]) !== undefined)
  if (!styling || used.length === 0) return settings
  const known = await listFonts(
    db,
    organizationId,
    used.map((name) => idOf(styling[name])!),
  )
  const unknown = used.filter((name) => !known.some(({ id }) => id === idOf(styling[name])))
  if (unknown.length > 0)
    throw invalid(
      ...unknown.map((name) => ({ path: `styling.${name}.id`, message: 'is no font of this organization' })),
    )
  const ids = Object.fromEntries(used.map((name) => [name, { id: idOf(styling[name]) }]))
  return { ...settings, styling: { ...styling, ...ids } }
}

/** The settings as replies show them; one query for all of them, and none without fonts of one's own. */
export async function withFonts(
  { db, files, urls }: { db: Db; files: Files; urls: Urls },
  organizationId: string,
  all: readonly Customization[],
): Promise<Customization[]> {
  const ids = all.flatMap(({ styling }) => FONTS.flatMap((name) => idOf(styling[name]) ?? []))
  if (ids.length === 0) return [...all]
  const rows = await listFonts(db, organizationId, ids)
  const fonts = new Map(rows.map((font) => [font.id, toFontDefinition(font, files, urls)]))
  const shown = (font: Customization['styling']['font'], name: (typeof FONTS)[number]) =>
    typeof font === 'string' ? font : (fonts.get(font.id) ?? DEFAULTS.styling[name])
  return all.map((settings) => {
    const { font, monospaceFont } = settings.styling
    const both = { font: shown(font, 'font'), monospaceFont: shown(monospaceFont, 'monospaceFont') }
    return { ...settings, styling: { ...settings.styling, ...both } }
  })
}
