// What users choose for themselves.
import type { Db, Row } from '../../db/tables.ts'

interface Choices {
  displayName?: string | undefined
  photoURL?: string | null | undefined
  language?: string | null | undefined
  theme?: 'light' | 'dark' | null | undefined
}

export const updateAccount = (
  db: Db,
  id: string,
  { displayName, photoURL, language, theme }: Choices,
): Promise<Row<'users'>> =>
  db
    .updateTable('users')
    .set({ id, display_name: displayName, photo_url: photoURL, language, theme })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
