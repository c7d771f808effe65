// Queries and presenters for translation settings.
import type { Static } from 'typebox'
import { type Objects, permits } from '../../access/permissions.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { NewTranslationSettings, TranslationSettings } from './schemas.ts'

type Given = Static<typeof NewTranslationSettings>

export function toSettings(
  settings: Row<'translation_settings'>,
  organization: Objects['organization'],
  urls: Urls,
): Static<typeof TranslationSettings> {
  return {
    object: 'translation-settings',
    id: settings.id,
    title: settings.title,
    languages: JSON.parse(settings.languages),
    createdAt: settings.created_at,
    updatedAt: settings.updated_at,
    permissions: {
      view: permits('organization', 'viewTranslations', organization),
      edit: permits('organization', 'editTranslations', organization),
    },
    urls: { location: urls.api(`/orgs/${organization.id}/translations/${settings.id}`) },
  }
}

export const takeSettings = (db: Db, organizationId: string, page: Page) =>
  selectPage(
    db.selectFrom('translation_settings').where('organization_id', '=', organizationId),
    (settings) => settings.selectAll(),
    page,
    { by: ['id'] },
  )

export async function loadSettings(db: Db, organizationId: string, id: string): Promise<Row<'translation_settings'>> {
  const settings = await db
    .selectFrom('translation_settings')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!settings) throw problem('notFound')
  return settings
}

export function insertSettings(
  db: Db,
  organizationId: string,
  { title, languages = [] }: Given,
): Promise<Row<'translation_settings'>> {
  const at = now()
  return db
    .insertInto('translation_settings')
    .values({
      id: newId(),
      organization_id: organizationId,
      title,
      languages: JSON.stringify(languages),
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateSettings = (db: Db, id: string, { title, languages }: Given): Promise<Row<'translation_settings'>> =>
  db
    .updateTable('translation_settings')
    .set({ title, languages: languages && JSON.stringify(languages), updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeSettings(db: Db, id: string): Promise<void> {
  await db.deleteFrom('translation_settings').where('id', '=', id).execute()
}
