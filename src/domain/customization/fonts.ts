// Custom font rows and their presenter. Every reply signs file links anew.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Objects, permits } from '../../access/permissions.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import { downloadPath } from '../../files/links.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { CustomFont, FontDefinition } from '../../shapes/fonts.ts'

/** One weight of a font, and its file. */
export interface Face {
  weight: number
  format: 'woff2' | 'woff'
  blob: string
  name: string
  contentType: string
}

export const facesOf = ({ font_faces }: Row<'custom_fonts'>): Face[] => JSON.parse(font_faces)

export function toFontDefinition(font: Row<'custom_fonts'>, files: Files, urls: Urls): Static<typeof FontDefinition> {
  return {
    id: font.id,
    custom: true,
    fontFamily: font.font_family,
    fontFaces: facesOf(font).map(({ weight, format, ...file }) => ({
      weight,
      sources: [{ url: urls.base + downloadPath(files.signer, file), format }],
    })),
  }
}

export const toCustomFont = (
  font: Row<'custom_fonts'>,
  organization: Objects['organization'],
  files: Files,
  urls: Urls,
): Static<typeof CustomFont> => ({
  ...toFontDefinition(font, files, urls),
  permissions: { edit: permits('organization', 'createContent', organization) },
})

const fontsOf = (db: Db, organizationId: string) =>
  db.selectFrom('custom_fonts').where('organization_id', '=', organizationId)

export const listFonts = (db: Db, organizationId: string, page: Page) =>
  selectPage(fontsOf(db, organizationId), (fonts) => fonts.selectAll(), page, { by: ['id'] })

export const findFont = (db: Db, organizationId: string, id: string): Promise<Row<'custom_fonts'> | undefined> =>
  fontsOf(db, organizationId).selectAll().where('id', '=', id).executeTakeFirst()

export const listFontsById = (db: Db, organizationId: string, ids: readonly string[]): Promise<Row<'custom_fonts'>[]> =>
  fontsOf(db, organizationId)
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()

const serializeFaces = (faces: readonly Face[]) => JSON.stringify([...faces].sort((a, b) => a.weight - b.weight))

export const insertFont = (
  db: Db,
  { faces, ...font }: Pick<NewRow<'custom_fonts'>, 'organization_id' | 'font_family'> & { faces: readonly Face[] },
): Promise<Row<'custom_fonts'>> =>
  db
    .insertInto('custom_fonts')
    .values({ ...font, id: newId(), font_faces: serializeFaces(faces), created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateFont = (
  db: Db,
  id: string,
  { fontFamily, faces }: { fontFamily?: string | undefined; faces: readonly Face[] },
): Promise<Row<'custom_fonts'>> =>
  db
    .updateTable('custom_fonts')
    .set({ font_family: fontFamily, font_faces: serializeFaces(faces) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeFont(db: Db, id: string): Promise<void> {
  await db.deleteFrom('custom_fonts').where('id', '=', id).execute()
}
