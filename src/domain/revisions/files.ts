// Files of a revision.
import type { Page, Slice } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import { countRecords, findRecord, listRecords } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import type { File } from '../../engine/tree/records.ts'
import { invalid, problem } from '../../errors.ts'
import { downloadPath } from '../../files/links.ts'
import { linkExpiry, type Signer } from '../../files/signing.ts'
import type { Urls } from '../../server/urls.ts'
import type { FileJson } from '../../shapes/files.ts'
import { findRevision, readContent } from './revisions.ts'
import { type Audience, openView, type View } from './view.ts'

/** Presents a file. Its link is valid for at least a week, and is the same for all callers for a week. */
export function toFile(record: File, signer: Signer, urls: Urls): FileJson {
  const { blob: _blob, ...file } = record
  // A file without bytes still gets a link, which is a 404.
  return {
    ...file,
    downloadURL: urls.base + downloadPath(signer, { ...record, blob: record.blob ?? 'none' }, linkExpiry()),
  }
}

/** Loads the view of a revision for an audience. */
export async function loadView(db: Db, audience: Audience, spaceId: string, revisionId: string): Promise<View> {
  const revision = await findRevision(db, spaceId, revisionId)
  if (!revision) throw problem('notFound')
  return openView(db, audience, revision)
}

/** Lists one page of the files in a view by id, in constant time. */
export const listFilesIn = (db: Db, { tree }: View, page: Page): Promise<Slice<File>> =>
  readContent(db, readFiles(tree, page))

export function* readFiles(tree: Tree, { limit, after }: Page): Reading<Slice<File>> {
  if (after && after.length !== 1) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const count = yield* countRecords(tree, 'file')
  const window = { limit: limit + 1, ...(after && { after: after[0]! }) }
  const found = limit === 0 ? [] : yield* listRecords(tree, 'file', window)
  const shown = found.slice(0, limit)
  return {
    rows: shown.map(({ record }) => record),
    count,
    next: found.length > limit ? [shown.at(-1)!.id] : undefined,
  }
}

export const findFile = (db: Db, { tree }: View, id: string): Promise<File | undefined> =>
  readContent(db, findRecord(tree, 'file', id))
