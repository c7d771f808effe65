// The list of a scheduled backup names all pieces it consists of. It is written last: a backup without a list is none.
import type { TableSchema } from '../../db/introspection.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Summary } from '../digest.ts'
import { BackupError, type Meta } from '../format.ts'
import type { Shelf } from './shelf.ts'

export const LIST_FORMAT = 'lectern-scheduled-backup-1'

export interface ListedTable {
  schema: TableSchema
  summary: Summary
  /** The hashes of the pieces that hold its rows, in order. */
  pieces: string[]
}

export interface BackupList {
  meta: Meta
  tables: ListedTable[]
  files: { count: number; bytes: number; pieces: string[] }
}

/** A stored file: its path, the hash of its bytes and its size. */
export type ListedFile = [path: string, hash: string, size: number]

/** Sorts as text by time, and is a file name everywhere. */
export const nameOfBackup = (createdAt: string): string => createdAt.replaceAll(':', '-')

export const writeList = (shelf: Shelf, name: string, list: BackupList): Promise<void> => {
  const text = JSON.stringify(list)
  return shelf.putBackup(name, `${sha256(text)}\n${text}`)
}

export async function readList(shelf: Shelf, name: string): Promise<BackupList> {
  const read = await shelf.readBackup(name).catch((error: unknown) => {
    throw error instanceof BackupError ? error : new BackupError(`The list of the backup ${name} is damaged.`)
  })
  const [seal, text = ''] = read.split('\n')
  if (sha256(text) !== seal) throw new BackupError(`The list of the backup ${name} is damaged.`)
  const list = JSON.parse(text) as BackupList
  if (list.meta.format === LIST_FORMAT) return list
  throw new BackupError(
    `The backup ${name} is in the format "${list.meta.format}", which this version cannot read: use a later version.`,
  )
}

export async function* listedFiles(shelf: Shelf, list: BackupList): AsyncGenerator<ListedFile> {
  for (const hash of list.files.pieces)
    for (const line of (await shelf.readText(hash)).split('\n')) yield JSON.parse(line) as ListedFile
}
