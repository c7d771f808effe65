// Commits content for tests with the engine: batches on the main content of a space or on a change request.
import { lockRow } from '../../src/db/dialect.ts'
import type { Db } from '../../src/db/tables.ts'
import { type Branch, commit, headOf } from '../../src/domain/content-changes/branches.ts'
import { loadRevision, readContent } from '../../src/domain/revisions/revisions.ts'
import { applyChanges } from '../../src/engine/changes/apply-changes.ts'
import type { Change } from '../../src/engine/changes/change.ts'
import type { Document } from '../../src/engine/document.ts'
import { encodeWith } from '../../src/engine/keys/keep-keys.ts'
import type { Reading } from '../../src/engine/reading.ts'
import { openTree, saveTree, type Tree } from '../../src/engine/tree/draft.ts'
import { newId } from '../../src/lib/ids.ts'
import { now } from '../../src/lib/time.ts'
import { parseMarkdown } from '../../src/markdown/index.ts'
import type { TestServer } from './server.ts'

export interface Where {
  space: string
  /** The id of the change request; absent for main content. */
  changeRequest?: string
  by?: string
}

/** Commits a batch as one revision and returns its id. */
export const edit = ({ database }: Pick<TestServer, 'database'>, where: Where, changes: Change[]): Promise<string> =>
  database.write(async (db) => {
    await lockRow(db, 'spaces', where.space)
    const branch = await loadBranch(db, where)
    const { root } = await loadRevision(db, headOf(branch))
    const applied = await readContent(
      db,
      applyChanges(root, changes, { now: now(), encodeDocument: encodeWith(newId) }),
    )
    if (!applied.ok) throw new Error(JSON.stringify(applied.failure))
    return commit(db, branch, { ...applied, type: 'edits', createdBy: where.by ?? null })
  })

/** Commits an edit of the tree itself, for content that only imports can create. */
export const editTree = (
  { database }: Pick<TestServer, 'database'>,
  where: Where,
  change: (tree: Tree) => Reading<void>,
): Promise<string> =>
  database.write(async (db) => {
    await lockRow(db, 'spaces', where.space)
    const branch = await loadBranch(db, where)
    const tree = openTree((await loadRevision(db, headOf(branch))).root)
    await readContent(db, change(tree))
    return commit(db, branch, { ...(await readContent(db, saveTree(tree))), type: 'edits', createdBy: null })
  })

async function loadBranch(db: Db, where: Where): Promise<Branch> {
  const space = await db.selectFrom('spaces').selectAll().where('id', '=', where.space).executeTakeFirstOrThrow()
  const found = where.changeRequest
    ? await db.selectFrom('change_requests').selectAll().where('id', '=', where.changeRequest).executeTakeFirstOrThrow()
    : undefined
  return { space, changeRequest: found }
}

export const documentOf = (markdown: string): Document => parseMarkdown(markdown).document

/** Inserts pages at the top level, each with its title as id and a document. */
export const pages = (...titles: string[]): Change[] =>
  titles.map((title) => ({ operation: 'insert_page', id: title, title, document: documentOf(`The text of ${title}.`) }))
