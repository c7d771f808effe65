// Messages for operators about database errors that they can fix.
import { isUnavailable } from './dialect.ts'

const SENTENCES: Record<string, string> = {
  '28P01': 'PostgreSQL refuses the user or password: check DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user: check DATABASE_URL and the access rules of the server.',
  '3D000': 'The PostgreSQL database does not exist: create it, or correct DATABASE_URL.',
  '42501': 'The PostgreSQL user lacks a permission that Lectern needs: make it the owner of the database.',
  SQLITE_CANTOPEN: 'The database file cannot be opened: check LECTERN_DATA and its permissions.',
  SQLITE_READONLY: 'The database file cannot be written: check the permissions of LECTERN_DATA.',
  SQLITE_NOTADB: 'The database file is not a SQLite database: check LECTERN_DATA, or restore a backup.',
  SQLITE_CORRUPT: 'The database file is damaged: restore a backup.',
  SQLITE_FULL: 'The disk of the database is full: free some space and try again.',
  SQLITE_IOERR:
    'The disk of the database fails: check it, then start the server again, or restore a backup to another disk.',
  SQLITE_BUSY: 'Another process has locked the database: wait until it finishes and try again.',
}

/** A message for errors that the operator can fix; undefined for bugs. */
export function databaseErrorMessage(error: unknown): string | undefined {
  if (isUnavailable(error)) return 'The database cannot be reached: check DATABASE_URL, and that PostgreSQL is running.'
  const { code } = error as { code?: string }
  return SENTENCES[code ?? ''] ?? SENTENCES[(code ?? '').split('_').slice(0, 2).join('_')]
}
