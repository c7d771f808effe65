// Presents stored conflicts.
import type { Db, Row } from '../../db/tables.ts'
import { type ConflictOptions, presentConflicts } from '../../domain/content-changes/index.ts'
import type { ConflictJson } from '../../shapes/conflicts.ts'
import { parseConflict } from './conflicts.ts'

export const showConflicts = (
  db: Db,
  rows: readonly Row<'conflicts'>[],
  options: ConflictOptions,
): Promise<ConflictJson[]> =>
  presentConflicts(
    db,
    rows.map((row) => ({
      id: row.id,
      status: row.status,
      resolution: row.resolution ?? undefined,
      createdAt: row.created_at,
      resolvedAt: row.resolved_at ?? undefined,
      conflict: parseConflict(row),
    })),
    options,
  )
