// Revisions as entries of a history: what one author saved within ten minutes is one entry.
import type { ReplyTo } from '../api/operations.ts'

export type Revision = ReplyTo<'GET /spaces/:spaceId/revisions'>['items'][number]

const TOGETHER = 10 * 60_000

/** The newest revision of each entry, newest first. */
export function entriesOf(revisions: readonly Revision[]): Revision[] {
  return revisions.filter((revision, at) => {
    const newer = revisions[at - 1]
    return !newer || !isTogether(newer, revision)
  })
}

const isTogether = (newer: Revision, older: Revision): boolean =>
  newer.type === 'edits' &&
  older.type === 'edits' &&
  newer.createdBy?.id === older.createdBy?.id &&
  Date.parse(newer.createdAt) - Date.parse(older.createdAt) <= TOGETHER
