// How much the files of spaces take. Bytes that several spaces share are counted once.
import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { readFiles } from './files.ts'
import { readContent } from './revisions.ts'

const AT_ONCE = 500

export interface Measured {
  files: number
  bytes: number
  /** False if there was no time to look at everything. */
  complete: boolean
}

/** Measures the files in the main content of the spaces of an organization, for at most `milliseconds`. */
export async function measureFiles(db: Db, organizationId: string, milliseconds: number): Promise<Measured> {
  const end = Date.now() + milliseconds
  const counted = new Set<string>()
  const total = { files: 0, bytes: 0, complete: true }
  for (const root of await listRoots(db, organizationId)) {
    let after: string[] | undefined
    do {
      if (Date.now() > end) return { ...total, complete: false }
      const { rows, next } = await readContent(db, readFiles(openTree(root), { limit: AT_ONCE, after }))
      for (const { blob, size } of rows) {
        if (blob === undefined || counted.has(blob)) continue
        counted.add(blob)
        total.files++
        total.bytes += size
      }
      after = next
      await turn()
    } while (after)
  }
  return total
}

async function listRoots(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select('revisions.root')
    .where('spaces.organization_id', '=', organizationId)
    .distinct()
    .execute()
  return rows.map(({ root }) => root)
}
