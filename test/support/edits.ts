// Content for tests, committed with the engine: batches on the main content of a space or on a change request.
import { lockRow } from '../../src/db/dialect.ts'
import type { Db } from '../../src/db/tables.ts'
import { applyChanges } from '../../src/engine/changes/apply-changes.ts'
import type { Change } from '../../src/engine/changes/change.ts'
import type { Document } from '../../src/engine/document.ts'
import { newId } from '../../src/lib/ids.ts'
import { now } from '../../src/lib/time.ts'
import { parseMarkdown } from '../../src/markdown/index.ts'
import { commit, headOf, type Line } from '../../src/resources/content/lines.ts'
import { loadRevision, readContent } from '../../src/resources/content/revisions.ts'
import type { TestServer } from './server.ts'

export interface Where {
  space: string
  /** Its id; absent for main content. */
  changeRequest?: string
  by?: string
}

/** Commits a batch as one revision and returns its id. */
export const edit = ({ database }: Pick<TestServer, 'database'>, where: Where, changes: Change[]): Promise<string> =>
  database.write(async (db) => {
    await lockRow(db, 'spaces', where.space)
    const line = await loadLine(db, where)
    const { root } = await loadRevision(db, headOf(line))
    const applied = await readContent(db, applyChanges(root, changes, { now: now(), newKey: newId }))
    if (!applied.ok) throw new Error(JSON.stringify(applied.failure))
    return commit(db, line, { ...applied, type: 'edits', createdBy: where.by ?? null })
  })

async function loadLine(db: Db, where: Where): Promise<Line> {
  const space = await db.selectFrom('spaces').selectAll().where('id', '=', where.space).executeTakeFirstOrThrow()
  const found = where.changeRequest
    ? await db.selectFrom('change_requests').selectAll().where('id', '=', where.changeRequest).executeTakeFirstOrThrow()
    : undefined
  return { space: { ...space, role: 'admin' }, changeRequest: found }
}

export const documentOf = (markdown: string): Document => parseMarkdown(markdown).document

/** New pages at the top, each with its title as id and a document. */
export const pages = (...titles: string[]): Change[] =>
  titles.map((title) => ({ operation: 'insert_page', id: title, title, document: documentOf(`The text of ${title}.`) }))
