// The state of what a search of a space finds, as a text. An edit makes a new revision, and everything else that writes words,
// such as a job, sets `content_indexes.words_state`. Both are ids that are never used again, so a state never comes back.
import { prepared } from './prepared.ts'
import type { Db, Row } from './tables.ts'

export async function findWordsState(db: Db, space: Pick<Row<'spaces'>, 'id' | 'revision_id' | 'computed_state'>) {
  const [row] = await findState(db, { spaceId: space.id })
  return [space.revision_id, space.computed_state, row?.words_state].filter(Boolean).join('.')
}

const findState = prepared<{ spaceId: string }, { words_state: string | null }>((db, param) =>
  db.selectFrom('content_indexes').select('words_state').where('space_id', '=', param('spaceId')),
)

/** Whoever writes words without a new revision calls this in the same transaction. */
export const renewWordsState = prepared<{ spaceId: string; state: string }, never>((db, param) =>
  db
    .updateTable('content_indexes')
    .set({ words_state: param('state') })
    .where('space_id', '=', param('spaceId')),
)
