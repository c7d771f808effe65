// Row locks on path objects.
import { lockRow } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Kind } from '../permissions.ts'
import { lockOf } from './path-params.ts'

/** Locks the object against other writers until the transaction ends. */
export function lock(db: Db, kind: Kind, id: string): Promise<void> {
  const { table, column } = lockOf(kind)
  return lockRow(db, table, id, column)
}
