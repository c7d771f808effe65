// The state of the search words of a space, as a text. It changes in every transaction that changes words: an edit makes a
// new revision, and everything else that writes words, such as a job, sets `content_indexes.words_state`. Both parts are
// ids that are never used again, so a state never comes back, even if the database is restored. How far the index has got
// is part of it too, for nodes of version 0.2 that index next to this one during an upgrade: they know of no such id.
import { type RawBuilder, sql } from 'kysely'
import { prepared } from './prepared.ts'

/** The state, in queries that join `content_indexes` with `spaces`. */
export const WORDS_STATE: RawBuilder<string> = sql<string>`
  spaces.revision_id || ' ' || coalesce(content_indexes.words_state, '') || ' ' || coalesce(content_indexes.done_up_to, '-')`

/** The state of the space with this number in the index, in any query. */
export const wordsStateOf = (number: unknown): RawBuilder<string> => sql<string>`(
  select ${WORDS_STATE} from content_indexes inner join spaces on spaces.id = content_indexes.space_id
  where content_indexes.number = ${number})`

/** Whoever writes words without a new revision calls this in the same transaction. */
export const renewWordsState = prepared<{ spaceId: string; state: string }, never>(
  (db, param) =>
    db
      .updateTable('content_indexes')
      .set({ words_state: param('state') })
      .where('space_id', '=', param('spaceId')),
  { later: true },
)
