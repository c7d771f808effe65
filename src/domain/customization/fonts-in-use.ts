// Custom fonts in site settings. Only font ids are stored, so that file links are always fresh and a deleted font falls
// back to the default.
import type { Db, Row } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import type { Customization, Settings } from '../../shapes/customization.ts'
import { listFontsById, toFontDefinition } from './fonts.ts'
import { DEFAULTS } from './settings.ts'

const FONTS = ['font', 'monospaceFont'] as const

const idOf = (font: unknown): string | undefined => (font as { id?: string } | null | undefined)?.id

type Styling = Settings & { [K in (typeof FONTS)[number]]?: unknown }

/** Replaces fonts with their ids for storage, and rejects fonts of other organizations. */
export async function withFontIds(db: Db, organizationId: string, settings: Settings): Promise<Settings> {
  const styling = settings.styling as Styling | undefined
  const used = FONTS.filter((name) => idOf(styling?.[name]) !== undefined)
  if (!styling || used.length === 0) return settings
  const known = await listFontsById(
    db,
    organizationId,
    used.map((name) => idOf(styling[name])!),
  )
  const unknown = used.filter((name) => !known.some(({ id }) => id === idOf(styling[name])))
  if (unknown.length > 0)
    throw invalid(
      ...unknown.map((name) => ({ path: `styling.${name}.id`, message: 'is not a font of this organization' })),
    )
  const ids = Object.fromEntries(used.map((name) => [name, { id: idOf(styling[name]) }]))
  return { ...settings, styling: { ...styling, ...ids } }
}

/** The rows of the custom fonts in these settings. Without any, no query. */
export async function listFontsIn(
  db: Db,
  organizationId: string,
  { styling }: Customization,
): Promise<Row<'custom_fonts'>[]> {
  const ids = FONTS.flatMap((name) => idOf(styling[name]) ?? [])
  return ids.length === 0 ? [] : listFontsById(db, organizationId, ids)
}

/** Replaces font ids with font definitions. Runs at most one query. */
export async function withFontDefinitions(
  { db, files, urls }: { db: Db; files: Files; urls: Urls },
  organizationId: string,
  all: readonly Customization[],
): Promise<Customization[]> {
  const ids = all.flatMap(({ styling }) => FONTS.flatMap((name) => idOf(styling[name]) ?? []))
  if (ids.length === 0) return [...all]
  const rows = await listFontsById(db, organizationId, ids)
  const fonts = new Map(rows.map((font) => [font.id, toFontDefinition(font, files, urls)]))
  const shown = (font: Customization['styling']['font'], name: (typeof FONTS)[number]) =>
    typeof font === 'string' ? font : (fonts.get(font.id) ?? DEFAULTS.styling[name])
  return all.map((settings) => {
    const { font, monospaceFont } = settings.styling
    const both = { font: shown(font, 'font'), monospaceFont: shown(monospaceFont, 'monospaceFont') }
    return { ...settings, styling: { ...settings.styling, ...both } }
  })
}
