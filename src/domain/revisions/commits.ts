// Git commits that revisions were imported from or exported to.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'

export async function loadCommits(db: Db, revisions: readonly string[]) {
  const rows = await db
    .selectFrom('revision_commits')
    .selectAll()
    .where(isOneOf(db, sql.ref('revision_id'), revisions))
    .execute()
  return new Map(rows.map((row) => [row.revision_id, toCommit(row)]))
}

const toCommit = ({ oid, message, own, url, ref }: Row<'revision_commits'>) => ({
  oid,
  message,
  createdByService: own === 1,
  createdByGitBook: own === 1,
  url: url ?? undefined,
  ref: ref ?? undefined,
})
