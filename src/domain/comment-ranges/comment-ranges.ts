// Comments on words follow them: every commit moves the ranges on the pages that it changes.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import { groupBy } from '../../engine/group.ts'
import type { Hash } from '../../engine/objects.ts'
import { linesOf, moveAnchor, type WordRange } from '../../engine/ranges.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages } from '../../engine/tree/pages.ts'
import { readContent } from '../revisions/index.ts'

interface Change {
  /** The list of comments: of a space or of a change request. */
  thread: string
  before: Hash
  after: Hash
}

export async function moveCommentRanges(db: Db, { thread, before, after }: Change): Promise<void> {
  const pages = (await listPages(db, { thread })).map(({ page_id }) => page_id!)
  if (pages.length === 0) return
  const changed = await readContent(db, readChanged(pages, before, after))
  if (changed.length === 0) return
  const comments = await listOnWords(
    db,
    thread,
    changed.map(({ id }) => id),
  )
  const byPage = groupBy(comments, ({ page_id }) => page_id!)
  for (const { id, old, now } of changed) await moveOnPage(db, byPage.get(id) ?? [], old, now)
}

const listPages = prepared<{ thread: string }, Pick<Row<'comments'>, 'page_id'>>((db, param) =>
  db
    .selectFrom('comments')
    .select('page_id')
    .distinct()
    .where('thread_id', '=', param('thread'))
    .where('node_range', 'is not', null),
)

const listOnWords = (db: Db, thread: string, pages: readonly string[]) =>
  db
    .selectFrom('comments')
    .select(['id', 'page_id', 'node_id', 'node_range'])
    .where('thread_id', '=', thread)
    .where('node_range', 'is not', null)
    .where(isOneOf(db, sql.ref('page_id'), pages))
    .execute()

interface ChangedPage {
  id: string
  old: Document | undefined
  now: Document
}

/** The pages whose document changed. A page that is gone keeps its ranges until it is back. */
function* readChanged(ids: readonly string[], before: Hash, after: Hash): Reading<ChangedPage[]> {
  const old = new Map((yield* findPages(openTree(before), ids)).map((page) => [page.id, page.document]))
  const changed = (yield* findPages(openTree(after), ids)).filter(({ id, document }) => old.get(id) !== document)
  const hashes = changed.flatMap(({ id, document }) => [document, old.get(id)]).filter((hash) => hash !== undefined)
  if (hashes.length === 0) return []
  const documents = (yield [...new Set(hashes)]) as unknown as ReadonlyMap<Hash, Document>
  return changed.flatMap(({ id, document }) => {
    const now = documents.get(document ?? '')
    return now ? [{ id, old: documents.get(old.get(id) ?? ''), now }] : []
  })
}

type OnWords = Pick<Row<'comments'>, 'id' | 'node_id' | 'node_range'>

async function moveOnPage(
  db: Db,
  comments: readonly OnWords[],
  old: Document | undefined,
  now: Document,
): Promise<void> {
  const [before, after] = [old ? linesOf(old) : new Map<string, string>(), linesOf(now)]
  for (const { id, node_id, node_range } of comments) {
    const anchor = { node: node_id!, range: JSON.parse(node_range!) as WordRange }
    const { node, range } = moveAnchor(anchor, before, after)
    const written = JSON.stringify(range)
    if (node === node_id && written === node_range) continue
    await db.updateTable('comments').set({ node_id: node, node_range: written }).where('id', '=', id).execute()
  }
}
