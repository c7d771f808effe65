// The files of a revision, read from its tree.
import type { Page, Slice } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import { countRecords, findRecord, listRecords } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import type { File } from '../../engine/tree/records.ts'
import { invalid, problem } from '../../errors.ts'
import { downloadPath } from '../../files/links.ts'
import { linkEnd, type Signer } from '../../files/signing.ts'
import type { Urls } from '../../server/urls.ts'
import { findRevision, readContent } from '../content/revisions.ts'
import type { FileJson } from './schemas.ts'

/** As replies show a file. Its link lasts for a week at least, and is the same for everybody during one. */
export function toFile(record: File, signer: Signer, urls: Urls): FileJson {
  const { blob: _blob, ...file } = record
  return { ...file, downloadURL: urls.base + linkTo(record, signer) }
}

interface Link {
  signer: Signer
  end: number
  path: string
}

// Signing takes longer than all the rest. A record that is read again is the same object as long as it is in memory.
const links = new WeakMap<File, Link>()

function linkTo(file: File, signer: Signer): string {
  const end = linkEnd()
  const known = links.get(file)
  if (known?.end === end && known.signer === signer) return known.path
  // A file whose bytes never came has a link all the same; nothing is behind it.
  const path = downloadPath(signer, { ...file, blob: file.blob ?? 'none' }, end)
  links.set(file, { signer, end, path })
  return path
}

export async function loadRoot(db: Db, spaceId: string, revisionId: string): Promise<string> {
  const revision = await findRevision(db, spaceId, revisionId)
  if (!revision) throw problem('notFound')
  return revision.root
}

/** A page of the files at `root`, by id. Costs the same however many there are. */
export const takeFiles = (db: Db, root: string, page: Page): Promise<Slice<File>> =>
  readContent(db, readFiles(root, page))

export function* readFiles(root: string, { limit, after }: Page): Reading<Slice<File>> {
  if (after && after.length !== 1) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const count = yield* countRecords(root, 'file')
  const window = { limit: limit + 1, ...(after && { after: after[0]! }) }
  const found = limit === 0 ? [] : yield* listRecords(openTree(root), 'file', window)
  const shown = found.slice(0, limit)
  return {
    rows: shown.map(({ record }) => record),
    count,
    next: found.length > limit ? [shown.at(-1)!.id] : undefined,
  }
}

export const findFile = (db: Db, root: string, id: string): Promise<File | undefined> =>
  readContent(db, findRecord(openTree(root), 'file', id))
