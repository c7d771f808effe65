// Mentions in the documents of change requests: whoever an edit mentions is notified, once for a page.
import type { Db, Row } from '../../db/tables.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { mentionsIn } from '../comments/index.ts'
import { loadRevision, readDocuments, readInSteps } from '../revisions/index.ts'

/** More revisions and pages are not looked at. */
const MAX_REVISIONS = 200
const MAX_PAGES = 200

export interface PageMentions {
  page: string
  /** Who edited the page last. */
  by: string | null
  users: string[]
}

interface EditedPage {
  before: Hash | undefined
  after: Hash | undefined
  by: string | null
}

/** The mentions that edits added, from revision `since` to the head of the change request. */
export async function findAddedMentions(
  db: Db,
  { revision_id }: Row<'change_requests'>,
  since: string,
): Promise<PageMentions[]> {
  const found: PageMentions[] = []
  for (const [page, { before, after, by }] of await listEditedPages(db, revision_id, since)) {
    if (after === undefined || after === before) continue
    const earlier = new Set(await listMentions(db, before))
    const users = [...new Set(await listMentions(db, after))].filter((user) => !earlier.has(user))
    if (users.length > 0) found.push({ page, by, users })
    await yieldToEventLoop()
  }
  return found
}

/** Follows the edits back from the head. What came from main content is not an edit. */
async function listEditedPages(db: Db, head: string, since: string): Promise<Map<string, EditedPage>> {
  const pages = new Map<string, EditedPage>()
  let revision = await loadRevision(db, head)
  for (let seen = 0; seen < MAX_REVISIONS; seen++) {
    const [parentId] = JSON.parse(revision.parents) as string[]
    if (parentId === undefined) break
    const parent = await loadRevision(db, parentId)
    if (revision.type === 'edits') await addEdited(db, pages, parent.root, revision)
    if (revision.id === since) break
    revision = parent
  }
  return pages
}

async function addEdited(db: Db, pages: Map<string, EditedPage>, before: Hash, revision: Row<'revisions'>) {
  const diff = await readInSteps(db, diffTrees(before, revision.root))
  for (const changed of diff.page) {
    const known = pages.get(changed.id)
    if (known) known.before = changed.before?.document
    else if (pages.size < MAX_PAGES)
      pages.set(changed.id, {
        before: changed.before?.document,
        after: changed.after?.document,
        by: revision.created_by,
      })
  }
}

async function listMentions(db: Db, hash: Hash | undefined): Promise<string[]> {
  if (hash === undefined) return []
  const documents = await readInSteps(db, readDocuments([hash]))
  return mentionsIn(documents.get(hash)!)
}
