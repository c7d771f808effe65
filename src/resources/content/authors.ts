// Who wrote the blocks of a page, and when. Follows the history back from a revision, also into merged change requests, as
// far as a bound: what it costs does not grow with the history.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { loadUsers } from '../../domain/change-requests/index.ts'
import { toUser } from '../../domain/people/index.ts'
import { audienceOf, findPageNode, openStoredView, readInSteps } from '../../domain/revisions/index.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { loadObject, type Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import type { PageAuthors } from '../../shapes/content.ts'
import { loadRequestedRevision, type ReadContext } from './read-operations.ts'

/** More revisions, and more versions of the page, are not looked at. */
const MAX_REVISIONS = 500
const MAX_VERSIONS = 100

type Context = Omit<ReadContext, 'query'>
type Revision = Row<'revisions'>
/** What each block says, by key. */
type Blocks = ReadonlyMap<string, string>

export async function showPageAuthors(context: Context): Promise<Static<typeof PageAuthors>> {
  const { db, caller, params, urls } = context
  const revision = await loadRequestedRevision({ ...context, query: {} })
  const view = await openStoredView(db, audienceOf(caller), revision)
  const node = await findPageNode(db, view, params.pageId!)
  if (!node) throw problem('notFound')
  const history = new PageHistory(db, node.page.id)
  const blocks = await history.blocksIn(revision)
  await history.follow(revision, blocks)
  const users = await loadUsers(
    db,
    [...history.found.values()].flatMap(({ created_by }) => created_by ?? []),
  )
  return {
    object: 'page-authors',
    blocks: [...blocks.keys()].flatMap((key) => {
      const by = history.found.get(key)
      if (!by) return []
      const author = users.get(by.created_by ?? '')
      return { key, revision: by.id, createdAt: by.created_at, ...(author && { createdBy: toUser(author, urls) }) }
    }),
    complete: history.found.size === blocks.size,
  }
}

class PageHistory {
  /** The revision that brought each block as it is. */
  readonly found = new Map<string, Revision>()
  readonly #db: Db
  readonly #page: string
  readonly #versions = new Map<Hash, Blocks>()
  #revisions = 0

  constructor(db: Db, page: string) {
    this.#db = db
    this.#page = page
  }

  /** Looks for the revisions that brought these blocks of a revision. */
  async follow(from: Revision, blocks: Blocks): Promise<void> {
    let wanted = blocks
    let revision = from
    while (wanted.size > 0 && this.#revisions++ < MAX_REVISIONS && this.#versions.size < MAX_VERSIONS) {
      const [first, second] = await this.#parentsOf(revision)
      const kept = first ? common(wanted, await this.blocksIn(first)) : NONE
      const brought = without(wanted, kept)
      if (brought.size > 0) await this.#attribute(revision, second, brought)
      if (!first) return
      wanted = kept
      revision = first
    }
  }

  /** What came with a merge was written in the other line. */
  async #attribute(revision: Revision, other: Revision | undefined, brought: Blocks): Promise<void> {
    const elsewhere = other ? common(brought, await this.blocksIn(other)) : NONE
    for (const key of without(brought, elsewhere).keys()) this.found.set(key, revision)
    if (other && elsewhere.size > 0) await this.follow(other, elsewhere)
  }

  async #parentsOf({ parents, space_id }: Revision): Promise<(Revision | undefined)[]> {
    const ids = JSON.parse(parents) as string[]
    if (ids.length === 0) return []
    const rows = await this.#db
      .selectFrom('revisions')
      .selectAll()
      .where('id', 'in', ids)
      .where('space_id', '=', space_id)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id))
  }

  async blocksIn({ root }: Revision): Promise<Blocks> {
    const page = await readInSteps(this.#db, findPage(openTree(root), this.#page))
    if (page?.document === undefined) return NONE
    const known = this.#versions.get(page.document)
    if (known) return known
    const blocks = textsOf(await readInSteps(this.#db, readDocument(page.document)))
    this.#versions.set(page.document, blocks)
    await yieldToEventLoop()
    return blocks
  }
}

const NONE: Blocks = new Map()

function* readDocument(hash: Hash): Reading<Document> {
  return yield* loadObject<never>(hash)
}

const textsOf = ({ nodes }: Document): Blocks =>
  new Map(nodes.flatMap((block): [string, string][] => (block.key ? [[block.key, JSON.stringify(block)]] : [])))

const common = (blocks: Blocks, others: Blocks): Blocks =>
  blocks === others ? blocks : new Map([...blocks].filter(([key, text]) => others.get(key) === text))

const without = (blocks: Blocks, others: Blocks): Blocks =>
  blocks === others ? NONE : new Map([...blocks].filter(([key]) => !others.has(key)))
