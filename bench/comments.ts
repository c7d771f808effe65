// Benchmarks comments: posting and listing against a bare route, and lists of few out of many.
import { openDatabase } from '../src/db/database.ts'
import type { Db, NewRow } from '../src/db/tables.ts'
import { adjustCommentCounts } from '../src/domain/comments/index.ts'
import { newId } from '../src/lib/ids.ts'
import { now } from '../src/lib/time.ts'
import type { Api } from './api.ts'
import { type Comparison, compare, isQuick } from './compare.ts'
import { type Growth, grow } from './scaling.ts'
import type { Server } from './servers.ts'

const FEW = 100
const MANY = isQuick ? 5000 : 100_000
const BATCH_SIZE = 500
const SHOWN = 50
const PLAIN = { body: { markdown: 'Please say which port this is.' } }
const FORMATTED = { body: { markdown: 'Please say **which** port `this` is.' } }

export async function compareComments(lectern: Server, api: Api, organization: string): Promise<Comparison[]> {
  const { id } = await api.post(`/orgs/${organization}/spaces`, { title: 'Posted to' })
  const post = { method: 'POST', path: `/v1/spaces/${id}/comments` } as const
  return [
    await compare('postCommentInSpace', lectern, { ...post, body: PLAIN }),
    await compare('postCommentInSpace, formatted', lectern, { ...post, body: FORMATTED }),
    await compare('postCommentInSpace; bare writes too', lectern, { ...post, body: PLAIN }, { bareWrites: true }),
  ]
}

/**
 * Lists the newest comments of a space with a hundred and with a hundred thousand comments, inserted without the API.
 */
export async function measureComments(api: Api, url: string, organization: string): Promise<Growth[]> {
  const database = await openDatabase({ url })
  const fill = async (count: number) => {
    const { id, revision } = await api.post(`/orgs/${organization}/spaces`, { title: `${count} comments` })
    await database.write((db) => insertComments(db, { space: id, revision, count }))
    return `/spaces/${id}/comments?limit=${SHOWN}`
  }
  const [few, many] = [await fill(FEW), await fill(MANY)]
  await database.close()
  const work = (query: string) => async (path: string) => {
    // A write in between invalidates the caches.
    await api.post(path.replace(/\?.*/, ''), PLAIN)
    return () => api.get(path + query)
  }
  return [
    await grow('list the newest comments', work(''), few, many),
    await grow('list the newest open comments', work('&status=open'), few, many),
  ]
}

async function insertComments(
  db: Db,
  { space, revision, count }: { space: string; revision: string; count: number },
): Promise<void> {
  const users = await db.selectFrom('users').select('id').execute()
  const reactions: NewRow<'reactions'>[] = []
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, () => ({
      id: newId(),
      space_id: space,
      thread_id: space,
      revision_id: revision,
      markdown: PLAIN.body.markdown,
      status: 'open' as const,
      created_by: users[0]!.id,
      created_at: now(),
    }))
    await db.insertInto('comments').values(rows).execute()
    reactions.push(...rows.filter((_, at) => at % 10 === 0).map(({ id }) => reactionTo(id, users[0]!.id)))
  }
  while (reactions.length > 0) await db.insertInto('reactions').values(reactions.splice(0, BATCH_SIZE)).execute()
  await adjustCommentCounts(db, { space_id: space, change_request_id: null }, { open: count, total: count })
}

const reactionTo = (comment_id: string, user_id: string) => ({
  id: newId(),
  comment_id,
  user_id,
  emoji: '👍',
  created_at: now(),
})
